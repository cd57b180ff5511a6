#include <filesystem>
#include <fstream>
#include <string>

#include <arrow/api.h>
#include <arrow/util/compression.h>

#include "csv_error.h"
#include "csv_table.h"
#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro_test.h"

using namespace ferro;
using namespace ferro::test;

namespace {

std::string gzipped(const std::string& text) {
  const auto codec = valueOf(arrow::util::Codec::Create(arrow::Compression::GZIP), "gzip");
  std::string bytes(static_cast<size_t>(codec->MaxCompressedLen(static_cast<int64_t>(text.size()), nullptr)), '\0');
  const int64_t size =
      valueOf(codec->Compress(static_cast<int64_t>(text.size()), reinterpret_cast<const uint8_t*>(text.data()),
                              static_cast<int64_t>(bytes.size()), reinterpret_cast<uint8_t*>(bytes.data())),
              "gzip");
  bytes.resize(static_cast<size_t>(size));
  return bytes;
}

}  // namespace

TEST_CASE("quoted fields may hold separators, quotes and with multiLine line ends") {
  CsvCase csv;
  CHECK(csv.rows("a,b\n\"x,y\",\"he said \\\"hi\\\"\"\n", kHeader) == CsvRows{{"x,y", "he said \"hi\""}});
  const std::string lines = "a,b\n\"one\ntwo\",1\n\n\"three\",\"4\n5\"\n";
  CHECK(csv.rows(lines, with(kHeader, {{"multiLine", "true"}})) == CsvRows{{"one\ntwo", "1"}, {"three", "4\n5"}});
}

TEST_CASE("multiLine turns the file's line ends inside quotes into line feeds, unless a separator is given") {
  CsvCase csv;
  const std::string text = "a,b\r\n\"x\r\ny\",1\r\n";
  CHECK(csv.rows(text, with(kHeader, {{"multiLine", "true"}})) == CsvRows{{"x\ny", "1"}});
  CHECK(csv.rows(text, with(kHeader, {{"multiLine", "true"}, {"lineSep", "\r\n"}})) == CsvRows{{"x\r\ny", "1"}});
  CHECK(csv.rows("a,b\r\"x\ry\",1\r", with(kHeader, {{"multiLine", "true"}})) == CsvRows{{"x\ny", "1"}});
}

TEST_CASE("ragged rows are filled with nulls and cut") {
  CsvCase csv;
  CHECK(csv.rows("a,b\n1\n2,3\n4,5,6\n,\n", kHeader) ==
        CsvRows{{"1", std::nullopt}, {"2", "3"}, {"4", "5"}, {std::nullopt, std::nullopt}});
}

TEST_CASE("line ends of all kinds end lines, and the last line needs none") {
  CsvCase csv;
  const CsvRows expected = {{"1", "2"}, {"3", "4"}};
  for (const char* text : {"a,b\n1,2\n3,4\n", "a,b\n1,2\n3,4", "a,b\r\n1,2\r\n3,4\r\n", "a,b\r\n1,2\r\n3,4",
                           "a,b\r1,2\r3,4\r", "a,b\r1,2\n3,4"}) {
    INFO(text);
    CHECK(csv.rows(text, kHeader) == expected);
  }
}

TEST_CASE("a byte order mark is no part of the first name") {
  CsvCase csv;
  CHECK(csv.types("\xEF\xBB\xBF"
                  "a,b\n1,x\n") == "a:int b:string");
  CHECK(csv.rows("\xEF\xBB\xBF"
                 "1,x\n") == CsvRows{{"1", "x"}});
}

TEST_CASE("other encodings become UTF-8") {
  CsvCase csv;
  const auto in = [&](const std::string& encoding, const std::string& text) {
    return csv.rows(text, with(kHeader, {{"encoding", encoding}}));
  };
  CHECK(in("ISO-8859-1", "n\xE4me,b\n\xE9,\xFC\n") == CsvRows{{"\xC3\xA9", "\xC3\xBC"}});
  CHECK(in("US-ASCII", "a,b\nx\xE9,y\n") == CsvRows{{"x\xEF\xBF\xBD", "y"}});
  const std::string little(
      "\xFF\xFE"
      "a\0,\0b\0\n\0\x3D\xD8\x00\xDE,\0y\0\n\0",
      20);
  CHECK(in("UTF-16", little) == CsvRows{{"\xF0\x9F\x98\x80", "y"}});
  const std::string big("\0a\0,\0b\0\n\0x\0,\0y\0\n", 16);
  CHECK(in("UTF-16", big) == CsvRows{{"x", "y"}});
  CHECK(in("UTF-16BE", big) == CsvRows{{"x", "y"}});
  const std::string cut("a\0\n\0x\0\x3D\xD8", 8);
  CHECK(in("UTF-16LE", cut) == CsvRows{{"x\xEF\xBF\xBD"}});
}

