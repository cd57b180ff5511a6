#include <functional>
#include <string>

#include <arrow/api.h>

#include "csv_error.h"
#include "csv_table.h"
#include "ferro/common/error.h"
#include "ferro_test.h"

using namespace ferro;
using namespace ferro::test;

namespace {

const std::string kRagged = "a,b,c\n1,2.5,x\n2\n3,4.5,y,extra\nfour,1.5,z\n5,,\n";
const std::string kSchema = "a INT, b DOUBLE, c STRING";
const CsvTexts kFailFast = {{"header", "true"}, {"mode", "FAILFAST"}};

}  // namespace

TEST_CASE("permissive reading keeps every record and the fields that fit") {
  CsvCase csv;
  CHECK(csv.rows(kRagged, kHeader, kSchema) == CsvRows{{"1", "2.5", "x"},
                                                       {"2", std::nullopt, std::nullopt},
                                                       {"3", "4.5", "y"},
                                                       {std::nullopt, "1.5", "z"},
                                                       {"5", std::nullopt, std::nullopt}});
}

TEST_CASE("the column of corrupt records has the text of those that do not fit") {
  CsvCase csv;
  const CsvRows expected = {{"1", std::nullopt, "2.5", "x"},
                            {"2", "2", std::nullopt, std::nullopt},
                            {"3", "3,4.5,y,extra", "4.5", "y"},
                            {std::nullopt, "four,1.5,z", "1.5", "z"},
                            {"5", std::nullopt, std::nullopt, std::nullopt}};
  const CsvTexts options = with(kHeader, {{"columnNameOfCorruptRecord", "bad"}});
  CHECK(csv.rows(kRagged, options, "a INT, bad STRING, b DOUBLE, c STRING") == expected);
  CHECK(csv.rows("\"o\\\"ne\",2\n", {}, "a INT, b INT, _corrupt_record STRING") ==
        CsvRows{{std::nullopt, "2", "\"o\\\"ne\",2"}});
  CHECK(csv.rows("\"o\nne\",2\n", {{"multiLine", "true"}}, "a INT, b INT, _corrupt_record STRING") ==
        CsvRows{{std::nullopt, "2", "\"o\nne\",2"}});
}

TEST_CASE("a column of corrupt records that is no text is an error") {
  CsvCase csv;
  CHECK(mentions(messageOf([&] { csv.rows("1\n", {}, "a INT, _corrupt_record INT"); }), "must be a string"));
}

