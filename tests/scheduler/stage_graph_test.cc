#include "ferro/scheduler/stage_graph.h"

#include <chrono>
#include <set>

#include "fake_lineage.h"
#include "ferro_test.h"

using namespace ferro;

namespace {

class FakeCache final : public CachedPartitions {
 public:
  bool isCached(int nodeId, int partition) const override {
    ++asked;
    return cached.contains({nodeId, partition});
  }
  std::set<std::pair<int, int>> cached;
  mutable int asked = 0;
};

JobSpec jobOver(std::shared_ptr<const LineageNode> node) {
  JobSpec spec;
  spec.body = std::make_shared<FakeBody>([](TaskContext&) { return int64_t{0}; });
  spec.partitions = {0};
  spec.node = std::move(node);
  return spec;
}

struct Fixture {
  MapOutputTracker outputs;
  FakeCache cache;
  StageGraph graph{outputs, cache};

  void complete(const ShufflePtr& shuffle) {
    const int maps = shuffle->mapSide()->numPartitions();
    outputs.registerShuffle(shuffle->shuffleId(), maps);
    for (int map = 0; map < maps; ++map) outputs.registerMapOutput(shuffle->shuffleId(), {map, 0, 0, {}});
  }
};

double secondsOf(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

TEST_CASE("narrow steps are one stage, shuffles separate stages, and parents get the smaller ids") {
  Fixture fixture;
  auto first = shuffleOf(narrow({source(2)}));
  auto second = shuffleOf(narrow({reading({first}, 3)}));
  Stage& last = fixture.graph.addJob({0}, jobOver(narrow({reading({second}, 4)})));
  CHECK(last.id == StageId{2});
  CHECK(last.parents == std::vector<StageId>{{1}});
  CHECK(fixture.graph.find({1})->parents == std::vector<StageId>{{0}});
  CHECK(fixture.graph.find({0})->shuffle == first);
  CHECK(fixture.graph.find({0})->numTasks == 2);
}

TEST_CASE("two jobs share the map stage of a shuffle, which goes with the last of them") {
  Fixture fixture;
  auto shuffle = shuffleOf(reading({shuffleOf(source(1))}, 1));
  fixture.graph.addJob({0}, jobOver(reading({shuffle}, 1)));
  fixture.graph.addJob({1}, jobOver(reading({shuffle}, 1)));
  CHECK(fixture.graph.stages().size() == 4);
  CHECK(fixture.graph.removeJob({0}).size() == 1);
  CHECK(fixture.graph.find({0})->jobs == std::set<JobId>{{1}});
  CHECK(fixture.graph.removeJob({1}).size() == 3);
  CHECK(fixture.graph.stages().empty());
}

TEST_CASE("nothing is looked at behind a complete shuffle") {
  Fixture fixture;
  auto node = source(1);
  ShufflePtr shuffle;
  for (int i = 0; i < 1000; ++i) {
    shuffle = shuffleOf(node);
    fixture.complete(shuffle);
    node = reading({shuffle}, 1);
  }
  Stage& last = fixture.graph.addJob({0}, jobOver(node));
  CHECK(fixture.graph.stages().size() == 2);
  CHECK(fixture.graph.missingParents(last).empty());
  fixture.outputs.unregisterMapOutput(shuffle->shuffleId(), 0);
  auto missing = fixture.graph.missingParents(last);
  REQUIRE(missing.size() == 1);
  CHECK(missing.front()->shuffle == shuffle);
}

TEST_CASE("a node that is wholly cached hides what stands behind it") {
  Fixture fixture;
  auto cached = narrow({reading({shuffleOf(source(1))}, 2)});
  cached->setStorageLevel(StorageLevel::MEMORY_ONLY);
  auto node = narrow({cached});
  Stage& last = fixture.graph.addJob({0}, jobOver(node));
  CHECK(fixture.graph.missingParents(last).size() == 1);
  fixture.cache.cached = {{cached->id(), 0}};
  CHECK(fixture.graph.missingParents(last).size() == 1);
  fixture.cache.cached = {{cached->id(), 0}, {cached->id(), 1}};
  CHECK(fixture.graph.missingParents(last).empty());
}

TEST_CASE("nodes that are not persisted are not looked for in the cache") {
  Fixture fixture;
  fixture.graph.addJob({0}, jobOver(narrow({narrow({source(4)})})));
  CHECK(fixture.cache.asked == 0);
}

TEST_CASE("stages that depend on a shuffle are found through the shuffles between") {
  Fixture fixture;
  auto first = shuffleOf(source(1));
  auto second = shuffleOf(reading({first}, 1));
  auto other = shuffleOf(source(1));
  fixture.graph.addJob({0}, jobOver(reading({second, other}, 1)));
  fixture.graph.addJob({1}, jobOver(reading({other}, 1)));
  std::set<StageId> dependants;
  for (const Stage* stage : fixture.graph.stagesThatDependOn(first->shuffleId())) dependants.insert(stage->id);
  CHECK(dependants == std::set<StageId>{{1}, {3}});
}

TEST_CASE("a hundred thousand narrow steps are cut in well under a second, for each of several jobs") {
  Fixture fixture;
  auto node = source(1);
  for (int i = 0; i < 100'000; ++i) node = narrow({node});
  const double seconds = secondsOf([&] {
    for (int job = 0; job < 4; ++job) {
      Stage& stage = fixture.graph.addJob({job}, jobOver(node));
      CHECK(fixture.graph.missingParents(stage).empty());
    }
  });
  WARN("8 walks of 100,000 steps: " << seconds << " s");
  CHECK(seconds < 30);  // what a walk that is not linear would take is hours; the rest is for sanitizers
}

TEST_CASE("a lineage that branches and joins at every step is walked once, not once for each path") {
  Fixture fixture;
  auto node = source(1);
  for (int i = 0; i < 10'000; ++i) node = narrow({narrow({node}), narrow({node})});
  const double seconds = secondsOf([&] { fixture.graph.addJob({0}, jobOver(node)); });
  CHECK(seconds < 10);
}
