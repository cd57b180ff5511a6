#include <functional>
#include <string>

#include <arrow/api.h>

#include "csv_table.h"
#include "ferro/common/error.h"
#include "ferro/engine/io/csv/inferred_type.h"
#include "ferro_test.h"

using namespace ferro;
using namespace ferro::test;

TEST_CASE("types are tried from int to string, as Spark tries them") {
  CsvCase csv;
  CHECK(csv.types("a,b,c,d,e,f,g,h\n"
                  "1,5000000000,12345678901234567890,1.5,2020-01-02,2020-01-02 03:04:05,true,x\n") ==
        "a:int b:bigint c:decimal(20,0) d:double e:date f:timestamp g:boolean h:string");
}

TEST_CASE("a column has the narrowest type that all its values have") {
  CsvCase csv;
  const auto typeOf = [&](const std::string& values) { return csv.types("a\n" + values).substr(2); };
  CHECK(typeOf("1\n-2\n+3\n") == "int");
  CHECK(typeOf("2147483647\n2147483648\n") == "bigint");
  CHECK(typeOf("1\n2.5\n") == "double");
  CHECK(typeOf("1\nNaN\nInf\n") == "double");
  CHECK(typeOf("12345678901234567890\n1\n") == "decimal(20,0)");
  CHECK(typeOf("1\n12345678901234567890\n") == "decimal(20,0)");
  CHECK(typeOf("12345678901234567890\n1.5\n") == "double");
  CHECK(typeOf(std::string(38, '9') + "\n") == "decimal(38,0)");
  CHECK(typeOf(std::string(39, '9') + "\n") == "double");
  CHECK(typeOf("1.\n") == "decimal(1,0)");
  CHECK(typeOf("2020-01-01\n2020-01-02 10:11:12\n") == "timestamp");
  CHECK(typeOf("2020-01-01\n1\n") == "string");
  CHECK(typeOf("1\n2020-01-01\n") == "string");
  CHECK(typeOf("true\nFALSE\n") == "boolean");
  CHECK(typeOf("true\n1\n") == "string");
  CHECK(typeOf("1\ntrue\n") == "string");
  CHECK(typeOf("1\nx\n2\n") == "string");
  CHECK(typeOf("12:30\n") == "string");
}

TEST_CASE("nulls go with every type, and nothing else than nulls is text") {
  CsvCase csv;
  CHECK(csv.types("a,b,c,d\n,,,\n1,,2.5,\n,true,,\n") == "a:int b:boolean c:double d:string");
  CHECK(csv.types("a\nNA\n1\n", with(kInferred, {{"nullValue", "NA"}})) == "a:int");
}

TEST_CASE("without inferSchema all is text") {
  CsvCase csv;
  CHECK(csv.types("a,b\n1,true\n", kHeader) == "a:string b:string");
}

TEST_CASE("a line that reads like the header does not count as data for the types") {
  CsvCase csv;
  const std::string text = "a,b\n1,2\na,b\n3,4\n";
  CHECK(csv.types(text) == "a:int b:int");
  CHECK(csv.rows(text, kInferred) == CsvRows{{"1", "2"}, {std::nullopt, std::nullopt}, {"3", "4"}});
}

TEST_CASE("types are found over all files and splits") {
  CsvCase csv("local[4]");
  std::string text = "a,b\n";
  for (int i = 0; i < 1'200'000; ++i) text += "1,2020\n";
  text += "1.5,x\n";
  const auto relation = csv.relation(csv.write("large.csv", text), kInferred);
  CHECK(typesOf(*relation->schema()) == "a:double b:string");
}

