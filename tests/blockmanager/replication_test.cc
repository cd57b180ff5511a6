#include <string>
#include <vector>

#include <arrow/record_batch.h>

#include "block_cluster.h"
#include "ferro/blockmanager/block_writer.h"
#include "ferro/blockmanager/replica_targets.h"
#include "ferro_test.h"
#include "sample_blocks.h"

using namespace ferro;
using test::blockOf;
using test::DriverNode;
using test::ExecutorNode;
using test::kMegabyte;

namespace {

const BlockId kReplicated = BlockId::rdd(1, 0);

// What the driver does when it has lost an executor.
void loseAndReplicate(DriverNode& driver, const std::string& executorId) {
  const LostBlocks lost = driver.locations.removeExecutor(executorId);
  for (const ReplicationOrder& order : planReplication(driver.locations, lost.missingReplicas)) {
    driver.pool.callAndWait(order.holder.address(), {block_messages::kReplicateBlock, encodeBody(order), {}},
                            std::chrono::seconds(10));
  }
}

}  // namespace

TEST_CASE("a block of a level with two copies is on two executors when put returns") {
  DriverNode driver;
  ExecutorNode a(driver, "a");
  ExecutorNode b(driver, "b");
  for (const StorageLevel level : {StorageLevel::MEMORY_ONLY_2, StorageLevel::DISK_ONLY_2}) {
    REQUIRE(a.blocks.put(kReplicated, blockOf(kMegabyte), level));
    auto copy = b.blocks.get(kReplicated);
    REQUIRE(copy != nullptr);
    CHECK(test::valuesOf(*copy) == test::valuesOf(*blockOf(kMegabyte)));
    CHECK(b.blocks.status(kReplicated)->level == level);
    CHECK(driver.hearsOf(kReplicated, 2));
    a.blocks.remove(kReplicated);
    b.blocks.remove(kReplicated);
    CHECK(driver.hearsOf(kReplicated, 0));
  }
  REQUIRE(a.blocks.put(kReplicated, blockOf(kMegabyte), StorageLevel::MEMORY_ONLY));
  CHECK_FALSE(b.blocks.contains(kReplicated));
}

TEST_CASE("a block that a task writes batch by batch is replicated too") {
  DriverNode driver;
  ExecutorNode a(driver, "a");
  ExecutorNode b(driver, "b");
  for (const StorageLevel level : {StorageLevel::MEMORY_AND_DISK_2, StorageLevel::DISK_ONLY_2}) {
    BlockWriter writer(a.blocks, kReplicated, level, test::numbers(1)->schema());
    for (int i = 0; i < 5; ++i) writer.add(test::numbers(1000, i * 1000));
    writer.finish();
    auto copy = b.blocks.get(kReplicated);
    REQUIRE(copy != nullptr);
    CHECK(test::valuesOf(*copy) == test::valuesOf(*blockOf(5000 * 8)));
    a.blocks.remove(kReplicated);
    b.blocks.remove(kReplicated);
  }
}

TEST_CASE("without another executor, or when it dies, a block has one copy and the task does not fail") {
  DriverNode driver;
  ExecutorNode a(driver, "a");
  CHECK(a.blocks.put(kReplicated, blockOf(kMegabyte), StorageLevel::MEMORY_ONLY_2));
  ExecutorNode b(driver, "b");
  b.die();
  CHECK(a.blocks.put(BlockId::rdd(1, 1), blockOf(kMegabyte), StorageLevel::MEMORY_ONLY_2));
  CHECK(a.blocks.contains(BlockId::rdd(1, 1)));
  CHECK(driver.hearsOf(BlockId::rdd(1, 1), 1));
}

TEST_CASE("a dead executor's part as a replica goes to the next one") {
  DriverNode driver;
  ExecutorNode a(driver, "a");
  ExecutorNode b(driver, "b");
  ExecutorNode c(driver, "c");
  b.die();
  for (int partition = 0; partition < 8; ++partition) {
    REQUIRE(a.blocks.put(BlockId::rdd(1, partition), blockOf(64), StorageLevel::MEMORY_ONLY_2));
    CHECK(c.blocks.contains(BlockId::rdd(1, partition)));
  }
}

TEST_CASE("after an executor is lost its replicas are made again elsewhere") {
  DriverNode driver;
  ExecutorNode a(driver, "a");
  ExecutorNode b(driver, "b");
  ExecutorNode c(driver, "c");
  constexpr int kPartitions = 12;
  for (int partition = 0; partition < kPartitions; ++partition) {
    const BlockId id = BlockId::rdd(1, partition);
    REQUIRE(a.blocks.put(id, blockOf(100 * 1024 - 100 * 1024 % 64, partition), StorageLevel::MEMORY_ONLY_2));
    REQUIRE(driver.hearsOf(id, 2));
  }
  a.die();
  loseAndReplicate(driver, "a");
  for (int partition = 0; partition < kPartitions; ++partition) {
    const BlockId id = BlockId::rdd(1, partition);
    CHECK(driver.hearsOf(id, 2));
    REQUIRE(b.blocks.get(id) != nullptr);
    REQUIRE(c.blocks.get(id) != nullptr);
    CHECK(test::valuesOf(*b.blocks.get(id)) == test::valuesOf(*c.blocks.get(id)));
  }
}

TEST_CASE("copies that executors send to each other at the same time do not wait for each other") {
  DriverNode driver;
  ExecutorNode a(driver, "a");
  ExecutorNode b(driver, "b");
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 8; ++thread) {
    threads.emplace_back([&, thread] {
      ExecutorNode& node = thread % 2 == 0 ? a : b;
      for (int i = 0; i < 10; ++i) {
        node.blocks.put(BlockId::rdd(thread, i), blockOf(kMegabyte), StorageLevel::MEMORY_AND_DISK_2);
      }
    });
  }
  for (auto& thread : threads) thread.join();
  CHECK(a.blocks.blocks().size() == 80);
  CHECK(b.blocks.blocks().size() == 80);
}
