#include <atomic>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "ferro/blockmanager/block_manager.h"
#include "ferro/blockmanager/memory_consumer.h"
#include "ferro/common/temp_dir.h"
#include "ferro_test.h"
#include "sample_blocks.h"

using namespace ferro;
using test::kKilobyte;

namespace {

constexpr int kRdds = 4;
constexpr int kPartitions = 30;

StorageLevel anyLevel(std::mt19937& random) {
  switch (random() % 4) {
    case 0: return StorageLevel::DISK_ONLY;
    case 1: return StorageLevel::MEMORY_ONLY;
    default: return StorageLevel::MEMORY_AND_DISK;
  }
}

// What one thread of the load does, and what it saw go wrong.
class Load {
 public:
  Load(MemoryArbiter& arbiter, BlockManager& manager, unsigned seed)
      : arbiter_(arbiter), manager_(manager), random_(seed), claim_(arbiter, "load") {}

  void run() {
    for (int round = 0; round < 400; ++round) {
      step();
      if (arbiter_.used() > arbiter_.limit()) ++wrong;
    }
  }

  int wrong = 0;

 private:
  void step() {
    const int rdd = static_cast<int>(random_() % kRdds);
    const int partition = static_cast<int>(random_() % kPartitions);
    const BlockId id = BlockId::rdd(rdd, partition);
    switch (random_() % 10) {
      case 0: manager_.remove(id); break;
      case 1:
        if (random_() % 20 == 0) manager_.removeRdd(rdd);
        break;
      case 2:
      case 3:
        if (!claim_.tryGrow(static_cast<int64_t>(random_() % 20) * kKilobyte)) claim_.shrink(claim_.held());
        break;
      case 4:
      case 5:
      case 6: readAndCheck(id, partition); break;
      default: putAny(id, partition);
    }
  }

  void putAny(const BlockId& id, int partition) {
    const int64_t bytes = static_cast<int64_t>(random_() % 12 + 1) * kKilobyte;
    arrow::MemoryPool* pool = random_() % 2 == 0 ? nullptr : arbiter_.uncounted();
    manager_.put(id, test::blockOf(bytes, partition, pool), anyLevel(random_));
  }

  void readAndCheck(const BlockId& id, int partition) {
    auto block = manager_.get(id);
    if (block == nullptr) return;
    const std::vector<int64_t> values = test::valuesOf(*block);
    if (values.front() != partition || values.back() != partition + static_cast<int64_t>(values.size()) - 1) ++wrong;
  }

  MemoryArbiter& arbiter_;
  BlockManager& manager_;
  std::mt19937 random_;
  MemoryConsumer claim_;
};

}  // namespace

TEST_CASE("under random load from several threads the limit holds, values stay right and nothing is left behind") {
  const unsigned seed = GENERATE(11u, 12u, 13u);
  CAPTURE(seed);
  TempDir root("/tmp");
  MemoryArbiter arbiter(200 * kKilobyte, 0.5);
  {
    LocalDirs dirs({root.path() + "/a", root.path() + "/b"});
    BlockManager manager(arbiter, dirs);
    std::atomic<int> wrong{0};
    std::vector<std::thread> threads;
    for (unsigned thread = 0; thread < 4; ++thread) {
      threads.emplace_back([&, thread] {
        Load load(arbiter, manager, seed * 100 + thread);
        load.run();
        wrong += load.wrong;
      });
    }
    for (auto& thread : threads) thread.join();
    CHECK(wrong == 0);
    CHECK(arbiter.peak() <= arbiter.limit());
    CHECK(arbiter.used() == arbiter.storageUsed());
    for (int rdd = 0; rdd < kRdds; ++rdd) manager.removeRdd(rdd);
    CHECK(arbiter.used() == 0);
    for (const std::string& directory : dirs.directories()) CHECK(test::filesIn(directory) == 0);
  }
  CHECK(test::filesIn(root.path()) == 2);  // the roots themselves, which are the user's
}

TEST_CASE("a thread that grows evicts blocks while others put and read them, without waiting for ever") {
  TempDir root("/tmp");
  MemoryArbiter arbiter(100 * kKilobyte, 0.2);
  LocalDirs dirs({root.path()});
  BlockManager manager(arbiter, dirs);
  std::thread storing([&] {
    for (int round = 0; round < 300; ++round) {
      manager.put(BlockId::rdd(round % 7, round), test::blockOf(5 * kKilobyte, round), StorageLevel::MEMORY_AND_DISK);
      manager.get(BlockId::rdd((round - 20) % 7, round - 20));
    }
  });
  for (int round = 0; round < 300; ++round) {
    MemoryConsumer claim(arbiter, "sort buffer");
    while (claim.tryGrow(10 * kKilobyte)) {
    }
    CHECK(arbiter.used() <= arbiter.limit());
  }
  storing.join();
  for (int round = 0; round < 300; ++round) {
    auto block = manager.get(BlockId::rdd(round % 7, round));
    REQUIRE(block != nullptr);
    CHECK(test::valuesOf(*block).front() == round);
  }
}
