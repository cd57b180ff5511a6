// Settings as a session takes them.
#include "ferro/engine/session_core.h"
#include "session_grid.h"

namespace ferro::test {

TEST_CASE("a setting that is not known names the nearest one") {
  Error error = errorOf([] { Conf().set("ferro.default.paralelism", 4); });
  CHECK(error.code() == ErrorCode::kInvalidConf);
  CHECK_THAT(error.what(), Catch::Contains("ferro.default.paralelism") && Catch::Contains("ferro.default.parallelism"));
  std::string program = "program", setting = "--ferro.mster=local[2]";
  char* arguments[] = {program.data(), setting.data(), nullptr};
  int count = 2;
  CHECK_THAT(errorOf([&] { Session session(count, arguments); }).what(), Catch::Contains("ferro.master"));
}

TEST_CASE("settings among the arguments are taken out, the program's own stay") {
  std::string program = "program", setting = "--ferro.master=local[2]", own = "--verbose", file = "in.txt";
  char* arguments[] = {program.data(), setting.data(), own.data(), file.data(), nullptr};
  int count = 4;
  Session session(count, arguments);
  CHECK(count == 3);
  CHECK(std::string(arguments[1]) == "--verbose");
  CHECK(std::string(arguments[2]) == "in.txt");
  CHECK(session.master() == "local[2]");
  CHECK(session.appName() == "program");
}

TEST_CASE("a master that is not there is an error that says what is") {
  const Error error = errorOf([] { localConf("yarn"); });
  CHECK(error.code() == ErrorCode::kInvalidConf);
  CHECK_THAT(error.what(), Catch::Contains("local[N]"));
}

TEST_CASE("ferro.default.parallelism is the number of partitions nobody gives") {
  forEachSession(
      [](Session& session) {
        CHECK(session.defaultParallelism() == 5);
        CHECK(session.range(0, 10).numPartitions() == 5);
        CHECK(session.parallelize({1, 2, 3}).numPartitions() == 5);
        auto pairs = session.range(0, 10, 1, 2).keyBy([](int64_t x) { return x; });
        CHECK(pairs.groupByKey().numPartitions() == 5);
        CHECK(pairs.join(pairs).numPartitions() == 5);
      },
      Conf().set("ferro.default.parallelism", 5));
  withSession(localConf("local[3]"), [](Session& session) { CHECK(session.range(0, 10).numPartitions() == 3); });
}

TEST_CASE("ferro.memory.fraction of the memory is what blocks and tasks share") {
  withSession(localConf("local[2]").set("ferro.driver.memory", "100m").set("ferro.memory.fraction", 0.5),
              [](Session& session) { CHECK(session.core()->services()->environment.memory().limit() == 50 << 20); });
}

TEST_CASE("ferro.memory.storageFraction of the memory is what tasks leave to cached blocks") {
  // Six megabytes cached, then a shuffle and a sort that could use all of the ten.
  auto recomputed = [](double fraction) {
    int64_t again = 0;
    withSession(localConf("local[1]")
                    .set("ferro.driver.memory", "10m")
                    .set("ferro.memory.fraction", 1.0)
                    .set("ferro.memory.storageFraction", fraction),
                [&](Session& session) {
                  auto computed = session.longAccumulator();
                  auto cached =
                      session.range(0, 750'000, 1, 6)
                          .map([](int64_t x, const Accumulator<int64_t>& total) { return total.add(1), x; }, computed)
                          .persist(StorageLevel::MEMORY_ONLY);
                  cached.count();
                  REQUIRE(computed.value() == 750'000);
                  session.range(0, 1'000'000, 1, 2).keyBy([](int64_t x) { return -x; }).sortByKey(true, 1).count();
                  cached.count();
                  again = computed.value() - 750'000;
                });
    return again;
  };
  CHECK(recomputed(0.9) == 0);
  CHECK(recomputed(0.0) > 0);
}

TEST_CASE("ferro.driver.maxResultSize refuses results that would not fit, and says what to do") {
  withSession(localConf("local[2]").set("ferro.driver.maxResultSize", "100k"), [](Session& session) {
    CHECK(session.range(0, 1'000).collect().size() == 1'000);
    Error error = errorOf([&] { session.range(0, 100'000).collect(); });
    CHECK(error.code() == ErrorCode::kOutOfMemory);
    CHECK_THAT(error.what(), Catch::Contains("ferro.driver.maxResultSize") && Catch::Contains("toLocalIterator"));
    CHECK(session.range(0, 100'000).count() == 100'000);
  });
}

TEST_CASE("ferro.checkpoint.dir is where checkpoints go when nobody names a directory") {
  TempDir directory(std::filesystem::temp_directory_path());
  withSession(localConf("local[2]").set("ferro.checkpoint.dir", directory.path() + "/kept"), [](Session& session) {
    auto rows = session.range(0, 100);
    rows.checkpoint();
    CHECK(rows.count() == 100);
    CHECK(rows.isCheckpointed());
  });
  CHECK(!filesBeneath(directory.path() + "/kept").empty());
}

TEST_CASE("a task that takes more cpus than there are is refused at the start") {
  Error error = errorOf([] { Session session(localConf("local[2]").set("ferro.task.cpus", 3)); });
  CHECK(error.code() == ErrorCode::kInvalidConf);
  CHECK_THAT(error.what(), Catch::Contains("ferro.task.cpus"));
  withSession(localConf("local[2]"), [](Session& session) { CHECK(session.range(0, 10).count() == 10); });
}

TEST_CASE("local directories are those of ferro.local.dir") {
  TempDir directory(std::filesystem::temp_directory_path());
  {
    Session session(localConf("local[2]").set("ferro.local.dir", directory.path() + "/a," + directory.path() + "/b"));
    auto rows = session.range(0, 1'000, 1, 8).persist(StorageLevel::DISK_ONLY);
    CHECK(rows.count() == 1'000);
    CHECK(std::filesystem::exists(directory.path() + "/a"));
    CHECK(std::filesystem::exists(directory.path() + "/b"));
    CHECK(filesBeneath(directory.path()).size() > 4);
  }
  CHECK(filesBeneath(directory.path()).size() == 2);
}

}  // namespace ferro::test
