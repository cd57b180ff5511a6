#include "ferro/scheduler/preferred_places.h"

#include <map>

#include "fake_lineage.h"
#include "ferro_test.h"

using namespace ferro;

namespace {

class PlacedCache final : public CachedPartitions {
 public:
  bool isCached(int nodeId, int partition) const override { return places_.contains({nodeId, partition}); }
  std::vector<ExecutorPlace> places(int nodeId, int partition) const override {
    auto found = places_.find({nodeId, partition});
    return found == places_.end() ? std::vector<ExecutorPlace>() : found->second;
  }
  void put(const LineageNode& node, int partition, std::vector<ExecutorPlace> places) {
    node.setStorageLevel(StorageLevel::MEMORY_ONLY);
    places_[{node.id(), partition}] = std::move(places);
  }

 private:
  std::map<std::pair<int, int>, std::vector<ExecutorPlace>> places_;
};

// A file whose partition i lies on host i.
class HostedSource final : public LineageNode {
 public:
  explicit HostedSource(int partitions) : LineageNode(1'000'000, "file", {}), partitions_(partitions) {}
  int numPartitions() const override { return partitions_; }
  std::vector<std::string> preferredHosts(int partition) const override { return {"host" + std::to_string(partition)}; }

 private:
  int partitions_;
};

// Takes partitions in reverse.
class Reversed final : public LineageNode {
 public:
  explicit Reversed(std::shared_ptr<const LineageNode> parent)
      : LineageNode(1'000'001, "reversed", {{parent}, {}}), partitions_(parent->numPartitions()) {}
  int numPartitions() const override { return partitions_; }
  void narrowInputs(int partition, int, std::vector<NarrowInput>& inputs) const override {
    inputs.push_back({0, partitions_ - 1 - partition});
  }

 private:
  int partitions_;
};

struct Places {
  std::vector<TaskPreference> of(std::shared_ptr<const LineageNode> node, std::vector<int> partitions) {
    return LineagePlaces(outputs, cache).of(node, partitions);
  }
  void mapOutput(int shuffle, int map, std::vector<int64_t> sizes, ExecutorPlace place) {
    outputs.registerMapOutput(shuffle, {map, 0, 0, std::move(sizes), std::move(place)});
  }

  MapOutputTracker outputs;
  PlacedCache cache;
};

ShufflePtr shuffleFor(std::shared_ptr<const LineageNode> mapSide, int numReducers) {
  static int next = 50'000;
  auto writer = std::make_shared<FakeWriter>(mapSide, nullptr);
  return std::make_shared<ShuffleDependency>(next++, std::move(mapSide), std::move(writer), numReducers);
}

const ExecutorPlace kFirstHost{"1", "north", 7001};
const ExecutorPlace kSecondHost{"2", "south", 7002};

}  // namespace

TEST_CASE("steps whose data is nowhere in particular give no preferences at all") {
  Places places;
  CHECK(places.of(narrow({source(3)}), {0, 1, 2}).empty());
}

TEST_CASE("who caches a partition on the way to the last step is preferred, with its host") {
  Places places;
  auto cached = narrow({source(3)});
  places.cache.put(*cached, 1, {kFirstHost, kSecondHost});
  const auto found = places.of(narrow({narrow({cached})}), {0, 1});
  REQUIRE(found.size() == 2);
  CHECK(found[0].empty());
  CHECK(found[1] == TaskPreference{{"1", "2"}, {"north", "south"}});
}

TEST_CASE("the first place on the narrow path wins") {
  Places places;
  auto far = source(2);
  places.cache.put(*far, 0, {kFirstHost});
  auto near = narrow({far});
  places.cache.put(*near, 0, {kSecondHost});
  CHECK(places.of(narrow({near}), {0}).at(0).executors == std::vector<std::string>{"2"});
}

TEST_CASE("hosts of a source are found through the partitions that each step really needs") {
  Places places;
  auto node = std::make_shared<Reversed>(std::make_shared<HostedSource>(3));
  const auto found = places.of(node, {0, 2});
  REQUIRE(found.size() == 2);
  CHECK(found[0] == TaskPreference{{}, {"host2"}});
  CHECK(found[1] == TaskPreference{{}, {"host0"}});
}

TEST_CASE("a reducer prefers executors that hold a fifth of its bytes") {
  Places places;
  auto shuffle = shuffleFor(source(3), 2);
  places.outputs.registerShuffle(shuffle->shuffleId(), 3);
  places.mapOutput(shuffle->shuffleId(), 0, {19, 50}, kFirstHost);
  places.mapOutput(shuffle->shuffleId(), 1, {61, 20}, kSecondHost);
  places.mapOutput(shuffle->shuffleId(), 2, {20, 30}, {"3", "north", 7003});
  const auto found = places.of(narrow({reading({shuffle}, 2)}), {0, 1});
  REQUIRE(found.size() == 2);
  CHECK(found[0].executors == std::vector<std::string>{"2", "3"});
  CHECK(found[1].executors == std::vector<std::string>{"1", "2", "3"});
}

TEST_CASE("outputs in the driver's own process give no preference") {
  Places places;
  auto shuffle = shuffleFor(source(1), 1);
  places.outputs.registerShuffle(shuffle->shuffleId(), 1);
  places.mapOutput(shuffle->shuffleId(), 0, {100}, {});
  CHECK(places.of(reading({shuffle}, 1), {0}).empty());
}

TEST_CASE("a shuffle with very many maps or reducers is not looked at") {
  Places places;
  auto shuffle = shuffleFor(source(1), 1001);
  places.outputs.registerShuffle(shuffle->shuffleId(), 1);
  places.mapOutput(shuffle->shuffleId(), 0, std::vector<int64_t>(1001, 5), kFirstHost);
  CHECK(places.of(reading({shuffle}, 1001), {0}).empty());
}

TEST_CASE("places are looked for only so far back") {
  Places places;
  auto node = source(2);
  places.cache.put(*node, 0, {kFirstHost});
  for (int i = 0; i < 100'000; ++i) node = narrow({node});
  CHECK(places.of(node, {0, 1}).empty());
}
