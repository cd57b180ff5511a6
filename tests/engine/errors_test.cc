// What users read when something goes wrong.
#include "session_grid.h"

namespace ferro::test {
namespace {

void throwWhenNegative(int64_t x) {
  if (x < 0) throw std::invalid_argument("negative:\n" + std::to_string(x));
}

}  // namespace

TEST_CASE("a user's exception comes back in one line with stage, task and attempt, and the session goes on") {
  forEachSession([](Session& session) {
    auto rows = session.range(-2, 8, 1, 5).map([](int64_t x) { return throwWhenNegative(x), x; });
    // In processes a task is tried again elsewhere, in threads it would only fail again.
    const std::string attempts = session.master().starts_with("local[") ? "attempt 1 of 1" : "attempt 4 of 4";
    for (int round = 0; round < 2; ++round) {
      Error error = errorOf([&] { rows.collect(); });
      CHECK(error.code() == ErrorCode::kUserFunction);
      CHECK(isOneLine(error.what()));
      CHECK_THAT(error.what(), Catch::Contains("negative: -2") && Catch::Contains("stage") &&
                                   Catch::Contains("collect") && Catch::Contains("(partition 0)") &&
                                   Catch::Contains("std::invalid_argument: negative") && Catch::Contains(attempts));
    }
    CHECK(rows.filter([](int64_t) { return true; }).numPartitions() == 5);
    CHECK(session.range(0, 10).sum() == 45);
  });
}

TEST_CASE("an exception in every kind of user function is reported as the user's") {
  forEachSession([](Session& session) {
    auto bad = [](int64_t a, int64_t b) -> int64_t { throw std::runtime_error("bad pair " + std::to_string(a + b)); };
    auto rows = session.range(0, 10, 1, 2);
    auto pairs = rows.keyBy([](int64_t x) { return x % 2; });
    std::vector<Error> errors{
        errorOf([&] { rows.reduce(bad); }),
        errorOf([&] { rows.treeReduce(bad); }),
        errorOf([&] { pairs.reduceByKey(bad).count(); }),
        errorOf([&] { rows.sortBy([](int64_t) -> int64_t { throw std::runtime_error("bad pair key"); }).count(); }),
        errorOf([&] { rows.filter([](int64_t) -> bool { throw std::runtime_error("bad pair filter"); }).count(); }),
        errorOf([&] { rows.foreach ([](int64_t) { throw std::runtime_error("bad pair foreach"); }); }),
        errorOf(
            [&] { pairs.partitionBy(2, [](int64_t) -> int { throw std::runtime_error("bad pair place"); }).count(); }),
    };
    for (const Error& error : errors) {
      CHECK(error.code() == ErrorCode::kUserFunction);
      CHECK_THAT(error.what(), Catch::Contains("bad pair"));
      CHECK(isOneLine(error.what()));
    }
  });
}

TEST_CASE("what is thrown need not be an exception, and a ferro::Error keeps its code") {
  forEachSession([](Session& session) {
    auto rows = session.range(0, 4, 1, 2);
    CHECK(errorOf([&] { rows.foreach ([](int64_t) { throw 42; }); }).code() == ErrorCode::kUserFunction);
    Error own = errorOf([&] { rows.foreach ([](int64_t) { throw Error(ErrorCode::kMalformedData, "bad row"); }); });
    CHECK(own.code() == ErrorCode::kMalformedData);
    CHECK_THAT(own.what(), Catch::Contains("bad row"));
  });
}

TEST_CASE("a missing file is named") {
  forEachSession([](Session& session) {
    Error error = errorOf([&] { session.textFile("/no/such/file.txt").count(); });
    CHECK(error.code() == ErrorCode::kNotFound);
    CHECK_THAT(error.what(), Catch::Contains("/no/such/file.txt"));
    CHECK(isOneLine(error.what()));
  });
}

TEST_CASE("empty input is no error") {
  forEachSession([](Session& session) {
    TempDir directory(std::filesystem::temp_directory_path());
    CHECK(session.textFile(directory.path()).count() == 0);
    std::ofstream(directory.path() + "/empty.txt") << "";
    auto words =
        session.textFile(directory.path()).map([](std::string_view line) { return std::pair(line, int64_t{1}); });
    CHECK(words.reduceByKey([](int64_t a, int64_t b) { return a + b; }).collect().empty());
  });
}

TEST_CASE("one session at a time, any number after one another") {
  for (int round = 0; round < 3; ++round) {
    withSession(localConf("local[2]"), [](Session& session) {
      Error error = errorOf([] { Session second(localConf("local[1]")); });
      CHECK(error.code() == ErrorCode::kInvalidArgument);
      CHECK(session.range(0, 10).sum() == 45);
    });
  }
}

TEST_CASE("an Rdd that outlives its session says so") {
  std::optional<Rdd<int64_t>> rows;
  withSession(localConf("local[2]"), [&](Session& session) {
    rows = session.range(0, 10);
    CHECK(rows->count() == 10);
  });
  CHECK_THAT(errorOf([&] { rows->count(); }).what(), Catch::Contains("stopped"));
}

}  // namespace ferro::test
