#include <random>
#include <string>
#include <vector>

#include "csv_table.h"
#include "ferro_test.h"
#include "record_oracle.h"
#include "split_rows.h"

using namespace ferro;
using namespace ferro::test;

namespace {

const std::string kThreeTexts = "a STRING, b STRING, c STRING";

std::string randomText(std::mt19937& random, size_t length, const std::vector<std::string>& pieces) {
  std::string text;
  while (text.size() < length) text += pieces[random() % pieces.size()];
  return text;
}

std::vector<std::string> piecesOf(unsigned kind) {
  switch (kind) {
    case 0: return {"a", ",", "\"", "\\", " ", "\n"};
    case 1: return {"word", ",", "word,word,word\n", "1", "\n", "\"q,\"", "\"x\"\"y\""};
    case 2: return {"a", ",", "\r\n", "\n", "\r", "b,\"c\",d"};
    case 3: return {"\xC3\xA9", ",", "\n", "\"", "x", "\t"};
    default: return {"plain,text,line\n", "1,2,3\n", "\"q\",2,\"r,s\"\n", "1,2\n", ",,\n", "a,b,c,d\n"};
  }
}

std::vector<int64_t> randomPlaces(std::mt19937& random, int64_t bytes) {
  std::vector<int64_t> places;
  for (unsigned i = random() % 5; i > 0; --i) places.push_back(1 + static_cast<int64_t>(random() % bytes));
  std::sort(places.begin(), places.end());
  return places;
}

std::string quotedText(const std::string& value) {
  std::string text = "\"";
  for (const char c : value) text += c == '"' ? "\"\"" : std::string(1, c);
  return text + "\"";
}

}  // namespace

TEST_CASE("random text is cut into the records and fields that a slow reader finds") {
  const unsigned seed = 20261119;
  std::mt19937 random(seed);
  IoTask task;
  for (int round = 0; round < 2'000; ++round) {
    const unsigned kind = random() % 5;
    const size_t length = round % 100 == 0 ? 400'000 : 1 + random() % 300;
    const std::string text = randomText(random, length, piecesOf(kind));
    const char escape = random() % 2 == 0 ? '\\' : '"';
    const CsvRows expected = oracleRows(text, 3, {',', '"', escape});
    const std::string path = task.write("random.csv", text);
    const auto bytes = static_cast<int64_t>(text.size());
    const auto places = randomPlaces(random, bytes);
    INFO("seed " << seed << ", round " << round << ", kind " << kind << ", cuts " << places.size());
    if (length < 1000) UNSCOPED_INFO("text " << text);
    const auto rows = rowsOfSplits(task, cutAt(path, bytes, places), {{"escape", std::string(1, escape)}}, kThreeTexts);
    REQUIRE(rows == expected);
  }
}

TEST_CASE("random values come back, whatever separates them and however many lines they have") {
  const unsigned seed = 20261120;
  std::mt19937 random(seed);
  IoTask task;
  for (int round = 0; round < 400; ++round) {
    const std::string separators[] = {",", "||", "\t", ";", "ab"};
    const std::string& separator = separators[random() % 5];
    const bool multiLine = random() % 2 == 0;
    CsvRows expected;
    std::string text;
    const size_t records = round % 50 == 0 ? 20'000 : random() % 20;
    for (size_t record = 0; record < records; ++record) {
      CsvRow row;
      for (int column = 0; column < 3; ++column) {
        const std::string value =
            randomText(random, random() % 12, {"x", separator, "\"", " ", multiLine ? "\n" : "y", "\\", "|"});
        text += (column == 0 ? "" : separator) + quotedText(value);
        row.push_back(value.empty() ? std::nullopt : std::optional(value));
      }
      text += "\n";
      expected.push_back(row);
    }
    const std::string path = task.write("random.csv", text);
    CsvTexts options = {{"sep", separator}, {"escape", "\""}, {"multiLine", multiLine ? "true" : "false"}};
    INFO("seed " << seed << ", round " << round << ", separator " << separator << ", multiLine " << multiLine);
    const FileSplits whole = cutAt(path, static_cast<int64_t>(text.size()), {});
    REQUIRE(rowsOfSplits(task, whole, options, kThreeTexts) == expected);
  }
}

TEST_CASE("typed columns of random numbers come back with their nulls") {
  const unsigned seed = 20261121;
  INFO("seed " << seed);
  std::mt19937 random(seed);
  IoTask task;
  CsvRows expected;
  std::string text;
  for (int row = 0; row < 100'000; ++row) {
    const auto number = [&]() -> std::optional<std::string> {
      if (random() % 7 == 0) return std::nullopt;
      return std::to_string(static_cast<int>(random() % 2'000'001) - 1'000'000);
    };
    const auto a = number();
    const auto b = number();
    const bool bad = random() % 1000 == 0;
    expected.push_back({a, bad ? std::nullopt : b, b});
    text += a.value_or("") + "," + (bad ? "bad" : b.value_or("")) + "," + b.value_or("") + "\n";
  }
  const std::string path = task.write("numbers.csv", text);
  const FileSplits splits = cutAt(path, static_cast<int64_t>(text.size()), {100'000, 700'000});
  REQUIRE(rowsOfSplits(task, splits, {}, "a INT, b BIGINT, c STRING") == expected);
}
