#include "ferro/scheduler/executor_allocation.h"

#include "ferro/conf/conf.h"
#include "ferro_test.h"

using namespace ferro;
using namespace std::chrono_literals;

namespace {

// Does at once what the policy says, and keeps the books that a launcher would keep.
struct Fleet {
  explicit Fleet(AllocationOptions options = {}) : allocation(options) {}

  int ask() {
    const int asked = update().ask;
    for (int i = 0; i < asked; ++i) state.executors.push_back({std::to_string(next++), clock.now(), false, false});
    return asked;
  }
  AllocationActions update() { return allocation.update(clock.now(), state); }
  std::vector<std::string> drain() {
    const auto ids = update().drain;
    for (const std::string& id : ids) {
      std::erase_if(state.executors, [&](const AllocatedExecutor& executor) { return executor.id == id; });
    }
    return ids;
  }
  void busy() {
    for (AllocatedExecutor& executor : state.executors) executor.idleSince.reset();
  }
  void idle() {
    for (AllocatedExecutor& executor : state.executors) executor.idleSince = clock.now();
  }

  ManualClock clock;
  ExecutorAllocation allocation;
  AllocationState state;
  int next = 0;
};

AllocationOptions limits(int least, int most, int initial) {
  AllocationOptions options;
  options.minExecutors = least;
  options.maxExecutors = most;
  options.initialExecutors = initial;
  return options;
}

}  // namespace

TEST_CASE("a backlog asks for one executor, then twice as many each time it lasts") {
  Fleet fleet;
  fleet.state.pendingTasks = 100;
  CHECK(fleet.ask() == 0);
  fleet.clock.advance(999ms);
  CHECK(fleet.ask() == 0);
  fleet.clock.advance(1ms);
  std::vector<int> asked;
  for (int round = 0; round < 5; ++round) {
    asked.push_back(fleet.ask());
    CHECK(fleet.ask() == 0);
    fleet.clock.advance(1s);
  }
  CHECK(asked == std::vector<int>{1, 2, 4, 8, 16});
}

TEST_CASE("never more executors are asked for than tasks could use, nor than the limit") {
  AllocationOptions options = limits(0, 5, 0);
  options.slotsPerExecutor = 4;
  Fleet fleet(options);
  fleet.state.pendingTasks = 9;
  for (int round = 0; round < 10; ++round, fleet.clock.advance(1s)) fleet.ask();
  CHECK(fleet.state.executors.size() == 3);
  fleet.state.pendingTasks = 1000;
  for (int round = 0; round < 10; ++round, fleet.clock.advance(1s)) fleet.ask();
  CHECK(fleet.state.executors.size() == 5);
}

TEST_CASE("executors that are still starting are not asked for twice") {
  Fleet fleet(limits(3, 10, 3));
  CHECK(fleet.update().ask == 3);
  fleet.state.starting = 3;
  CHECK(fleet.update().ask == 0);
  fleet.state.starting = 2;  // one failed to start
  CHECK(fleet.update().ask == 1);
}

TEST_CASE("a backlog that goes away in time asks for nobody, and the next one starts small") {
  Fleet fleet;
  fleet.state.pendingTasks = 10;
  fleet.ask();
  fleet.clock.advance(1s);
  CHECK(fleet.ask() == 1);
  fleet.clock.advance(1s);
  CHECK(fleet.ask() == 2);
  fleet.state.pendingTasks = 0;
  fleet.state.runningTasks = 10;
  fleet.clock.advance(1s);
  CHECK(fleet.ask() == 0);
  fleet.state.pendingTasks = 10;
  CHECK(fleet.ask() == 0);
  fleet.clock.advance(1s);
  CHECK(fleet.ask() == 1);
}

TEST_CASE("the initial executors are there before the first task, and stay until it came") {
  Fleet fleet(limits(1, 10, 4));
  CHECK(fleet.ask() == 4);
  fleet.clock.advance(1h);
  CHECK(fleet.drain().empty());
  fleet.state.runningTasks = 1;
  CHECK(fleet.drain().size() == 3);
}