TEST_CASE("a field of ten megabytes is read whole, quoted or not") {
  CsvCase csv;
  const std::string longText(10 << 20, 'x');
  const CsvRows plain = csv.rows("a,b\n" + longText + ",1\n2,3\n", kHeader);
  REQUIRE(plain.size() == 2);
  CHECK(plain[0][0] == longText);
  CHECK(plain[1] == CsvRow{"2", "3"});
  std::string lines = longText;
  for (size_t i = 100; i < lines.size(); i += 1000) lines[i] = '\n';
  const CsvRows quoted = csv.rows("a,b\n\"" + lines + "\",1\n2,3\n", with(kHeader, {{"multiLine", "true"}}));
  REQUIRE(quoted.size() == 2);
  CHECK(quoted[0][0] == lines);
}

TEST_CASE("an empty file has neither columns nor rows, and a header alone has no rows") {
  CsvCase csv;
  CHECK(csv.types("") == "");
  CHECK(csv.rows("", kInferred).empty());
  CHECK(csv.rows("", kHeader, "a INT").empty());
  CHECK(csv.rows("\n  \n", kHeader).empty());
  CHECK(csv.types("a,b\n") == "a:string b:string");
  CHECK(csv.rows("a,b\n", kInferred).empty());
  CHECK(csv.rows("a,b", kInferred).empty());
}

TEST_CASE("names that are empty or the same get their positions") {
  CsvCase csv;
  CHECK(csv.types("a,A,,b,a,\n1,2,3,4,5,6\n", kHeader) ==
        "a0:string A1:string _c2:string b:string a4:string _c5:string");
  CHECK(csv.types("1,x\n", {}) == "_c0:string _c1:string");
}

