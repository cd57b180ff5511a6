// What is run again, and what is not, when map outputs get lost.
#include <atomic>
#include <map>
#include <mutex>

#include "ferro/blockmanager/damaged_block.h"
#include "ferro/shuffle/fetch_failed.h"
#include "gate.h"
#include "recording_listener.h"
#include "test_cluster.h"

using namespace ferro;

namespace {

// Counts how often each partition ran.
class Runs {
 public:
  int add(TaskContext& context) {
    std::lock_guard lock(mutex_);
    return ++counts_[context.partitionId()];
  }
  std::map<int, int> counts() {
    std::lock_guard lock(mutex_);
    return counts_;
  }

 private:
  std::mutex mutex_;
  std::map<int, int> counts_;
};

FakeWriter::Function counting(Runs& runs) {
  return [&runs](TaskContext& context) { runs.add(context); };
}

[[noreturn]] void lose(const ShufflePtr& shuffle, int map, TaskContext& context) {
  throw FetchFailed(shuffle->shuffleId(), map, context.partitionId(), std::nullopt, "it is gone");
}

SchedulerOptions attempts(int maxConsecutive) {
  SchedulerOptions options;
  options.maxConsecutiveAttempts = maxConsecutive;
  return options;
}

}  // namespace

TEST_CASE("a lost map output reruns only that map, and then what is missing of the reader") {
  TestCluster cluster({}, 1);
  Runs maps, reducers;
  auto shuffle = shuffleOf(source(5), counting(maps));
  std::atomic<bool> lost{false};
  auto results = cluster.run(reading({shuffle}, 4), [&](TaskContext& context) -> int64_t {
    const int run = reducers.add(context);
    if (context.partitionId() == 3 && !lost.exchange(true)) lose(shuffle, 2, context);
    return run;
  });
  CHECK(maps.counts() == std::map<int, int>{{0, 1}, {1, 1}, {2, 2}, {3, 1}, {4, 1}});
  CHECK(results[3] == 2);
  CHECK(reducers.counts() == std::map<int, int>{{0, 1}, {1, 1}, {2, 1}, {3, 2}});
  CHECK(cluster.outputs.isComplete(shuffle->shuffleId()));
  cluster.assertIdle();
}

TEST_CASE("a lost output of an earlier job is computed again, with all that stands behind it") {
  TestCluster cluster;
  Runs first, second;
  auto early = shuffleOf(source(2), counting(first));
  auto late = shuffleOf(reading({early}, 2), counting(second));
  auto node = reading({late}, 1);
  cluster.run(node);
  cluster.outputs.unregisterMapOutput(early->shuffleId(), 1);
  std::atomic<bool> lost{false};
  cluster.run(node, [&](TaskContext& context) -> int64_t {
    if (!lost.exchange(true)) lose(late, 0, context);
    return 0;
  });
  CHECK(first.counts() == std::map<int, int>{{0, 1}, {1, 2}});
  CHECK(second.counts() == std::map<int, int>{{0, 2}, {1, 1}});
  cluster.assertIdle();
}

TEST_CASE("lost input does not count as a failure of the task") {
  TestCluster cluster(attempts(10));
  auto shuffle = shuffleOf(source(1));
  std::atomic<int> losses{0};
  auto results = cluster.run(reading({shuffle}, 1), [&](TaskContext& context) -> int64_t {
    if (losses < 5) {
      ++losses;
      lose(shuffle, 0, context);
    }
    return context.attemptNumber();
  });
  CHECK(results == std::vector<int64_t>{0});
  cluster.assertIdle();
}

TEST_CASE("a stage that loses its input too often in a row fails its job") {
  TestCluster cluster(attempts(3));
  Runs runs;
  auto shuffle = shuffleOf(source(1));
  std::vector<int64_t> results;
  auto job = cluster.submit(
      reading({shuffle}, 1, "collect at main.cc:3"),
      [&](TaskContext& context) -> int64_t {
        runs.add(context);
        lose(shuffle, 0, context);
      },
      results);
  auto error = failureOf(job);
  REQUIRE(error);
  CHECK(error->code() == ErrorCode::kJobFailed);
  CHECK_THAT(error->what(),
             Catch::StartsWith("job 0 failed: stage 1 (collect at main.cc:3): gave up after 3 attempts in a "
                               "row that lost their input, the last one because map output 0 of shuffle "));
  CHECK(runs.counts()[0] == 3);
  cluster.assertIdle();
}