TEST_CASE("a sample is enough for the types where the ratio says so") {
  CsvCase csv;
  std::string text = "a\n";
  for (int i = 0; i < 10'000; ++i) text += "1\n";
  const std::string late = text + "1.5\n";
  CHECK(csv.types(text, with(kInferred, {{"samplingRatio", "0.01"}})) == "a:int");
  CHECK(csv.types(late, with(kInferred, {{"samplingRatio", "0.995"}})) == "a:double");
}

TEST_CASE("dates and timestamps are read as their formats say") {
  CsvCase csv;
  const CsvTexts formats = {{"header", "true"}, {"dateFormat", "dd/MM/yyyy"}, {"timestampFormat", "yyyy.MM.dd HH:mm"}};
  CHECK(csv.rows("a,b\n05/03/2020,2020.03.05 07:08\n5/3/2020,x\n", formats, "a DATE, b TIMESTAMP") ==
        CsvRows{{"2020-03-05", "2020-03-05 07:08:00"}, {std::nullopt, std::nullopt}});
  CHECK(csv.types("a,b\n05/03/2020,2020.03.05 07:08\n", with(formats, {{"inferSchema", "true"}})) ==
        "a:date b:timestamp");
  CHECK(csv.types("a\n2020-01-01\n", with(kInferred, {{"preferDate", "false"}})) == "a:timestamp");
}

TEST_CASE("a column of dates takes every form that a cast takes, and types are found by the strict form alone") {
  CsvCase csv;
  const auto read = [&](const std::string& field, const char* type) {
    return csv.rows('"' + field + "\"\n", {}, std::string("a ") + type)[0][0].value_or("null");
  };
  for (const char* form : {"2020-1-2", "2020-01-02 10:00:00", " 2020-01-02 ", "2020-01-02T", "2020-01-02GMT"}) {
    INFO(form);
    CHECK(read(form, "date") == "2020-01-02");
    CHECK(csv.types(std::string("a\n\"") + form + "\"\n").substr(2) != "date");
  }
  CHECK(read("2020", "date") == "2020-01-01");
  CHECK(read("2020-02", "date") == "2020-02-01");
  CHECK(read("+10000-01-01", "date") == "10000-01-01");
  CHECK(csv.types("a\n+10000-01-01\n") == "a:date");
  for (const char* wrong : {"2020 -01-02", "2020-13-01", "02.01.2020", "x"}) CHECK(read(wrong, "date") == "null");
  CHECK(read("2020-01-02T00", "timestamp") == "2020-01-02 00:00:00");
  CHECK(read("2020-01-02 7", "timestamp") == "2020-01-02 07:00:00");
  CHECK(read("2020-01-02T10:11:12+01:00", "timestamp") == "2020-01-02 09:11:12");
  for (const char* wrong : {"2020-01-02T", "2020-01-02T00:00Z", "2020-01-02 24"})
    CHECK(read(wrong, "timestamp") == "null");
}

TEST_CASE("text in Windows' encoding has its own signs") {
  CsvCase csv;
  const CsvTexts options = with(kHeader, {{"encoding", "windows-1252"}});
  CHECK(csv.rows("a\n5 \x80\n\xE9\n", options) == CsvRows{{"5 €"}, {"é"}});
}

TEST_CASE("every type of a given schema is read, and its limits are kept") {
  CsvCase csv;
  const std::string schema =
      "a TINYINT, b SMALLINT, c INT, d BIGINT, e FLOAT, f DOUBLE, g DECIMAL(6,2), h BOOLEAN, i BINARY, j TIMESTAMP_NTZ";
  CHECK(csv.rows("127,32767,2147483647,9223372036854775807,1.5,1e10,1234.567,true,x\xFF,2020-01-01 00:00:01\n"
                 "128,32768,2147483648,9223372036854775808,x,x,12345.6,no,,x\n",
                 {}, schema) == CsvRows{{"127", "32767", "2147483647", "9223372036854775807", "1.5", "1.0E10",
                                         "1234.57", "true", "x\xFF", "2020-01-01 00:00:01"},
                                        CsvRow(10)});
}

TEST_CASE("the words for numbers that are none may be chosen") {
  CsvCase csv;
  const CsvTexts words = with(kInferred, {{"nanValue", "none"}, {"positiveInf", "up"}, {"negativeInf", "down"}});
  CHECK(csv.rows("a\nnone\nup\ndown\n1\n", words) == CsvRows{{"NaN"}, {"Infinity"}, {"-Infinity"}, {"1.0"}});
  CHECK(csv.rows("a\n-999\n1.5\n", with(kInferred, {{"nanValue", "-999"}})) == CsvRows{{"NaN"}, {"1.5"}});
}

TEST_CASE("a type that text cannot hold is an error that names the column") {
  CsvCase csv;
  try {
    csv.rows("1\n", {}, "numbers ARRAY<INT>");
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(std::string(error.what()).find("CSV text cannot hold column numbers") != std::string::npos);
  }
}

TEST_CASE("columns of a user's schema may always be null") {
  CsvCase csv;
  const auto relation = csv.relation(csv.write("some.csv", "\n"), {}, "a INT NOT NULL");
  CHECK(relation->schema()->field(0)->nullable());
}

TEST_CASE("the order in which types are merged does not matter") {
  for (uint8_t a = 0; a <= static_cast<uint8_t>(InferredKind::kString); ++a) {
    for (uint8_t b = 0; b <= static_cast<uint8_t>(InferredKind::kString); ++b) {
      const auto typeOf = [](uint8_t kind, uint8_t precision) {
        const bool decimal = static_cast<InferredKind>(kind) == InferredKind::kDecimal;
        return InferredType{static_cast<InferredKind>(kind), decimal ? precision : uint8_t{0}};
      };
      const InferredType first = typeOf(a, 25);
      const InferredType second = typeOf(b, 30);
      for (const bool dates : {false, true})
        CHECK(commonType(first, second, dates) == commonType(second, first, dates));
    }
  }
}
