#include "ferro/blockmanager/block_locations.h"

#include <string>
#include <thread>
#include <vector>

#include "ferro/blockmanager/replica_targets.h"
#include "ferro_test.h"

using namespace ferro;

namespace {

ExecutorPlace place(const std::string& id, const std::string& host = "host") { return {id, host, 7000}; }

BlockStatus stored(const BlockId& id, StorageLevel level) { return {id, level, 100, 0}; }

BlockStatus gone(const BlockId& id) { return {id, StorageLevel::NONE}; }

std::vector<std::string> idsOf(const std::vector<ExecutorPlace>& places) {
  std::vector<std::string> ids;
  for (const auto& one : places) ids.push_back(one.executorId);
  return ids;
}

// Executors a, b and c.
struct Cluster {
  explicit Cluster(int replicasOfTwo = 2) : locations(replicasOfTwo) {
    for (const char* id : {"a", "b", "c"}) locations.addExecutor(place(id));
  }
  BlockLocations locations;
};

const BlockId kFirst = BlockId::rdd(1, 0);
const BlockId kSecond = BlockId::rdd(1, 1);
const BlockId kOther = BlockId::broadcastPiece(4, 2);

}  // namespace

TEST_CASE("the map of blocks knows who reported a block and forgets who dropped it") {
  Cluster cluster;
  REQUIRE(cluster.locations.update("a", stored(kFirst, StorageLevel::MEMORY_ONLY)));
  REQUIRE(cluster.locations.update("b", stored(kFirst, StorageLevel::MEMORY_ONLY)));
  REQUIRE(cluster.locations.update("b", stored(kOther, StorageLevel::MEMORY_AND_DISK)));
  CHECK(idsOf(cluster.locations.places(kFirst)) == std::vector<std::string>{"a", "b"});
  CHECK(cluster.locations.places(kOther) == std::vector{place("b")});
  CHECK(cluster.locations.containsPartition(1, 0));
  CHECK_FALSE(cluster.locations.containsPartition(1, 1));
  CHECK_FALSE(cluster.locations.contains(kSecond));
  cluster.locations.update("a", gone(kFirst));
  cluster.locations.update("b", gone(kFirst));
  cluster.locations.update("b", gone(kOther));
  cluster.locations.update("c", gone(kSecond));
  CHECK_FALSE(cluster.locations.contains(kFirst));
  CHECK(cluster.locations.numBlocks() == 0);
}

TEST_CASE("a later report replaces the earlier one of the same executor") {
  Cluster cluster;
  cluster.locations.update("a", {kFirst, StorageLevel::MEMORY_AND_DISK, 100, 0});
  cluster.locations.update("a", {kFirst, StorageLevel::MEMORY_AND_DISK, 0, 120});
  CHECK(cluster.locations.places(kFirst).size() == 1);
  CHECK(cluster.locations.status(kFirst)->diskSize == 120);
}

TEST_CASE("a lost executor takes the blocks that only it held, and what it reports afterwards does not count") {
  Cluster cluster;
  cluster.locations.update("a", stored(kFirst, StorageLevel::MEMORY_ONLY));
  cluster.locations.update("a", stored(kSecond, StorageLevel::MEMORY_ONLY));
  cluster.locations.update("b", stored(kSecond, StorageLevel::MEMORY_ONLY));
  cluster.locations.update("a", stored(kOther, StorageLevel::MEMORY_AND_DISK));
  const LostBlocks lost = cluster.locations.removeExecutor("a");
  CHECK(lost.gone == std::vector{kOther, kFirst});
  CHECK(lost.missingReplicas.empty());
  CHECK(idsOf(cluster.locations.places(kSecond)) == std::vector<std::string>{"b"});
  CHECK_FALSE(cluster.locations.update("a", stored(kFirst, StorageLevel::MEMORY_ONLY)));
  CHECK_FALSE(cluster.locations.contains(kFirst));
  CHECK(cluster.locations.removeExecutor("a").gone.empty());
}

