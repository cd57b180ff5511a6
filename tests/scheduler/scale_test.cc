// Long lineages, many tasks, many driver threads.
#include <atomic>
#include <chrono>
#include <random>
#include <thread>

#include "test_cluster.h"

using namespace ferro;

namespace {

double secondsSince(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

TEST_CASE("ten thousand empty tasks take little time") {
  TestCluster cluster;
  auto node = source(10'000);
  cluster.run(node);
  const auto begin = std::chrono::steady_clock::now();
  cluster.run(node);
  const double seconds = secondsSince(begin);
  WARN("10,000 empty tasks on 2 threads: " << seconds << " s");
  CHECK(seconds < 5);  // with room for sanitizers and busy machines
}

TEST_CASE("a job over a hundred thousand narrow steps runs") {
  TestCluster cluster;
  auto node = source(2);
  for (int i = 0; i < 100'000; ++i) node = narrow({node});
  const auto begin = std::chrono::steady_clock::now();
  CHECK(cluster.run(node) == std::vector<int64_t>{0, 1});
  WARN("a job over 100,000 narrow steps: " << secondsSince(begin) << " s");
  cluster.assertIdle();
}

TEST_CASE("a job over a thousand chained shuffles runs, and runs again without its stages") {
  TestCluster cluster;
  std::atomic<int> maps{0};
  auto node = source(2);
  for (int i = 0; i < 1000; ++i) node = reading({shuffleOf(node, [&](TaskContext&) { ++maps; })}, 2);
  auto begin = std::chrono::steady_clock::now();
  cluster.run(node);
  WARN("1,000 chained shuffles: " << secondsSince(begin) << " s");
  CHECK(maps == 2000);
  begin = std::chrono::steady_clock::now();
  cluster.run(node);
  WARN("the same with all outputs there: " << secondsSince(begin) << " s");
  CHECK(maps == 2000);
  cluster.assertIdle();
}

TEST_CASE("eight driver threads run jobs over shared and own shuffles at once") {
  const unsigned seed = std::random_device()();
  INFO("seed " << seed);
  TestCluster cluster(TestCluster::retrying(3), 4);
  std::atomic<int> sharedMaps{0};
  auto shared = shuffleOf(source(8), [&](TaskContext&) { ++sharedMaps; });
  std::atomic<int> wrong{0};
  std::vector<std::thread> drivers;
  for (unsigned driver = 0; driver < 8; ++driver) {
    drivers.emplace_back([&, driver] {
      std::mt19937 random(seed + driver);
      for (int job = 0; job < 20; ++job) {
        const int partitions = 1 + static_cast<int>(random() % 20);
        auto own = shuffleOf(source(3));
        auto results = cluster.run(reading({shared, own}, partitions), [](TaskContext& context) -> int64_t {
          if (context.partitionId() % 5 == 4 && context.attemptNumber() < 2) throw std::runtime_error("flaky");
          return context.partitionId();
        });
        for (int partition = 0; partition < partitions; ++partition) {
          wrong += results[static_cast<size_t>(partition)] != partition;
        }
      }
    });
  }
  for (std::thread& driver : drivers) driver.join();
  CHECK(wrong == 0);
  CHECK(sharedMaps == 8);
  cluster.assertIdle();
}

TEST_CASE("jobs that are cancelled at random moments leave nothing behind") {
  const unsigned seed = std::random_device()();
  INFO("seed " << seed);
  TestCluster cluster({}, 4);
  auto shared = shuffleOf(reading({shuffleOf(source(5))}, 5));
  std::vector<std::thread> drivers;
  for (unsigned driver = 0; driver < 4; ++driver) {
    drivers.emplace_back([&, driver] {
      std::mt19937 random(seed + driver);
      for (int round = 0; round < 50; ++round) {
        std::vector<int64_t> results;
        auto job = cluster.submit(
            reading({shared, shuffleOf(source(4))}, 10),
            [](TaskContext& context) -> int64_t {
              context.throwIfCancelled();
              return 1;
            },
            results);
        for (unsigned spin = random() % 2000; spin > 0; --spin) std::this_thread::yield();
        job.cancel();
        failureOf(job);
      }
    });
  }
  for (std::thread& driver : drivers) driver.join();
  cluster.assertIdle();
}
