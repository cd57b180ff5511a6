// Checkpoints cut the lineage and clean up after themselves.
#include "session_grid.h"

namespace ferro::test {
namespace {

using Counter = Accumulator<int64_t>;
using SavedPair = std::pair<std::string, int64_t>;

Rdd<SavedPair> countedPairs(const Session& session, const Counter& computed) {
  return session.range(0, 300, 1, 3)
      .map([](int64_t x, const Counter& total) { return total.add(1), SavedPair("row " + std::to_string(x), x); },
           computed);
}

size_t numLines(const std::string& text) { return static_cast<size_t>(std::count(text.begin(), text.end(), '\n')) + 1; }

}  // namespace

TEST_CASE("a checkpoint is made by the next job and read ever after") {
  forEachSession([](Session& session) {
    TempDir directory(std::filesystem::temp_directory_path());
    session.setCheckpointDir(directory.path());
    auto computed = session.longAccumulator();
    auto rows = countedPairs(session, computed);
    rows.checkpoint();
    CHECK(!rows.isCheckpointed());
    CHECK(filesBeneath(directory.path()).empty());
    const auto expected = rows.collect();
    CHECK(rows.isCheckpointed());
    CHECK(!filesBeneath(directory.path()).empty());
    const int64_t computedOnce = computed.value();
    CHECK(rows.collect() == expected);
    CHECK(rows.mapValues([](int64_t v) { return v + 1; }).values().sum() == 300 * 301 / 2);
    CHECK(computed.value() == computedOnce);
    CHECK(numLines(rows.toDebugString()) == 1);
  });
}

TEST_CASE("a cached Rdd is not computed again for its checkpoint") {
  forEachSession([](Session& session) {
    TempDir directory(std::filesystem::temp_directory_path());
    session.setCheckpointDir(directory.path());
    auto computed = session.longAccumulator();
    auto rows = countedPairs(session, computed).cache();
    rows.checkpoint();
    rows.count();
    CHECK(computed.value() == 300);
    rows.unpersist(true);
    CHECK(rows.count() == 300);
    CHECK(computed.value() == 300);
  });
}

TEST_CASE("a checkpoint in the middle of a lineage cuts what is before it") {
  forEachSession([](Session& session) {
    TempDir directory(std::filesystem::temp_directory_path());
    session.setCheckpointDir(directory.path());
    auto computed = session.longAccumulator();
    auto middle = countedPairs(session, computed).reduceByKey([](int64_t a, int64_t b) { return a + b; }, 2);
    middle.checkpoint();
    auto end = middle.mapValues([](int64_t v) { return v * 2; });
    const auto expected = sorted(end.collect());
    CHECK(middle.isCheckpointed());
    CHECK(numLines(end.toDebugString()) == 2);
    CHECK(sorted(end.collect()) == expected);
    CHECK(computed.value() == 300);
    // The partitioning outlives the cut.
    CHECK(middle.partitioner() != nullptr);
    CHECK(middle.join(middle).count() == 300);
  });
}

TEST_CASE("checkpoints stay when the program ends, unless they are to be cleaned") {
  for (bool clean : {false, true}) {
    forEachSession(
        [clean](Session& session) {
          TempDir directory(std::filesystem::temp_directory_path());
          session.setCheckpointDir(directory.path());
          {
            auto rows = session.range(0, 100, 1, 2);
            rows.checkpoint();
            rows.count();
            CHECK(!filesBeneath(directory.path()).empty());
          }
          auto files = [&] {
            auto left = filesBeneath(directory.path());
            std::erase_if(left, [](const std::string& path) { return std::filesystem::is_directory(path); });
            return left;
          };
          if (clean) {
            CHECK(becomesTrue([&] { return files().empty(); }));
          } else {
            CHECK(!files().empty());
          }
        },
        Conf().set("ferro.cleaner.referenceTracking.cleanCheckpoints", clean));
  }
}

TEST_CASE("a checkpoint without a directory says what to do") {
  forEachSession([](Session& session) {
    Error error = errorOf([&] { session.range(0, 10).checkpoint(); });
    CHECK(error.code() == ErrorCode::kInvalidArgument);
    CHECK_THAT(error.what(), Catch::Contains("setCheckpointDir"));
  });
}

TEST_CASE("a checkpoint that cannot be written fails the job and leaves nothing") {
  forEachSession([](Session& session) {
    TempDir directory(std::filesystem::temp_directory_path());
    std::ofstream(directory.path() + "/file") << "in the way";
    session.setCheckpointDir(directory.path() + "/file");
    auto rows = session.range(0, 10);
    rows.checkpoint();
    Error error = errorOf([&] { rows.count(); });
    CHECK_THAT(error.what(), Catch::Contains(directory.path()));
    CHECK(filesBeneath(directory.path()).size() == 1);
  });
}

TEST_CASE("a local checkpoint needs no directory, and its blocks go with the Rdd") {
  forEachSession([](Session& session) {
    auto computed = session.longAccumulator();
    {
      auto rows = countedPairs(session, computed);
      rows.localCheckpoint();
      const auto expected = rows.collect();
      CHECK(rows.isCheckpointed());
      CHECK(numLines(rows.toDebugString()) == 1);
      CHECK(rows.collect() == expected);
      CHECK(computed.value() == 300);
    }
    CHECK(becomesTrue([&] { return bytesHeld(session) == 0; }));
  });
}

TEST_CASE("an iteration that checkpoints its rows keeps its lineage short") {
  forEachSession([](Session& session) {
    TempDir directory(std::filesystem::temp_directory_path());
    session.setCheckpointDir(directory.path());
    Rdd<int64_t> rows = session.range(0, 100, 1, 2);
    for (int round = 1; round <= 30; ++round) {
      rows = rows.map([](int64_t x) { return x + 1; });
      if (round % 10 == 0) {
        rows.checkpoint();
        CHECK(rows.first() == round);
        CHECK(numLines(rows.toDebugString()) == 1);
      }
    }
    CHECK(rows.sum() == 4950 + 3'000);
  });
}

}  // namespace ferro::test
