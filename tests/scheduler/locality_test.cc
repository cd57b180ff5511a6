// Delay scheduling: tasks wait a while for slots near their data, and no longer.
#include "executor_group.h"
#include "fake_executors.h"
#include "recording_listener.h"

using namespace ferro;
using namespace std::chrono_literals;

TEST_CASE("an executor gets the task whose data it holds, then that of its host, then one that does not care") {
  FakeExecutors cluster;
  cluster.add("a", "north", 4);
  cluster.add("b", "south", 4);
  cluster.submit(0, {{}, onHost("north"), onExecutor("b", "south"), onExecutor("a", "north")});
  CHECK(cluster.polled("a") == "3 PROCESS_LOCAL");
  CHECK(cluster.polled("a") == "0 NO_PREF");
  CHECK(cluster.polled("a") == "nothing");
  CHECK(cluster.polled("b") == "2 PROCESS_LOCAL");
  CHECK(cluster.polled("a") == "1 NODE_LOCAL");
}

TEST_CASE("a task waits for its executor, then for its host, then takes any slot") {
  FakeExecutors cluster;
  cluster.add("holder", "north");
  cluster.add("neighbour", "north");
  cluster.add("stranger", "south");
  cluster.submit(0, {onExecutor("holder", "north"), onExecutor("holder", "north"), onExecutor("holder", "north")});
  CHECK(cluster.polled("neighbour") == "nothing");
  CHECK(cluster.untilWake() == 3000ms);
  cluster.advance(2999ms);
  CHECK(cluster.polled("neighbour") == "nothing");
  CHECK(cluster.polled("stranger") == "nothing");
  cluster.advance(1ms);
  CHECK(cluster.polled("stranger") == "nothing");
  CHECK(cluster.polled("neighbour") == "0 NODE_LOCAL");
  CHECK(cluster.untilWake() == 3000ms);
  cluster.advance(3000ms);
  CHECK(cluster.polled("stranger") == "1 ANY");
  CHECK(cluster.untilWake() == std::nullopt);
  CHECK(cluster.polled("neighbour") == "2 NODE_LOCAL");
}

TEST_CASE("a launch near the data starts the wait anew") {
  FakeExecutors cluster;
  cluster.add("holder", "north", 4);
  cluster.add("stranger", "south");
  cluster.submit(0, {onExecutor("holder", "north"), onExecutor("holder", "north"), onExecutor("holder", "north")});
  cluster.advance(2900ms);
  CHECK(cluster.polled("holder") == "0 PROCESS_LOCAL");
  cluster.advance(2900ms);
  CHECK(cluster.polled("stranger") == "nothing");
  cluster.advance(100ms);
  CHECK(cluster.polled("stranger") == "nothing");  // now it waits for the host
  cluster.advance(3000ms);
  CHECK(cluster.polled("stranger") == "1 ANY");
}

TEST_CASE("a poll after a long time relaxes all levels at once") {
  FakeExecutors cluster;
  cluster.add("holder", "north");
  cluster.add("stranger", "south");
  cluster.submit(0, {onExecutor("holder", "north")});
  cluster.advance(6000ms);
  CHECK(cluster.polled("stranger") == "0 ANY");
}

TEST_CASE("nobody waits for an executor that was never there or is gone") {
  FakeExecutors cluster;
  cluster.add("holder", "north");
  cluster.add("stranger", "south");
  cluster.submit(0, {onExecutor("ghost", "nowhere"), onExecutor("holder", "north")});
  CHECK(cluster.polled("stranger") == "0 NO_PREF");
  CHECK(cluster.polled("stranger") == "nothing");
  cluster.remove("holder");
  CHECK(cluster.polled("stranger") == "1 NO_PREF");
  CHECK(cluster.polled("holder") == "nothing");
}

TEST_CASE("while its executor is gone a task waits for the host that is still there") {
  FakeExecutors cluster;
  cluster.add("neighbour", "north");
  cluster.add("stranger", "south");
  cluster.submit(0, {onExecutor("gone", "north")});
  CHECK(cluster.polled("stranger") == "nothing");
  CHECK(cluster.polled("neighbour") == "0 NODE_LOCAL");
}