TEST_CASE("malformed records are left out on demand, and no others") {
  CsvCase csv;
  const CsvTexts options = with(kHeader, {{"mode", "DROPMALFORMED"}});
  CHECK(csv.rows(kRagged, options, kSchema) == CsvRows{{"1", "2.5", "x"}, {"5", std::nullopt, std::nullopt}});
  CHECK(csv.rows("a,b,c\nx\n", options, kSchema).empty());
  std::string text = "a,b,c\n";
  for (int i = 0; i < 100'000; ++i) text += std::to_string(i) + (i % 3 == 0 ? ",bad,x\n" : ",1.5,x\n");
  const auto relation = csv.relation(csv.write("large.csv", text), options, kSchema);
  CHECK(readTable(csv.core(), *relation)->num_rows() == 66'666);
  // Without a wanted column, the length of a record alone says whether it fits.
  CHECK(partitionSizes(csv.core(), relation->scan(csv.core(), {{}, {}, {}})) == std::vector<int64_t>{100'000});
}

TEST_CASE("FAILFAST names the file, the line, the byte, the column and the value") {
  CsvCase csv;
  const std::string field = messageOf([&] { csv.rows("a,b,c\n1,2.5,x\n2,oops,y\n", kFailFast, kSchema); });
  CHECK(mentions(field, ".csv, line 3, byte 16: column b should be double, but is 'oops'"));
  const std::string record = messageOf([&] { csv.rows("a,b,c\r\n1,2.5,x\r\n2,3.5\r\n", kFailFast, kSchema); });
  CHECK(mentions(record, ".csv, line 3, byte 16: the record does not have the 3 columns of the schema: '2,3.5'"));
}

TEST_CASE("FAILFAST names what is wrong first") {
  CsvCase csv;
  CHECK(mentions(messageOf([&] { csv.rows("a,b,c\n1,x,x\n2\n", kFailFast, kSchema); }), "line 2, byte 8: column b"));
  CHECK(mentions(messageOf([&] { csv.rows("a,b,c\n2\n1,x,x\n", kFailFast, kSchema); }), "line 2, byte 6: the record"));
}

TEST_CASE("FAILFAST refuses text that is not UTF-8, and says at which byte") {
  CsvCase csv;
  const std::string message = messageOf([&] { csv.rows("a,b,c\n1,2.5,x\n2,3.5,y\xFFz\n", kFailFast, kSchema); });
  CHECK(mentions(message, ".csv, line 3, byte 21: column c is not UTF-8: the byte 0xff begins no character"));
  CHECK(csv.rows("a,b,c\n2,3.5,y\xFFz\n", kHeader, kSchema) == CsvRows{{"2", "3.5", "y\xEF\xBF\xBDz"}});
}

TEST_CASE("FAILFAST counts the lines of the whole file, wherever its split begins") {
  CsvCase csv("local[4]");
  std::string text = "a,b,c\n";
  for (int i = 0; i < 700'000; ++i) text += "1,2.5,xyz\n";
  const auto byte = text.size();
  text += "1,bad,xyz\n";
  const auto relation = csv.relation(csv.write("large.csv", text), kFailFast, kSchema);
  CHECK(relation->scan(csv.core(), everything(*relation))->numPartitions() > 1);
  const std::string message = messageOf([&] { readTable(csv.core(), *relation); });
  CHECK(mentions(message, "line 700002, byte " + std::to_string(byte + 2) + ": column b"));
}

TEST_CASE("only the wanted columns are converted, so that others cannot be wrong") {
  CsvCase csv;
  const auto relation = csv.relation(csv.write("some.csv", "a,b,c\nx,1.5,y\n"), kFailFast, kSchema);
  const auto table = collectTable(csv.core(), relation->scan(csv.core(), {{2, 1}, {}, {}}));
  CHECK(textsOf(*table) == CsvRows{{"y", "1.5"}});
}

TEST_CASE("without columns only the number of rows comes out") {
  CsvCase csv;
  const auto relation = csv.relation(csv.write("some.csv", "a,b\n1,x\n2,\"y\"\n\n3\n"), kInferred);
  CHECK(partitionSizes(csv.core(), relation->scan(csv.core(), {{}, {}, {}})) == std::vector<int64_t>{3});
}

TEST_CASE("a limit ends a partition early") {
  CsvCase csv;
  std::string text = "a\n";
  for (int i = 0; i < 500'000; ++i) text += "1\n";
  const auto relation = csv.relation(csv.write("some.csv", text), kInferred);
  const auto sizes = partitionSizes(csv.core(), relation->scan(csv.core(), {{0}, {}, 10}));
  REQUIRE(sizes.size() == 1);
  CHECK(sizes[0] >= 10);
  CHECK(sizes[0] < 200'000);
}

TEST_CASE("headers are compared with the schema where it is not enforced") {
  CsvCase csv;
  const CsvTexts strict = with(kHeader, {{"enforceSchema", "false"}});
  CHECK(csv.rows("A,b\n1,2\n", strict, "a INT, b INT") == CsvRows{{"1", "2"}});
  CHECK(csv.rows("x,b\n1,2\n", kHeader, "a INT, b INT") == CsvRows{{"1", "2"}});
  CHECK(mentions(messageOf([&] { csv.rows("x,b\n1,2\n", strict, "a INT, b INT"); }), "is called 'x' in its header"));
  CHECK(mentions(messageOf([&] { csv.rows("a\n1\n", strict, "a INT, b INT"); }), "has 1 columns, the schema 2"));
}
