// Where the first rows come from, and the one sink of text.
#include <limits>

#include "session_grid.h"

namespace ferro::test {
namespace {

// What Spark's range gives.
std::vector<int64_t> rangeOracle(int64_t start, int64_t end, int64_t step) {
  std::vector<int64_t> rows;
  if (step > 0) {
    for (int64_t x = start; x < end; x += step) rows.push_back(x);
  } else {
    for (int64_t x = start; x > end; x += step) rows.push_back(x);
  }
  return rows;
}

}  // namespace

TEST_CASE("range counts up and down by any step") {
  forEachSession([](Session& session) {
    struct Case {
      int64_t start, end, step;
    };
    for (auto [start, end, step] : std::vector<Case>{{0, 10, 1},
                                                     {0, 10, 3},
                                                     {10, 0, -1},
                                                     {10, -10, -7},
                                                     {5, 5, 1},
                                                     {5, 0, 1},
                                                     {0, 5, -1},
                                                     {-5, 5, 5},
                                                     {0, 1, 100}}) {
      for (int slices : {1, 2, 7}) {
        INFO("range " << start << ", " << end << ", " << step << " in " << slices);
        auto rows = session.range(start, end, step, slices);
        CHECK(rows.numPartitions() == slices);
        CHECK(rows.collect() == rangeOracle(start, end, step));
      }
    }
    CHECK(errorOf([&] { session.range(0, 1, 0); }).code() == ErrorCode::kInvalidArgument);
  });
}

TEST_CASE("a range may span all 64-bit numbers") {
  forEachSession([](Session& session) {
    const int64_t least = std::numeric_limits<int64_t>::min();
    const int64_t greatest = std::numeric_limits<int64_t>::max();
    const int64_t step = int64_t{1} << 62;
    CHECK(session.range(least, greatest, step, 3).collect() == std::vector<int64_t>{least, least + step, 0, step});
    CHECK(session.range(greatest, least, -step, 2).count() == 4);
  });
}

TEST_CASE("parallelize slices rows evenly, with more slices than rows too") {
  forEachSession([](Session& session) {
    std::vector<int> rows{1, 2, 3, 4, 5};
    CHECK(session.parallelize(rows, 2).glom().collect() == std::vector<std::vector<int>>{{1, 2}, {3, 4, 5}});
    CHECK(session.parallelize(rows, 8).glom().count() == 8);
    CHECK(session.parallelize(rows, 8).collect() == rows);
    CHECK(session.parallelize({1, 2, 3}).collect() == std::vector<int>{1, 2, 3});
    CHECK(session.parallelize({"one", "two"}).collect() == std::vector<std::string>{"one", "two"});
    CHECK(session.parallelize(std::vector<std::string_view>{"a", "b"}).collect() == std::vector<std::string>{"a", "b"});
    CHECK(session.parallelize(std::vector<int>(), 3).isEmpty());
    CHECK(errorOf([&] { session.parallelize(rows, -1); }).code() == ErrorCode::kInvalidArgument);
  });
}

TEST_CASE("rows keep no reference to the vector they came from") {
  forEachSession([](Session& session) {
    std::vector<std::string> rows(10, std::string(100, 'x'));
    auto rdd = session.parallelize(rows, 2);
    rows.assign(10, "changed");
    CHECK(rdd.first() == std::string(100, 'x'));
  });
}

TEST_CASE("an Rdd without partitions behaves like one without rows") {
  forEachSession([](Session& session) {
    auto none = session.emptyRdd<int64_t>();
    CHECK(none.numPartitions() == 0);
    CHECK(none.collect().empty());
    CHECK(none.count() == 0);
    CHECK(none.isEmpty());
    CHECK(none.take(5).empty());
    CHECK(none.distinct().isEmpty());
    CHECK(none.repartition(2).isEmpty());
    CHECK(none.sortBy([](int64_t x) { return x; }).isEmpty());
    CHECK(none.keyBy([](int64_t x) { return x; }).groupByKey().isEmpty());
    CHECK(none.sum() == 0);
    CHECK(none.fold(7, [](int64_t a, int64_t b) { return a + b; }) == 7);
  });
}

TEST_CASE("what saveAsTextFile writes, textFile reads") {
  forEachSession([](Session& session) {
    TempDir directory(std::filesystem::temp_directory_path());
    const std::string output = directory.path() + "/out";
    auto words = session.range(0, 1000, 1, 4).map([](int64_t x) { return "word " + std::to_string(x); });
    for (const char* compression : {"", "gz", "zst", "bz2"}) {
      const std::string path = output + compression;
      words.saveAsTextFile(path, compression);
      CHECK(std::filesystem::exists(path + "/_SUCCESS"));
      CHECK(sorted(session.textFile(path).collect()) == sorted(words.collect()));
    }
    Error exists = errorOf([&] { words.saveAsTextFile(output); });
    CHECK(exists.code() == ErrorCode::kAlreadyExists);
    CHECK_THAT(exists.what(), Catch::Contains(output));
    CHECK(errorOf([&] { words.saveAsTextFile(output + "2", "rar"); }).code() == ErrorCode::kInvalidArgument);
  });
}

TEST_CASE("a save that fails leaves no output that looks whole") {
  forEachSession([](Session& session) {
    TempDir directory(std::filesystem::temp_directory_path());
    const std::string output = directory.path() + "/out";
    auto bad = session.range(0, 100, 1, 4).map([](int64_t x) -> int64_t {
      if (x == 99) throw std::runtime_error("the last row is bad");
      return x;
    });
    CHECK_THAT(errorOf([&] { bad.saveAsTextFile(output); }).what(), Catch::Contains("the last row is bad"));
    CHECK(!std::filesystem::exists(output + "/_SUCCESS"));
    CHECK(filesBeneath(directory.path()) == std::vector<std::string>());
    session.range(0, 3).saveAsTextFile(output);
    CHECK(session.textFile(output).count() == 3);
  });
}

TEST_CASE("wholeTextFiles gives each file as one row") {
  forEachSession([](Session& session) {
    TempDir directory(std::filesystem::temp_directory_path());
    std::ofstream(directory.path() + "/a.txt") << "one\ntwo\n";
    std::ofstream(directory.path() + "/b.txt") << "";
    auto files = session.wholeTextFiles(directory.path()).collectAsMap();
    REQUIRE(files.size() == 2);
    CHECK(files.begin()->second == "one\ntwo\n");
    CHECK(files.rbegin()->second.empty());
  });
}

}  // namespace ferro::test