TEST_CASE("an executor that comes back with the data is waited for") {
  FakeExecutors cluster;
  cluster.add("stranger", "south");
  cluster.submit(0, {onExecutor("holder", "north"), onExecutor("holder", "north")});
  CHECK(cluster.polled("stranger") == "0 NO_PREF");
  cluster.add("holder", "north");
  CHECK(cluster.polled("stranger") == "nothing");
  CHECK(cluster.polled("holder") == "1 PROCESS_LOCAL");
}

TEST_CASE("with a wait of zero the best task is given, and none is held back") {
  SchedulerOptions options;
  options.localityWait = 0ms;
  FakeExecutors cluster(options);
  cluster.add("a", "north", 4);
  cluster.add("b", "south", 4);
  cluster.submit(0, {onExecutor("b", "south"), onExecutor("a", "north"), onExecutor("b", "south")});
  CHECK(cluster.polled("a") == "1 PROCESS_LOCAL");
  CHECK(cluster.polled("a") == "0 ANY");
  CHECK(cluster.untilWake() == std::nullopt);
}

TEST_CASE("a slot that one set refuses goes to the next one") {
  FakeExecutors cluster;
  cluster.add("holder", "north");
  cluster.add("stranger", "south");
  cluster.submit(0, {onExecutor("holder", "north")});
  auto later = cluster.submit(cluster.spec(1, 1));
  auto task = cluster.poll("stranger");
  REQUIRE(task);
  CHECK(task->set == later);
  CHECK(cluster.polled("holder") == "0 PROCESS_LOCAL");
}

TEST_CASE("a task that is run again because its result was of no use keeps its preference") {
  FakeExecutors cluster;
  cluster.add("holder", "north");
  cluster.add("stranger", "south");
  cluster.submit(0, {onHost("north")});
  auto task = cluster.poll("holder");
  REQUIRE(task);
  cluster.end(*task);
  cluster.scheduler.retry(*task, RetryCause::kResultOfNoUse);
  CHECK(cluster.polled("stranger") == "nothing");
  auto again = cluster.poll("holder");
  REQUIRE(again);
  CHECK(again->attempt == 1);
}

TEST_CASE("a task that failed does not wait for the executor and the host where it did") {
  FakeExecutors cluster;
  cluster.add("holder", "north");
  cluster.add("stranger", "south");
  cluster.submit(0, {onExecutor("holder", "north")});
  auto task = cluster.poll("holder");
  REQUIRE(task);
  cluster.end(*task, false);
  cluster.scheduler.retry(*task);
  CHECK(cluster.polled("holder") == "nothing");
  CHECK(cluster.polled("stranger") == "0 NO_PREF");
}

TEST_CASE("work listeners hear of executors that come and go, because tasks may start elsewhere then") {
  FakeExecutors cluster;
  int told = 0;
  cluster.scheduler.setWorkListener([&] { ++told; });
  cluster.add("a");
  CHECK(told == 1);
  cluster.remove("a");
  CHECK(told == 2);
}

TEST_CASE("waiting executor threads start far from the data by themselves when the wait runs out") {
  SchedulerOptions options;
  options.localityWait = 20ms;
  class PreferBusy final : public PreferredPlaces {
   public:
    std::vector<TaskPreference> of(const std::shared_ptr<const LineageNode>&,
                                   const std::vector<int>& partitions) const override {
      return std::vector<TaskPreference>(partitions.size(), onExecutor("busy", "north"));
    }
  } places;
  ExecutorGroup group(options, {{"free", "south", 2}}, {.places = &places});
  auto heard = std::make_shared<RecordingListener>();
  group.bus.add(heard);
  FakeExecutor busy({"busy", "north", 1});
  group.tasks.addExecutor(busy);
  CHECK(group.run(source(5)) == std::vector<int64_t>{0, 1, 2, 3, 4});
  REQUIRE(group.bus.drain(kLimit));
  for (const TaskStart& start : heard->all<TaskStart>()) {
    CHECK(start.task.executorId == "free");
    CHECK(start.task.locality == Locality::ANY);
  }
  group.assertIdle();
  group.tasks.removeExecutor(busy, "the test ends");
}