TEST_CASE("blocks with fewer copies than their level asks for are copied from a holder to somebody who has none") {
  Cluster cluster;
  for (const BlockId& id : {kFirst, kSecond}) {
    cluster.locations.update("a", stored(id, StorageLevel::MEMORY_ONLY_2));
    cluster.locations.update("b", stored(id, StorageLevel::MEMORY_ONLY_2));
  }
  const LostBlocks lost = cluster.locations.removeExecutor("a");
  CHECK(lost.gone.empty());
  CHECK(lost.missingReplicas == std::vector{kFirst, kSecond});
  const auto orders = planReplication(cluster.locations, lost.missingReplicas);
  REQUIRE(orders.size() == 2);
  for (const auto& order : orders) {
    CHECK(order.holder == place("b"));
    CHECK(order.target == place("c"));
  }
}

TEST_CASE("where nobody is left to take a copy, nobody is told to make one") {
  Cluster cluster;
  cluster.locations.update("a", stored(kFirst, StorageLevel::MEMORY_ONLY_2));
  cluster.locations.update("b", stored(kFirst, StorageLevel::MEMORY_ONLY_2));
  cluster.locations.removeExecutor("c");
  const LostBlocks lost = cluster.locations.removeExecutor("a");
  CHECK(lost.missingReplicas == std::vector{kFirst});
  CHECK(planReplication(cluster.locations, lost.missingReplicas).empty());
}

TEST_CASE("the setting says how many copies a level with two copies means") {
  Cluster cluster(3);
  for (const char* id : {"a", "b", "c"}) cluster.locations.update(id, stored(kFirst, StorageLevel::DISK_ONLY_2));
  cluster.locations.update("a", stored(kSecond, StorageLevel::DISK_ONLY));
  cluster.locations.addExecutor(place("d"));
  const LostBlocks lost = cluster.locations.removeExecutor("c");
  CHECK(lost.missingReplicas == std::vector{kFirst});
  const auto orders = planReplication(cluster.locations, lost.missingReplicas);
  REQUIRE(orders.size() == 1);
  CHECK(orders[0].target == place("d"));
}

TEST_CASE("dropping an Rdd names those who held a part of it") {
  Cluster cluster;
  cluster.locations.update("a", stored(kFirst, StorageLevel::MEMORY_ONLY));
  cluster.locations.update("c", stored(kSecond, StorageLevel::MEMORY_ONLY));
  cluster.locations.update("b", stored(BlockId::rdd(2, 0), StorageLevel::MEMORY_ONLY));
  const auto places = cluster.locations.placesOfRdd(1);
  REQUIRE(places.size() == 2);
  CHECK(places.at(1) == std::vector{place("c")});
  CHECK(cluster.locations.removeRdd(1) == std::vector{place("a"), place("c")});
  CHECK(cluster.locations.placesOfRdd(1).empty());
  CHECK(cluster.locations.containsPartition(2, 0));
  CHECK(cluster.locations.removeRdd(1).empty());
}

TEST_CASE("copies go to other hosts first, and those of many blocks to many executors") {
  const ExecutorPlace self = place("self", "here");
  const std::vector<ExecutorPlace> all{self, place("near", "here"), place("x", "there"), place("y", "yonder")};
  int firstIsX = 0;
  for (int partition = 0; partition < 100; ++partition) {
    const auto targets = replicaTargets(BlockId::rdd(1, partition), self, all);
    REQUIRE(targets.size() == 3);
    CHECK(targets.back().executorId == "near");
    firstIsX += targets.front().executorId == "x" ? 1 : 0;
  }
  CHECK(firstIsX > 25);
  CHECK(firstIsX < 75);
}

TEST_CASE("executors may come, go, report and be asked for by many threads at once") {
  BlockLocations locations;
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&locations, thread] {
      const std::string id = "executor" + std::to_string(thread);
      for (int round = 0; round < 200; ++round) {
        locations.addExecutor(place(id));
        locations.update(id, stored(BlockId::rdd(1, round % 8), StorageLevel::MEMORY_ONLY_2));
        for (const auto& holder : locations.places(BlockId::rdd(1, round % 8))) {
          if (holder.host != "host") throw std::runtime_error("a holder without a place");
        }
        locations.containsPartition(1, round % 8);
        locations.removeExecutor(id);
      }
    });
  }
  for (auto& thread : threads) thread.join();
  CHECK(locations.numBlocks() == 0);
  CHECK(locations.executors().empty());
}
