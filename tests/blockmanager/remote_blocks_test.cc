#include "ferro/blockmanager/remote_blocks.h"

#include <atomic>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include <arrow/buffer.h>
#include <arrow/record_batch.h>

#include "block_cluster.h"
#include "ferro/blockmanager/byte_block.h"
#include "ferro/blockmanager/local_block_directory.h"
#include "ferro/common/error.h"
#include "ferro_test.h"
#include "sample_blocks.h"

using namespace ferro;
using test::blockOf;
using test::DriverNode;
using test::ExecutorNode;
using test::kKilobyte;
using test::kMegabyte;

namespace {

const BlockId kBlock = BlockId::rdd(1, 0);

void checkSame(const std::shared_ptr<const Block>& read, const Block& original) {
  REQUIRE(read != nullptr);
  REQUIRE(read->batches().size() == original.batches().size());
  for (size_t i = 0; i < original.batches().size(); ++i) {
    CHECK(read->batches()[i]->Equals(*original.batches()[i], true));
  }
}

// The one file that a node's block has.
std::string fileOf(const ExecutorNode& node) {
  for (const auto& entry : std::filesystem::recursive_directory_iterator(node.dirs.directories().front())) {
    if (entry.is_regular_file() && entry.path().filename().string().starts_with("rdd_")) return entry.path().string();
  }
  FAIL("the block has no file");
  return {};
}

}  // namespace

TEST_CASE("a block that another executor holds reads as it does there, from memory and from disk") {
  DriverNode driver;
  ExecutorNode holder(driver, "holder");
  ExecutorNode reader(driver, "reader");
  std::vector<std::shared_ptr<arrow::RecordBatch>> many;
  for (int i = 0; i < 200; ++i) many.push_back(test::words(50 + i, static_cast<uint64_t>(i)));
  const std::vector<std::shared_ptr<const Block>> originals{
      blockOf(8 * kMegabyte), std::make_shared<const Block>(many),
      std::make_shared<const Block>(std::vector{test::nested(5000, 3)}),
      std::make_shared<const Block>(std::vector{test::numbers(0)}),
      std::make_shared<const Block>(std::vector<std::shared_ptr<arrow::RecordBatch>>())};
  int partition = 0;
  for (const auto& original : originals) {
    for (const StorageLevel level : {StorageLevel::MEMORY_ONLY, StorageLevel::DISK_ONLY}) {
      const BlockId id = BlockId::rdd(1, partition++);
      REQUIRE(holder.blocks.put(id, original, level));
      REQUIRE(driver.hearsOf(id, 1));
      checkSame(reader.remote.fetch(id), *original);
      CHECK_FALSE(reader.blocks.contains(id));
    }
  }
}

TEST_CASE("a block that nobody holds is null") {
  DriverNode driver;
  ExecutorNode reader(driver, "reader");
  CHECK(reader.remote.fetch(kBlock) == nullptr);
  ExecutorNode other(driver, "other");
  CHECK(reader.remote.fetchFrom(other.place(), kBlock) == nullptr);
}

TEST_CASE("when a holder has dropped the block or is dead, another holder gives it") {
  DriverNode driver;
  ExecutorNode dead(driver, "dead");
  ExecutorNode holder(driver, "holder");
  ExecutorNode reader(driver, "reader");
  for (int partition = 0; partition < 10; ++partition) {
    const BlockId id = BlockId::rdd(1, partition);
    for (ExecutorNode* node : {&dead, &holder}) node->blocks.put(id, blockOf(kMegabyte), StorageLevel::MEMORY_ONLY);
    REQUIRE(driver.hearsOf(id, 2));
  }
  const ExecutorPlace deadPlace = dead.place();
  dead.die();
  for (int partition = 0; partition < 10; ++partition) {
    checkSame(reader.remote.fetch(BlockId::rdd(1, partition)), *blockOf(kMegabyte));
  }
  CHECK(reader.remote.fetchFrom(deadPlace, kBlock) == nullptr);
  holder.blocks.remove(kBlock);
  CHECK(reader.remote.fetch(kBlock) == nullptr);
}

TEST_CASE("a holder that dies while it sends leaves its readers with a whole block or with none") {
  DriverNode driver;
  ExecutorNode reader(driver, "reader");
  for (int round = 0; round < 5; ++round) {
    ExecutorNode holder(driver, "holder" + std::to_string(round));
    const BlockId id = BlockId::rdd(1, round);
    REQUIRE(holder.blocks.put(id, blockOf(16 * kMegabyte), StorageLevel::MEMORY_ONLY));
    REQUIRE(driver.hearsOf(id, 1));
    std::atomic<bool> isRead{false};
    std::thread reads([&] {
      auto block = reader.remote.fetch(id);
      isRead = block == nullptr || test::valuesOf(*block) == test::valuesOf(*blockOf(16 * kMegabyte));
    });
    // Rounds differ in how far the transfer has come.
    test::becomesTrue([&] { return holder.transfer.bytesServed() > 0 || round == 0; });
    holder.die();
    reads.join();
    CHECK(isRead);
  }
}