TEST_CASE("an executor that idles for long is drained, but never below the minimum") {
  Fleet fleet(limits(1, 10, 3));
  fleet.ask();
  fleet.state.runningTasks = 3;
  fleet.busy();
  fleet.update();
  fleet.state.runningTasks = 0;
  fleet.idle();
  fleet.clock.advance(59s);
  CHECK(fleet.drain().empty());
  fleet.clock.advance(1s);
  CHECK(fleet.drain() == std::vector<std::string>{"0", "1"});
  fleet.clock.advance(1h);
  CHECK(fleet.drain().empty());
}

TEST_CASE("an executor that runs tasks is never drained") {
  Fleet fleet(limits(0, 10, 2));
  fleet.ask();
  fleet.state.runningTasks = 1;
  fleet.busy();
  fleet.clock.advance(1h);
  CHECK(fleet.drain().empty());
}

TEST_CASE("executors with cached blocks or map outputs are kept, unless a limit or a shuffle service says otherwise") {
  AllocationOptions options = limits(0, 10, 2);
  auto drained = [&] {
    Fleet fleet(options);
    fleet.ask();
    fleet.state.runningTasks = 1;
    fleet.update();
    fleet.state.runningTasks = 0;
    fleet.state.executors[0].holdsCachedBlocks = true;
    fleet.state.executors[1].holdsShuffleOutputs = true;
    fleet.clock.advance(10min);
    return fleet.drain();
  };
  CHECK(drained().empty());
  options.cachedIdleTimeout = 10min;
  CHECK(drained() == std::vector<std::string>{"0"});
  options.keepsShuffleOutputs = false;
  CHECK(drained() == std::vector<std::string>{"0", "1"});
  options.keepsShuffleOutputs = true;
  options.shuffleIdleTimeout = 11min;
  CHECK(drained() == std::vector<std::string>{"0"});
}

TEST_CASE("executors that were lost are replaced while there is work for them") {
  Fleet fleet(limits(0, 10, 2));
  fleet.ask();
  fleet.state.runningTasks = 2;
  fleet.update();
  fleet.state.executors.pop_back();
  CHECK(fleet.ask() == 1);
  fleet.state.runningTasks = 1;
  fleet.state.executors.pop_back();
  CHECK(fleet.ask() == 0);
}

TEST_CASE("dynamic allocation takes its limits from the settings") {
  Conf conf;
  conf.set("ferro.dynamicAllocation.minExecutors", "2").set("ferro.dynamicAllocation.maxExecutors", "8");
  const auto options = AllocationOptions::fromConf(conf, 4, 100);
  CHECK(options.minExecutors == 2);
  CHECK(options.maxExecutors == 8);
  CHECK(options.initialExecutors == 2);
  CHECK(options.slotsPerExecutor == 4);
  CHECK(options.sustainedBacklogTimeout == 1s);
  CHECK(options.cachedIdleTimeout == std::nullopt);
  CHECK(AllocationOptions::fromConf(conf, 4, 3).maxExecutors == 3);
  CHECK(AllocationOptions::fromConf(Conf(), 4, 100).maxExecutors == 100);
}

TEST_CASE("more executors than there may be cannot be kept") {
  Conf conf;
  conf.set("ferro.dynamicAllocation.minExecutors", "9").set("ferro.dynamicAllocation.maxExecutors", "8");
  const std::string message = "ferro.dynamicAllocation.minExecutors=9 is more than the 8 executors that there may be";
  CHECK_THROWS_WITH(AllocationOptions::fromConf(conf, 4, 100), Catch::Contains(message));
  conf.set("ferro.dynamicAllocation.maxExecutors", "100");
  CHECK_THROWS_WITH(AllocationOptions::fromConf(conf, 4, 8), Catch::Contains(message));
}

TEST_CASE("dynamic allocation begins with the number of executors that somebody asks for") {
  Conf conf;
  conf.set("ferro.executor.instances", 5);
  CHECK(AllocationOptions::fromConf(conf, 4, 100).initialExecutors == 5);
  conf.set("ferro.dynamicAllocation.initialExecutors", 7);
  CHECK(AllocationOptions::fromConf(conf, 4, 100).initialExecutors == 7);
}