TEST_CASE("outputs that are lost one after another cost no attempts, as each is computed again") {
  TestCluster cluster(attempts(2));
  Runs maps;
  auto shuffle = shuffleOf(source(6), counting(maps));
  std::atomic<int> losses{0};
  cluster.run(reading({shuffle}, 1), [&](TaskContext& context) -> int64_t {
    if (const int map = losses++; map < 6) lose(shuffle, map, context);
    return 0;
  });
  CHECK(maps.counts() == std::map<int, int>{{0, 2}, {1, 2}, {2, 2}, {3, 2}, {4, 2}, {5, 2}});
  cluster.assertIdle();
}

TEST_CASE("outputs that are found lost together are computed again together") {
  TestCluster cluster(attempts(2), 1);
  Runs maps, reducers;
  auto shuffle = shuffleOf(source(6), counting(maps));
  std::atomic<bool> lost{false};
  cluster.run(reading({shuffle}, 1), [&](TaskContext& context) -> int64_t {
    reducers.add(context);
    if (lost.exchange(true)) return 0;
    FetchFailed failed(shuffle->shuffleId(), 1, context.partitionId(), std::nullopt, "it is gone");
    failed.others = {{3, std::nullopt}, {4, std::nullopt}};
    throw FetchFailed(failed);
  });
  CHECK(maps.counts() == std::map<int, int>{{0, 1}, {1, 2}, {2, 1}, {3, 2}, {4, 2}, {5, 1}});
  CHECK(reducers.counts() == std::map<int, int>{{0, 2}});
  cluster.assertIdle();
}

TEST_CASE("a damaged block is no failure of the task that read it, unless it happens again and again") {
  SchedulerOptions options;
  options.maxFailures = 1;
  TestCluster cluster(options);
  const int damages = GENERATE(1, 4, 100);
  std::atomic<int> met{0};
  std::vector<int64_t> results;
  auto job = cluster.submit(
      source(1),
      [&](TaskContext&) -> int64_t {
        if (met++ < damages) throw DamagedBlock("/no/such/file", "its checksum does not match");
        return 7;
      },
      results);
  const auto error = failureOf(job);
  CHECK(error.has_value() == (damages == 100));
  if (error) CHECK_THAT(error->what(), Catch::Contains("block file /no/such/file is damaged"));
  if (!error) CHECK(results == std::vector<int64_t>{7});
  cluster.assertIdle();
}

TEST_CASE("a late result of an old attempt is used, a late failure is not counted") {
  TestCluster cluster({}, 3);
  auto shuffle = shuffleOf(source(1));
  Gate secondAttempt;
  Counter started;
  Runs runs;
  auto results = cluster.run(reading({shuffle}, 3), [&](TaskContext& context) -> int64_t {
    const int run = runs.add(context);
    if (run == 1 && context.partitionId() == 2) {
      started.waitFor(2);
      lose(shuffle, 0, context);
    }
    if (run == 1) {
      started.arrive();
      secondAttempt.pass();
      if (context.partitionId() == 1) throw std::runtime_error("late failure");
      return 100;
    }
    if (context.partitionId() == 0) {
      secondAttempt.open();
      runUntilCancelled(context);
    }
    return run;
  });
  CHECK(results == std::vector<int64_t>{100, 2, 2});
  cluster.assertIdle();
}

TEST_CASE("a job ends when late results complete it while it waits for a rerun") {
  TestCluster cluster({}, 3);
  Gate mapRunsThirdTime;
  Counter started, gotFirst, gotSecond;
  Runs maps, runs;
  auto shuffle = shuffleOf(source(1), [&](TaskContext& context) {
    if (maps.add(context) < 3) return;
    mapRunsThirdTime.open();
    gotFirst.waitFor(1);
  });
  std::vector<int64_t> results;
  JobSpec job = cluster.spec(
      reading({shuffle}, 2),
      [&](TaskContext& context) -> int64_t {
        const int run = runs.add(context);
        if (context.partitionId() == 1) {
          started.waitFor(1);
          if (run == 1) lose(shuffle, 0, context);
          return 1;
        }
        started.arrive();
        if (run == 2) {
          gotSecond.waitFor(1);
          lose(shuffle, 0, context);
        }
        mapRunsThirdTime.pass();
        return 100;
      },
      results);
  job.onResult = [&](int index, std::unique_ptr<TaskValue>) { (index == 0 ? gotFirst : gotSecond).arrive(); };
  auto handle = cluster.runtime.dag().submit(std::move(job));
  CHECK(!failureOf(handle));
  CHECK(gotFirst.count() == 1);
  CHECK(gotSecond.count() == 1);
  cluster.assertIdle();
}