TEST_CASE("a block that arrives with a flipped bit is read from another holder, or is null") {
  DriverNode driver;
  ExecutorNode holder(driver, "holder");
  ExecutorNode reader(driver, "reader");
  const test::Liar liar(driver, "liar", holder.blocks);
  for (int partition = 0; partition < 10; ++partition) {
    const BlockId id = BlockId::rdd(1, partition);
    holder.blocks.put(id, blockOf(kMegabyte), StorageLevel::MEMORY_ONLY);
    REQUIRE(driver.hearsOf(id, 1));
    REQUIRE(driver.locations.update("liar", *holder.blocks.status(id)));
    checkSame(reader.remote.fetch(id), *blockOf(kMegabyte));
  }
  CHECK(reader.remote.fetchFrom(liar.place(), kBlock) == nullptr);
  CHECK(liar.lies > 0);
}

TEST_CASE("a holder whose file is damaged does not have the block any more, and says so to the driver") {
  DriverNode driver;
  ExecutorNode holder(driver, "holder");
  ExecutorNode reader(driver, "reader");
  REQUIRE(holder.blocks.put(kBlock, blockOf(kMegabyte), StorageLevel::DISK_ONLY));
  REQUIRE(driver.hearsOf(kBlock, 1));
  test::flipByte(fileOf(holder));
  CHECK(reader.remote.fetch(kBlock) == nullptr);
  CHECK(driver.hearsOf(kBlock, 0));
}

TEST_CASE("a holder that is silent is given up when the driver has given it up") {
  DriverNode driver;
  ExecutorNode reader(driver, "reader");
  NetLoop loop("silent");
  MessageRouter router;
  std::vector<Responder> never;
  std::mutex mutex;
  std::condition_variable asked;
  router.add(block_messages::kGetBlock, [&](const ConnectionPtr&, const Message&, Responder responder) {
    std::lock_guard lock(mutex);
    never.push_back(std::move(responder));
    asked.notify_all();
  });
  Server server(loop, test::clusterOptions(), {"127.0.0.1", 0}, router);
  driver.locations.addExecutor({"silent", server.address().host, server.address().port});
  driver.locations.update("silent", {kBlock, StorageLevel::MEMORY_ONLY, 100, 0});
  std::thread givesUp([&] {
    std::unique_lock lock(mutex);
    asked.wait_for(lock, std::chrono::seconds(10), [&] { return !never.empty(); });
    driver.locations.removeExecutor("silent");
  });
  const auto start = std::chrono::steady_clock::now();
  CHECK(reader.remote.fetch(kBlock) == nullptr);
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(5));
  givesUp.join();
  server.stop();
}

TEST_CASE("a remote block counts as memory while it is read, and is mapped from disk when there is no room for it") {
  DriverNode driver;
  ExecutorNode holder(driver, "holder");
  ExecutorNode roomy(driver, "roomy");
  ExecutorNode small(driver, "small", 2 * kMegabyte);
  REQUIRE(holder.blocks.put(kBlock, blockOf(8 * kMegabyte), StorageLevel::MEMORY_ONLY));
  REQUIRE(driver.hearsOf(kBlock, 1));
  auto block = roomy.remote.fetch(kBlock);
  checkSame(block, *blockOf(8 * kMegabyte));
  CHECK(roomy.arbiter.used() >= 8 * kMegabyte);
  block.reset();
  CHECK(roomy.arbiter.used() == 0);
  checkSame(small.remote.fetch(kBlock), *blockOf(8 * kMegabyte));
  CHECK(small.arbiter.peak() < 2 * kMegabyte);
}

TEST_CASE("a task's result is fetched from where it is and removed there") {
  DriverNode driver;
  ExecutorNode executor(driver, "executor");
  LocalBlockDirectory directory(driver.locations);
  RemoteBlocks remote(driver.client, directory, driver.place(), driver.arbiter, driver.dirs);
  const BlockId id = BlockId::taskResult(17);
  const std::string result(3 * kMegabyte, 'r');
  REQUIRE(executor.blocks.put(id, blockOfBytes(arrow::Buffer::FromString(result)), StorageLevel::MEMORY_AND_DISK));
  REQUIRE(driver.hearsOf(id, 1));
  auto block = remote.fetchFrom(executor.place(), id);
  REQUIRE(block != nullptr);
  CHECK(bytesOf(block)->ToString() == result);
  remote.removeFrom(executor.place(), id);
  CHECK(driver.hearsOf(id, 0));
  block.reset();
  CHECK(test::becomesTrue([&] { return executor.arbiter.used() == 0; }));
}
