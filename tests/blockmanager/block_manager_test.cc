#include "ferro/blockmanager/block_manager.h"

#include <string>
#include <vector>

#include <arrow/array/array_primitive.h>
#include <arrow/record_batch.h>

#include "ferro/blockmanager/memory_consumer.h"
#include "ferro/common/error.h"
#include "ferro/common/temp_dir.h"
#include "ferro_test.h"
#include "sample_blocks.h"

using namespace ferro;
using test::blockOf;
using test::kKilobyte;

namespace {

class Recorder : public BlockListener {
 public:
  void onBlockUpdated(const BlockStatus& status) override {
    updates.push_back(status.id.name + " mem " + std::to_string(status.memSize > 0) + " disk " +
                      std::to_string(status.diskSize > 0) + (status.level == StorageLevel::NONE ? " gone" : ""));
  }
  std::vector<std::string> updates;
};

// A manager with room for ten blocks of 10 KB, its listener and its directory.
struct Store {
  TempDir root{"/tmp"};
  MemoryArbiter arbiter{100 * kKilobyte, 0.5};
  LocalDirs dirs{{root.path()}};
  Recorder recorder;
  BlockManager manager{arbiter, dirs, &recorder};

  bool put(int rdd, int partition, StorageLevel level, int64_t bytes = 10 * kKilobyte) {
    return manager.put(BlockId::rdd(rdd, partition), blockOf(bytes, partition), level);
  }
  bool has(int rdd, int partition) const { return manager.contains(BlockId::rdd(rdd, partition)); }
  bool isInMemory(int rdd, int partition) const {
    auto status = manager.status(BlockId::rdd(rdd, partition));
    return status && status->memSize > 0;
  }
  int64_t filesOnDisk() const { return test::filesIn(dirs.directories().front()); }
};

}  // namespace

TEST_CASE("a block that was put is found again, and one that was not is null") {
  Store store;
  REQUIRE(store.put(1, 0, StorageLevel::MEMORY_ONLY));
  auto block = store.manager.get(BlockId::rdd(1, 0));
  REQUIRE(block != nullptr);
  CHECK(block->rows() == 10 * kKilobyte / 8);
  CHECK(store.arbiter.used() == 10 * kKilobyte);
  CHECK(store.arbiter.storageUsed() == 10 * kKilobyte);
  CHECK(store.manager.get(BlockId::rdd(1, 1)) == nullptr);
}

TEST_CASE("putting a block twice keeps the first") {
  Store store;
  const BlockId id = BlockId::rdd(1, 0);
  REQUIRE(store.manager.put(id, blockOf(64, 1), StorageLevel::MEMORY_ONLY));
  REQUIRE(store.manager.put(id, blockOf(64, 1000), StorageLevel::MEMORY_ONLY));
  CHECK(test::valuesOf(*store.manager.get(id)).front() == 1);
  CHECK(store.arbiter.used() == 64);
}

TEST_CASE("a block must have a storage level") {
  Store store;
  CHECK_THROWS_AS(store.put(1, 0, StorageLevel::NONE), Error);
}

TEST_CASE("the least recently used block of another Rdd is evicted first") {
  Store store;
  for (int partition = 0; partition < 10; ++partition) REQUIRE(store.put(1, partition, StorageLevel::MEMORY_ONLY));
  store.manager.get(BlockId::rdd(1, 0));
  REQUIRE(store.put(2, 0, StorageLevel::MEMORY_ONLY));
  CHECK(store.has(1, 0));
  CHECK_FALSE(store.has(1, 1));
  CHECK(store.has(1, 2));
  CHECK(store.arbiter.used() == 100 * kKilobyte);
}

TEST_CASE("looking at a block's status does not count as using it") {
  Store store;
  for (int partition = 0; partition < 10; ++partition) REQUIRE(store.put(1, partition, StorageLevel::MEMORY_ONLY));
  CHECK(store.manager.contains(BlockId::rdd(1, 0)));
  CHECK(store.manager.blocks().size() == 10);
  REQUIRE(store.put(2, 0, StorageLevel::MEMORY_ONLY));
  CHECK_FALSE(store.has(1, 0));
}

TEST_CASE("a block is never evicted for another block of the same Rdd") {
  Store store;
  for (int partition = 0; partition < 10; ++partition) REQUIRE(store.put(1, partition, StorageLevel::MEMORY_ONLY));
  CHECK_FALSE(store.put(1, 10, StorageLevel::MEMORY_ONLY));
  for (int partition = 0; partition < 10; ++partition) CHECK(store.has(1, partition));
}