TEST_CASE("when a map that is not deterministic runs again, all that read it runs again") {
  TestCluster cluster;
  Runs first, second;
  Counter started;
  auto random = source(3);
  random->deterministic = false;
  auto early = shuffleOf(random, counting(first));
  auto late = shuffleOf(reading({early}, 2), [&](TaskContext& context) {
    const int run = second.add(context);
    started.arrive();
    started.waitFor(2);
    if (context.partitionId() == 1 && run == 1) lose(early, 0, context);
  });
  cluster.run(reading({late}, 1));
  CHECK(first.counts() == std::map<int, int>{{0, 2}, {1, 2}, {2, 2}});
  CHECK(second.counts() == std::map<int, int>{{0, 2}, {1, 2}});
  cluster.assertIdle();
}

namespace {

// Says that its output is that of an earlier task, as a store does that keeps the first commit.
class StaleWriter final : public TaskBody {
 public:
  explicit StaleWriter(Runs& runs) : runs_(runs) {}
  std::unique_ptr<TaskValue> run(TaskContext& context) const override {
    const int64_t attempt = runs_.add(context) == 2 ? 0 : context.taskAttemptId();
    return std::make_unique<MapStatusValue>(MapStatus{context.partitionId(), attempt, 0, {}});
  }
  std::unique_ptr<TaskValue> decodeValue(Decoder&) const override { return nullptr; }

 private:
  Runs& runs_;
};

}  // namespace

TEST_CASE("an output that was committed before its stage was rolled back is thrown away and made again") {
  TestCluster cluster;
  Runs maps;
  auto random = source(1);
  random->deterministic = false;
  const int shuffleId = 1'000'000;
  auto shuffle = std::make_shared<ShuffleDependency>(shuffleId, random, std::make_shared<StaleWriter>(maps), 1);
  std::atomic<bool> lost{false};
  cluster.run(reading({shuffle}, 1), [&](TaskContext& context) -> int64_t {
    if (!lost.exchange(true)) lose(shuffle, 0, context);
    return 0;
  });
  CHECK(maps.counts() == std::map<int, int>{{0, 3}});
  cluster.assertIdle();
}

TEST_CASE("a job that has delivered results of a stage that is not deterministic fails when that must run again") {
  TestCluster cluster({}, 1);
  auto random = source(2);
  random->deterministic = false;
  auto shuffle = shuffleOf(random);
  std::vector<int64_t> results;
  auto job = cluster.submit(
      reading({shuffle}, 2),
      [&](TaskContext& context) -> int64_t {
        if (context.partitionId() == 1) lose(shuffle, 0, context);
        return 0;
      },
      results);
  auto error = failureOf(job);
  REQUIRE(error);
  CHECK(error->code() == ErrorCode::kJobFailed);
  CHECK_THAT(error->what(), Catch::Contains("cannot be computed again with the same rows"));
  cluster.assertIdle();
}

TEST_CASE("a shuffle that is needed because a cached block went is computed on the way") {
  TestCluster cluster;
  Runs maps;
  auto shuffle = shuffleOf(source(2), counting(maps));
  auto cached = reading({shuffle}, 1);
  cached->setStorageLevel(StorageLevel::MEMORY_ONLY);
  cluster.environment.blocks().put(BlockId::rdd(cached->id(), 0),
                                   std::make_shared<Block>(std::vector<std::shared_ptr<arrow::RecordBatch>>{}),
                                   StorageLevel::MEMORY_ONLY);
  cluster.run(narrow({cached}));
  CHECK(maps.counts().empty());
  std::atomic<bool> lost{false};
  cluster.run(narrow({cached}), [&](TaskContext& context) -> int64_t {
    if (lost.exchange(true)) return 0;
    cluster.environment.blocks().removeRdd(cached->id());
    lose(shuffle, 0, context);
  });
  CHECK(maps.counts() == std::map<int, int>{{0, 1}, {1, 1}});
  cluster.assertIdle();
}