TEST_CASE("five thousand columns are read, and only those that are wanted converted") {
  CsvCase csv;
  std::string text;
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 5'000; ++column) {
      text += (column == 0 ? "" : ",") + (row == 0 ? "c" + std::to_string(column) : std::to_string(row * column));
    }
    text += "\n";
  }
  const auto relation = csv.relation(csv.write("wide.csv", text), kInferred);
  CHECK(relation->schema()->num_fields() == 5'000);
  const auto table = collectTable(csv.core(), relation->scan(csv.core(), {{4'999, 0, 17}, {}, {}}));
  CHECK(typesOf(*table->schema()) == "c4999:int c0:int c17:int");
  CHECK(textsOf(*table) == CsvRows{{"4999", "0", "17"}, {"9998", "0", "34"}});
}

TEST_CASE("more columns than maxColumns are an error that says what to do") {
  CsvCase csv;
  CHECK(mentions(messageOf([&] { csv.types("a,b,c\n", with(kHeader, {{"maxColumns", "2"}})); }), "set maxColumns"));
}

TEST_CASE("many short lines in a table of many columns are read with little memory") {
  CsvCase csv;
  std::string schema = "c0 INT";
  for (int column = 1; column < 2'000; ++column) schema += ", c" + std::to_string(column) + " INT";
  std::string text;
  for (int row = 0; row < 50'000; ++row) text += "7\n";
  const auto relation = csv.relation(csv.write("short.csv", text), {}, schema);
  CHECK(partitionSizes(csv.core(), relation->scan(csv.core(), {{0, 1'999}, {}, {}})) == std::vector<int64_t>{50'000});
}

TEST_CASE("NUL bytes are characters like others") {
  CsvCase csv;
  const std::string text("a,b\nx\0y,1\n\0z,2\n", 16);
  CHECK(csv.rows(text, kHeader) == CsvRows{{std::string("x\0y", 3), "1"}, {std::string("\0z", 2), "2"}});
}

TEST_CASE("compressed files are known by their names, and damaged ones are errors") {
  CsvCase csv;
  std::string text = "a,b\n";
  for (int i = 0; i < 50'000; ++i) text += std::to_string(i) + ",x\n";
  const std::string bytes = gzipped(text);
  const auto whole = csv.relation(csv.write("whole.csv.gz", bytes), kInferred);
  CHECK(typesOf(*whole->schema()) == "a:int b:string");
  CHECK(readTable(csv.core(), *whole)->num_rows() == 50'000);
  const std::string path = csv.write("cut.csv.gz", bytes.substr(0, bytes.size() / 2));
  CHECK(mentions(messageOf([&] { csv.relation(path, kInferred); }), "ends in the middle of its compressed data"));
  const auto cut = csv.relation(path, kHeader);
  CHECK(mentions(messageOf([&] { readTable(csv.core(), *cut); }), "cut.csv.gz"));
}

TEST_CASE("comments and blank lines are skipped, before the header as well") {
  CsvCase csv;
  CHECK(csv.rows("#one\n\na,b\n#two\n1,2\n  \n3,4\n", with(kHeader, {{"comment", "#"}})) ==
        CsvRows{{"1", "2"}, {"3", "4"}});
  CHECK(csv.rows("#one\na,b\n#\"two\n1,\"x\ny\"\n", with(kHeader, {{"comment", "#"}, {"multiLine", "true"}})) ==
        CsvRows{{"1", "x\ny"}});
}

TEST_CASE("white space around fields stays, unless it is to be ignored") {
  CsvCase csv;
  const std::string text = "a,b\n x , \" y \" \n";
  CHECK(csv.rows(text, kHeader) == CsvRows{{" x ", " \" y \" "}});
  CHECK(csv.rows(text, with(kHeader, {{"ignoreLeadingWhiteSpace", "true"}})) == CsvRows{{"x ", " y "}});
  CHECK(csv.rows("a,b\n x , y \n", with(kHeader, {{"ignoreTrailingWhiteSpace", "true"}})) == CsvRows{{" x", " y"}});
}

TEST_CASE("nulls and empty texts are what the options say") {
  CsvCase csv;
  const std::string text = "a,b\n\"\",\nNA,\"NA\"\n";
  CHECK(csv.rows(text, kHeader) == CsvRows{{std::nullopt, std::nullopt}, {"NA", "NA"}});
  CHECK(csv.rows(text, with(kHeader, {{"nullValue", "NA"}})) ==
        CsvRows{{"", std::nullopt}, {std::nullopt, std::nullopt}});
  CHECK(csv.rows(text, with(kHeader, {{"emptyValue", "none"}})) == CsvRows{{"none", std::nullopt}, {"NA", "NA"}});
}

TEST_CASE("quotes that make no sense are read as the option says") {
  CsvCase csv;
  const auto in = [&](const std::string& handling, const std::string& schema = "a STRING, b STRING") {
    return csv.rows("\"x\"y,1\n", {{"unescapedQuoteHandling", handling}}, schema);
  };
  CHECK(in("STOP_AT_DELIMITER") == CsvRows{{"\"x\"y", "1"}});
  CHECK(in("STOP_AT_CLOSING_QUOTE") == CsvRows{{"x\"y,1", std::nullopt}});
  CHECK(in("SKIP_VALUE") == CsvRows{{std::nullopt, "1"}});
  CHECK(in("RAISE_ERROR", "a STRING, b STRING, _corrupt_record STRING") == CsvRows{{std::nullopt, "1", "\"x\"y,1"}});
}

TEST_CASE("nothing is quoted where there is no quote") {
  CsvCase csv;
  CHECK(csv.rows("\"x,y\"\n", {{"quote", ""}}) == CsvRows{{"\"x", "y\""}});
  CHECK(csv.rows("'x,y',\"z\n", {{"quote", "'"}}) == CsvRows{{"x,y", "\"z"}});
}

TEST_CASE("fields longer than maxCharsPerColumn are no fields") {
  CsvCase csv;
  CHECK(csv.rows("abc,abcd\n", {{"maxCharsPerColumn", "3"}}, "a STRING, b STRING, _corrupt_record STRING") ==
        CsvRows{{"abc", std::nullopt, "abc,abcd"}});
}

TEST_CASE("directories and globs are read as one table, the largest file first") {
  CsvCase csv;
  std::filesystem::create_directory(csv.folder() + "/many");
  csv.write("many/a.csv", "n\n1\n");
  csv.write("many/b.csv", "n\n2\n3\n4\n");
  csv.write("many/_ignored.csv", "n\n9\n");
  const CsvRows expected = {{"2"}, {"3"}, {"4"}, {"1"}};
  CHECK(textsOf(*readTable(csv.core(), *csv.relation(csv.folder() + "/many", kInferred))) == expected);
  CHECK(textsOf(*readTable(csv.core(), *csv.relation(csv.folder() + "/many/?.csv", kInferred))) == expected);
  CHECK(mentions(messageOf([&] { csv.relation(csv.folder() + "/many/*.tsv", kHeader); }), "Path does not exist"));
  std::filesystem::create_directory(csv.folder() + "/empty");
  CHECK(mentions(messageOf([&] { csv.relation(csv.folder() + "/empty", kHeader); }), "no file to read in"));
}