TEST_CASE("a block of the same Rdd that finds no memory goes to disk if it may") {
  Store store;
  for (int partition = 0; partition < 12; ++partition) REQUIRE(store.put(1, partition, StorageLevel::MEMORY_AND_DISK));
  CHECK(store.isInMemory(1, 9));
  CHECK_FALSE(store.isInMemory(1, 10));
  CHECK(test::valuesOf(*store.manager.get(BlockId::rdd(1, 11))).front() == 11);
  CHECK(store.filesOnDisk() == 2);
}

TEST_CASE("a block that cannot fit evicts nothing") {
  Store store;
  for (int partition = 0; partition < 10; ++partition) REQUIRE(store.put(1, partition, StorageLevel::MEMORY_ONLY));
  CHECK_FALSE(store.put(2, 0, StorageLevel::MEMORY_ONLY, 110 * kKilobyte));
  CHECK(store.manager.blocks().size() == 10);
}

TEST_CASE("a block that somebody reads is not evicted, by its block or by a batch of it") {
  Store store;
  for (int partition = 0; partition < 10; ++partition) REQUIRE(store.put(1, partition, StorageLevel::MEMORY_ONLY));
  auto block = store.manager.get(BlockId::rdd(1, 0));
  auto batch = store.manager.get(BlockId::rdd(1, 1))->batches().front();
  for (int partition = 0; partition < 8; ++partition) REQUIRE(store.put(2, partition, StorageLevel::MEMORY_ONLY));
  CHECK_FALSE(store.put(2, 8, StorageLevel::MEMORY_ONLY));
  CHECK(store.has(1, 0));
  CHECK(store.has(1, 1));
}

TEST_CASE("a MEMORY_AND_DISK block that is evicted comes back from disk with the same values") {
  Store store;
  REQUIRE(store.put(1, 7, StorageLevel::MEMORY_AND_DISK));
  const auto before = test::valuesOf(*store.manager.get(BlockId::rdd(1, 7)));
  for (int partition = 0; partition < 10; ++partition) REQUIRE(store.put(2, partition, StorageLevel::MEMORY_ONLY));
  CHECK_FALSE(store.isInMemory(1, 7));
  CHECK(test::valuesOf(*store.manager.get(BlockId::rdd(1, 7))) == before);
  CHECK(store.arbiter.used() == 100 * kKilobyte);
}

TEST_CASE("a DISK_ONLY block takes no memory") {
  Store store;
  REQUIRE(store.put(1, 0, StorageLevel::DISK_ONLY, 500 * kKilobyte));
  CHECK(store.arbiter.used() == 0);
  CHECK(store.manager.get(BlockId::rdd(1, 0))->rows() == 500 * kKilobyte / 8);
  auto status = store.manager.status(BlockId::rdd(1, 0));
  REQUIRE(status);
  CHECK(status->memSize == 0);
  CHECK(status->diskSize > 500 * kKilobyte);
}

TEST_CASE("a level for two copies is accepted, and one process holds one") {
  Store store;
  REQUIRE(store.put(1, 0, StorageLevel::MEMORY_ONLY_2));
  CHECK(store.arbiter.used() == 10 * kKilobyte);
  CHECK(store.manager.status(BlockId::rdd(1, 0))->level == StorageLevel::MEMORY_ONLY_2);
}

TEST_CASE("blocks without rows or without batches are stored and mapped like others") {
  Store store;
  REQUIRE(store.manager.put(BlockId::rdd(1, 0), std::make_shared<const Block>(Block({})), StorageLevel::DISK_ONLY));
  REQUIRE(store.manager.put(BlockId::rdd(1, 1), blockOf(0), StorageLevel::DISK_ONLY));
  REQUIRE(store.manager.put(BlockId::rdd(1, 2), blockOf(0), StorageLevel::MEMORY_ONLY));
  CHECK(store.manager.get(BlockId::rdd(1, 0))->batches().empty());
  CHECK(store.manager.get(BlockId::rdd(1, 1))->batches().size() == 1);
  CHECK(store.manager.get(BlockId::rdd(1, 2))->rows() == 0);
}

TEST_CASE("execution evicts storage down to its floor and no further") {
  Store store;
  for (int partition = 0; partition < 10; ++partition) REQUIRE(store.put(1, partition, StorageLevel::MEMORY_ONLY));
  MemoryConsumer claim(store.arbiter, "sort buffer");
  claim.grow(20 * kKilobyte);
  CHECK(store.arbiter.storageUsed() == 80 * kKilobyte);
  CHECK_FALSE(store.has(1, 0));
  CHECK(store.has(1, 2));
  claim.grow(30 * kKilobyte);
  CHECK(store.arbiter.storageUsed() == 50 * kKilobyte);
  CHECK_THROWS_WITH(claim.grow(10 * kKilobyte), Catch::Contains("held by: cached blocks 50.0 KB, sort buffer 50.0 KB"));
  CHECK(store.arbiter.storageUsed() == 50 * kKilobyte);
}

