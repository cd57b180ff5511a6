#include "ferro/scheduler/task_scheduler.h"

#include <map>

#include "fake_lineage.h"
#include "ferro_test.h"

using namespace ferro;

namespace {

// Drives a TaskScheduler without threads: takes tasks as free slots would, and ends them when told to.
struct Slots {
  explicit Slots(const SchedulerOptions& options = {}) : scheduler(options, bus) {}

  std::shared_ptr<TaskSet> submit(int job, int stage, int numTasks, std::string pool = "") {
    TaskSetSpec spec;
    spec.stage = {stage};
    spec.job = {job};
    spec.pool = std::move(pool);
    for (int index = 0; index < numTasks; ++index) spec.indexes.push_back(index);
    auto set = std::make_shared<TaskSet>(std::move(spec));
    scheduler.submit(set);
    return set;
  }

  // The stages of the next tasks, which stay running.
  std::vector<int> take(int count) {
    std::vector<int> stages;
    for (int i = 0; i < count; ++i) {
      auto task = scheduler.pollTask(executor);
      if (!task) break;
      stages.push_back(task->set->spec().stage.value);
      running.push_back(*task);
    }
    return stages;
  }

  void endAll() {
    for (const LaunchedTask& task : running) scheduler.taskEnded(task, true);
    running.clear();
  }

  ListenerBus bus;
  TaskScheduler scheduler;
  ExecutorInfo executor{"driver", "localhost", 4};
  std::vector<LaunchedTask> running;
};

SchedulerOptions fair(std::vector<PoolSettings> pools) {
  SchedulerOptions options;
  options.mode = SchedulingMode::kFair;
  options.pools = std::move(pools);
  return options;
}

std::map<int, int> counted(const std::vector<int>& stages) {
  std::map<int, int> counts;
  for (int stage : stages) ++counts[stage];
  return counts;
}

}  // namespace

TEST_CASE("FIFO serves the earlier job first, and in a job the earlier stage") {
  Slots slots;
  slots.submit(1, 5, 2);
  slots.submit(0, 4, 2);
  slots.submit(0, 3, 1, "a pool means nothing here");
  CHECK(slots.take(9) == std::vector<int>{3, 4, 4, 5, 5});
}

TEST_CASE("tasks of a set start in order, and ids of tasks grow") {
  Slots slots;
  slots.submit(0, 0, 3);
  slots.take(3);
  for (int i = 0; i < 3; ++i) {
    CHECK(slots.running[static_cast<size_t>(i)].index == i);
    CHECK(slots.running[static_cast<size_t>(i)].id == TaskId{i});
  }
  CHECK(slots.scheduler.nextTaskId() == TaskId{3});
}

TEST_CASE("FAIR pools share slots by weight") {
  Slots slots(fair({{"heavy", SchedulingMode::kFifo, 3, 0}, {"light", SchedulingMode::kFifo, 1, 0}}));
  slots.submit(0, 0, 100, "light");
  slots.submit(1, 1, 100, "heavy");
  CHECK(counted(slots.take(40)) == std::map<int, int>{{0, 10}, {1, 30}});
}

TEST_CASE("a pool below its minimum share comes before all weights") {
  Slots slots(fair({{"big", SchedulingMode::kFifo, 1000, 0}, {"small", SchedulingMode::kFifo, 1, 3}}));
  slots.submit(0, 0, 100, "big");
  slots.submit(1, 1, 100, "small");
  CHECK(slots.take(3) == std::vector<int>{1, 1, 1});
  CHECK(slots.take(3) == std::vector<int>{0, 0, 0});
}

TEST_CASE("jobs in one FIFO pool run one after the other, in a FAIR pool side by side") {
  Slots slots(fair({{"fair", SchedulingMode::kFair, 1, 0}}));
  slots.submit(0, 0, 4, "fair");
  slots.submit(1, 1, 4, "fair");
  CHECK(counted(slots.take(4)) == std::map<int, int>{{0, 2}, {1, 2}});
  slots.take(4);
  slots.endAll();
  slots.submit(2, 2, 2, "unnamed in the file");
  slots.submit(3, 3, 2, "unnamed in the file");
  CHECK(slots.take(4) == std::vector<int>{2, 2, 3, 3});
}

TEST_CASE("jobs without a pool share the default pool") {
  Slots slots(fair({{"other", SchedulingMode::kFifo, 1, 0}}));
  slots.submit(0, 0, 10);
  slots.submit(1, 1, 10, "default");
  slots.submit(2, 2, 10, "other");
  CHECK(counted(slots.take(10)) == std::map<int, int>{{0, 5}, {2, 5}});
}

TEST_CASE("a pool that frees its slots gets the next ones") {
  Slots slots(fair({}));
  slots.submit(0, 0, 100, "a");
  slots.take(4);
  slots.submit(1, 1, 100, "b");
  CHECK(slots.take(4) == std::vector<int>{1, 1, 1, 1});
  CHECK(counted(slots.take(4)) == std::map<int, int>{{0, 2}, {1, 2}});
}

TEST_CASE("a task that failed comes back with its next attempt number") {
  Slots slots;
  auto set = slots.submit(0, 0, 1);
  slots.take(1);
  const LaunchedTask failed = slots.running.front();
  slots.scheduler.taskEnded(failed, false);
  slots.running.clear();
  slots.scheduler.retry(failed);
  slots.take(1);
  CHECK(slots.running.front().attempt == 1);
  CHECK(slots.running.front().index == 0);
}

TEST_CASE("nothing of a closed set starts any more, and it is forgotten when its last task has ended") {
  Slots slots;
  auto set = slots.submit(0, 0, 5);
  slots.take(2);
  slots.scheduler.close(*set);
  CHECK(slots.take(5).empty());
  CHECK(!set->cancelled());
  CHECK(slots.scheduler.numTaskSets() == 1);
  slots.scheduler.retry(slots.running.front());
  slots.endAll();
  CHECK(slots.scheduler.numTaskSets() == 0);
  CHECK(slots.scheduler.numRunning() == 0);
}

TEST_CASE("progress counts what is done and what runs") {
  Slots slots;
  auto set = slots.submit(0, 7, 5);
  slots.take(2);
  slots.endAll();
  slots.take(1);
  auto progress = slots.scheduler.progress();
  REQUIRE(progress.size() == 1);
  CHECK(progress[0].stage == StageId{7});
  CHECK(progress[0].done == 2);
  CHECK(progress[0].active == 1);
  CHECK(progress[0].total == 5);
  slots.scheduler.cancel(*set);
  CHECK(set->cancelled());
  CHECK(slots.scheduler.progress().empty());
}

TEST_CASE("a stopped scheduler gives no more tasks") {
  Slots slots;
  slots.submit(0, 0, 5);
  slots.scheduler.stop();
  CHECK(!slots.scheduler.takeTask(slots.executor));
  CHECK(slots.take(1).empty());
}
