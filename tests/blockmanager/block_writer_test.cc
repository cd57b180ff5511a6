#include "ferro/blockmanager/block_writer.h"

#include <string>
#include <vector>

#include <arrow/array/array_primitive.h>
#include <arrow/record_batch.h>

#include "ferro/common/temp_dir.h"
#include "ferro_test.h"
#include "sample_blocks.h"

using namespace ferro;
using test::kKilobyte;

namespace {

constexpr int64_t kRowsInBatch = 10 * kKilobyte / 8;

// A manager with room for ten batches.
struct WriterStore {
  TempDir root{"/tmp"};
  MemoryArbiter arbiter{100 * kKilobyte, 0.5};
  LocalDirs dirs{{root.path()}};
  BlockManager manager{arbiter, dirs};

  int64_t filesOnDisk() const { return test::filesIn(dirs.directories().front()); }
};

void addBatches(BlockWriter& writer, int64_t batches) {
  for (int64_t i = 0; i < batches; ++i) writer.add(test::numbers(kRowsInBatch, i * kRowsInBatch, writer.pool()));
}

// The rows that addBatches wrote, in order, or a failed check.
void checkRows(std::unique_ptr<BatchSource> source, int64_t batches) {
  int64_t next = 0;
  bool inOrder = true;
  while (auto batch = source->next()) {
    for (int64_t value : test::valuesOf(Block({batch}))) inOrder = inOrder && value == next++;
  }
  CHECK(inOrder);
  CHECK(next == batches * kRowsInBatch);
}

BlockWriter openWriter(WriterStore& store, StorageLevel level, int partition = 0) {
  return BlockWriter(store.manager, BlockId::rdd(1, partition), level, test::numbers(0)->schema());
}

}  // namespace

TEST_CASE("a block written batch by batch is in memory when it fits, and counted as it grows") {
  WriterStore store;
  BlockWriter writer = openWriter(store, StorageLevel::MEMORY_ONLY);
  addBatches(writer, 4);
  CHECK(store.arbiter.storageUsed() == 40 * kKilobyte);
  CHECK_FALSE(store.manager.contains(BlockId::rdd(1, 0)));
  checkRows(writer.finish(), 4);
  CHECK(writer.stored());
  CHECK(store.manager.status(BlockId::rdd(1, 0))->memSize == 40 * kKilobyte);
  CHECK(store.arbiter.used() == 40 * kKilobyte);
}

TEST_CASE("a partition bigger than memory is cached on disk if it may be, and mapped from there") {
  WriterStore store;
  BlockWriter writer = openWriter(store, StorageLevel::MEMORY_AND_DISK);
  addBatches(writer, 30);
  checkRows(writer.finish(), 30);
  CHECK(writer.stored());
  CHECK(store.arbiter.used() == 0);
  CHECK(store.arbiter.peak() <= store.arbiter.limit());
  CHECK(store.manager.get(BlockId::rdd(1, 0))->rows() == 30 * kRowsInBatch);
}

TEST_CASE("a partition bigger than memory that may not go to disk is not cached, but its rows can be read") {
  WriterStore store;
  {
    BlockWriter writer = openWriter(store, StorageLevel::MEMORY_ONLY);
    addBatches(writer, 30);
    checkRows(writer.finish(), 30);
    CHECK_FALSE(writer.stored());
    CHECK_FALSE(store.manager.contains(BlockId::rdd(1, 0)));
  }
  CHECK(store.arbiter.used() == 0);
  CHECK(store.filesOnDisk() == 0);
}

TEST_CASE("a growing block evicts blocks of other Rdds and spares those of its own") {
  WriterStore store;
  for (int partition = 1; partition <= 4; ++partition) {
    REQUIRE(store.manager.put(BlockId::rdd(1, partition), test::blockOf(10 * kKilobyte), StorageLevel::MEMORY_ONLY));
    REQUIRE(store.manager.put(BlockId::rdd(2, partition), test::blockOf(10 * kKilobyte), StorageLevel::MEMORY_ONLY));
  }
  BlockWriter writer = openWriter(store, StorageLevel::MEMORY_ONLY);
  addBatches(writer, 7);
  checkRows(writer.finish(), 7);
  CHECK_FALSE(writer.stored());
  for (int partition = 1; partition <= 4; ++partition) {
    CHECK(store.manager.contains(BlockId::rdd(1, partition)));
    CHECK_FALSE(store.manager.contains(BlockId::rdd(2, partition)));
  }
}

TEST_CASE("a DISK_ONLY block never asks for memory") {
  WriterStore store;
  BlockWriter writer = openWriter(store, StorageLevel::DISK_ONLY);
  addBatches(writer, 3);
  CHECK(store.arbiter.used() == 0);
  checkRows(writer.finish(), 3);
  CHECK(store.manager.status(BlockId::rdd(1, 0))->diskSize > 30 * kKilobyte);
}

TEST_CASE("a block without batches is stored as such") {
  const StorageLevel level = GENERATE(StorageLevel::MEMORY_ONLY, StorageLevel::DISK_ONLY);
  WriterStore store;
  BlockWriter writer = openWriter(store, level);
  CHECK(writer.finish()->next() == nullptr);
  REQUIRE(store.manager.get(BlockId::rdd(1, 0)) != nullptr);
  CHECK(store.manager.get(BlockId::rdd(1, 0))->rows() == 0);
}

TEST_CASE("a writer that is given up leaves nothing") {
  const int64_t batches = GENERATE(3, 30);
  WriterStore store;
  {
    BlockWriter writer = openWriter(store, StorageLevel::MEMORY_AND_DISK);
    addBatches(writer, batches);
  }
  CHECK(store.arbiter.used() == 0);
  CHECK(store.filesOnDisk() == 0);
  CHECK(store.manager.blocks().empty());
}