TEST_CASE("storage may use all memory that execution leaves free, and does not push execution out") {
  Store store;
  MemoryConsumer claim(store.arbiter, "sort buffer");
  claim.grow(35 * kKilobyte);
  for (int partition = 0; partition < 6; ++partition) CHECK(store.put(1, partition, StorageLevel::MEMORY_ONLY));
  CHECK_FALSE(store.put(1, 6, StorageLevel::MEMORY_ONLY));
  CHECK(claim.held() == 35 * kKilobyte);
}

TEST_CASE("buffers that came from the arbiter are not counted twice when they are cached") {
  Store store;
  REQUIRE(store.manager.put(BlockId::rdd(1, 0), blockOf(10 * kKilobyte, 0, &store.arbiter), StorageLevel::MEMORY_ONLY));
  CHECK(store.arbiter.used() == 10 * kKilobyte);
  CHECK(store.arbiter.storageUsed() == 10 * kKilobyte);
  CHECK(store.arbiter.holdersTable() == "cached blocks 10.0 KB");
  store.manager.remove(BlockId::rdd(1, 0));
  CHECK(store.arbiter.used() == 0);
  CHECK(store.arbiter.storageUsed() == 0);
}

TEST_CASE("a slice counts as the whole buffer it keeps alive, once") {
  Store store;
  auto batch = test::numbers(10 * kKilobyte / 8);
  auto block = std::make_shared<const Block>(Block({batch->Slice(0, 10), batch->Slice(20, 10)}));
  batch.reset();
  REQUIRE(store.manager.put(BlockId::rdd(1, 0), block, StorageLevel::MEMORY_ONLY));
  CHECK(store.arbiter.used() == 10 * kKilobyte);
}

TEST_CASE("a removed block leaves neither memory nor file, and a reader keeps what it has") {
  Store store;
  REQUIRE(store.put(1, 0, StorageLevel::MEMORY_ONLY));
  REQUIRE(store.put(1, 1, StorageLevel::DISK_ONLY));
  auto fromMemory = store.manager.get(BlockId::rdd(1, 0));
  auto fromDisk = store.manager.get(BlockId::rdd(1, 1));
  store.manager.remove(BlockId::rdd(1, 0));
  store.manager.remove(BlockId::rdd(1, 1));
  store.manager.remove(BlockId::rdd(1, 2));
  CHECK(store.manager.blocks().empty());
  CHECK(store.filesOnDisk() == 0);
  CHECK(test::valuesOf(*fromDisk).front() == 1);
  CHECK(store.arbiter.used() == 10 * kKilobyte);
  fromMemory.reset();
  CHECK(store.arbiter.used() == 0);
}

TEST_CASE("removing an Rdd removes all its blocks and no others") {
  Store store;
  for (int partition = 0; partition < 3; ++partition) {
    REQUIRE(store.put(1, partition, StorageLevel::MEMORY_AND_DISK));
    REQUIRE(store.put(11, partition, StorageLevel::DISK_ONLY));
  }
  store.manager.removeRdd(1);
  CHECK(store.manager.blocks().size() == 3);
  CHECK(store.has(11, 2));
  CHECK(store.arbiter.used() == 0);
}

TEST_CASE("the listener hears of every change of a block") {
  Store store;
  for (int partition = 0; partition < 10; ++partition) REQUIRE(store.put(1, partition, StorageLevel::MEMORY_AND_DISK));
  store.recorder.updates.clear();
  REQUIRE(store.put(2, 0, StorageLevel::MEMORY_ONLY));
  store.manager.remove(BlockId::rdd(1, 0));
  CHECK(store.recorder.updates ==
        std::vector<std::string>{"rdd_1_0 mem 0 disk 1", "rdd_2_0 mem 1 disk 0", "rdd_1_0 mem 0 disk 0 gone"});
}

TEST_CASE("nothing is left behind by a block manager that goes") {
  TempDir root("/tmp");
  MemoryArbiter arbiter(100 * kKilobyte, 0.5);
  {
    LocalDirs dirs({root.path()});
    BlockManager manager(arbiter, dirs);
    for (int partition = 0; partition < 20; ++partition) {
      REQUIRE(manager.put(BlockId::rdd(1, partition), blockOf(10 * kKilobyte), StorageLevel::MEMORY_AND_DISK));
    }
  }
  CHECK(arbiter.used() == 0);
  CHECK(arbiter.storageUsed() == 0);
  CHECK(test::filesIn(root.path()) == 0);
}
