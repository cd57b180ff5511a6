#include <string>
#include <vector>

#include "csv_table.h"
#include "ferro/engine/io/formats/file_relation.h"
#include "ferro_test.h"
#include "split_rows.h"

using namespace ferro;
using namespace ferro::test;

namespace {

constexpr int64_t kMegabyte = int64_t{1} << 20;

std::vector<std::vector<std::string>> described(const std::vector<FileSplits>& partitions) {
  std::vector<std::vector<std::string>> texts;
  for (const auto& partition : partitions) {
    texts.emplace_back();
    for (const auto& split : partition) {
      texts.back().push_back(split.location + "@" + std::to_string(split.offset / kMegabyte) + "+" +
                             std::to_string(split.length / kMegabyte));
    }
  }
  return texts;
}

// Every way to cut a file at one and at two places gives its rows, once each and in order.
void checkAllCuts(const std::string& text, const CsvTexts& options, const std::string& schema) {
  IoTask task;
  const std::string path = task.write("cut.csv", text);
  const auto bytes = static_cast<int64_t>(text.size());
  const CsvRows expected = rowsOfSplits(task, cutAt(path, bytes, {}), options, schema);
  REQUIRE_FALSE(expected.empty());
  for (int64_t first = 1; first <= bytes; ++first) {
    for (int64_t second = first; second <= bytes; ++second) {
      INFO("cut at " << first << " and " << second);
      REQUIRE(rowsOfSplits(task, cutAt(path, bytes, {first, second}), options, schema) == expected);
    }
  }
}

}  // namespace

TEST_CASE("a large file is cut by the number of cores, in pieces of 128 MB at most") {
  CHECK(described(planSplits({{"a", 254 * kMegabyte}}, 2, splitUnlessCompressed)) ==
        std::vector<std::vector<std::string>>{{"a@0+128"}, {"a@128+126"}});
  CHECK(described(planSplits({{"a", 60 * kMegabyte}}, 2, splitUnlessCompressed)) ==
        std::vector<std::vector<std::string>>{{"a@0+32"}, {"a@32+28"}});
  CHECK(planSplits({{"a", 5 * kMegabyte}}, 64, splitUnlessCompressed).size() == 2);
}

TEST_CASE("small files share partitions, the largest first, and each counts four megabytes more") {
  const std::vector<IndexedFile> files = {
      {"a", 3 * kMegabyte}, {"b", 9 * kMegabyte}, {"c", 3 * kMegabyte}, {"d", 1 * kMegabyte}};
  // (16 + 4 * 4) / 2 = 16 MB for each partition.
  CHECK(described(planSplits(files, 2, splitUnlessCompressed)) ==
        std::vector<std::vector<std::string>>{{"b@0+9", "a@0+3"}, {"c@0+3", "d@0+1"}});
}

TEST_CASE("what cannot be cut stays whole, and an empty file needs no partition") {
  CHECK(described(planSplits({{"a.gz", 300 * kMegabyte}, {"b", 200 * kMegabyte}}, 1, splitUnlessCompressed)) ==
        std::vector<std::vector<std::string>>{{"a.gz@0+300"}, {"b@0+128"}, {"b@128+72"}});
  CHECK(described(planSplits({{"a", 300 * kMegabyte}}, 2, neverSplit)) ==
        std::vector<std::vector<std::string>>{{"a@0+300"}});
  CHECK(planSplits({{"a", 0}}, 2, splitUnlessCompressed).empty());
}

TEST_CASE("a file may be cut at any byte") {
  checkAllCuts("a,b\n1,x\n\n22,\"y,z\"\n333,\n4,w\n5", {{"header", "true"}}, "a INT, b STRING");
}

TEST_CASE("a file with CR LF may be cut at any byte, between the two as well") {
  checkAllCuts("a,b\r\n1,x\r\n\r\n22,y\r\n333,z\r\n", {{"header", "true"}}, "a INT, b STRING");
}

TEST_CASE("a file with CR alone, and with all line ends mixed, may be cut at any byte") {
  checkAllCuts("1,x\r22,y\r\r333,z\r4,w", {}, "a INT, b STRING");
  checkAllCuts("1,x\r22,y\n333,z\r\n4,w\n\r5,v\r", {}, "a INT, b STRING");
}

TEST_CASE("a file that begins with a byte order mark may be cut at any byte") {
  checkAllCuts(
      "\xEF\xBB\xBF"
      "a,b\n1,x\n2,y\n",
      {{"header", "true"}}, "a INT, b STRING");
}

TEST_CASE("a file with its own line separator may be cut at any byte") {
  checkAllCuts("1,x;22,y;;333,z;4", {{"lineSep", ";"}}, "a INT, b STRING");
  checkAllCuts("1,x#!22,y#333!,z#!4,w", {{"lineSep", "#!"}}, "a STRING, b STRING");
}

TEST_CASE("partitions are those that the plan names, and have their rows") {
  CsvCase csv("local[4]");
  std::string text = "n\n";
  for (int i = 0; i < 1'500'000; ++i) text += std::to_string(1'000'000 + i) + "\n";
  const auto relation = csv.relation(csv.write("large.csv", text), kInferred);
  const auto sizes = partitionSizes(csv.core(), relation->scan(csv.core(), everything(*relation)));
  // 12,000,002 bytes and 4 MB, by four cores, are 4 MB each.
  CHECK(sizes == std::vector<int64_t>{524'288, 524'288, 451'424});
}
