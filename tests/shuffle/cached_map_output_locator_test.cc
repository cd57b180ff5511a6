#include "ferro/shuffle/cached_map_output_locator.h"

#include <atomic>
#include <future>
#include <thread>
#include <vector>

#include "ferro/common/error.h"
#include "ferro/shuffle/map_output_locations.h"
#include "ferro/shuffle/map_output_tracker.h"
#include "ferro_test.h"

namespace ferro {
namespace {

// A driver with one shuffle of two maps.
struct Driver {
  Driver() {
    tracker.registerShuffle(3, 2);
    for (const int map : {0, 1}) tracker.registerMapOutput(3, {map, 1, 5, {10, 20}, {"a", "host", 1}});
  }

  CachedMapOutputLocator::Fetch fetch() {
    return [this](int shuffleId) {
      ++asked;
      return *tracker.locations(shuffleId);
    };
  }

  MapOutputTracker tracker;
  std::atomic<int> asked{0};
};

TEST_CASE("a table is asked for once until a loss makes it old") {
  Driver driver;
  CachedMapOutputLocator locator(driver.fetch());
  const auto first = locator.locate(3, 0);
  CHECK(locator.locate(3, 0) == first);
  CHECK(driver.asked == 1);

  driver.tracker.unregisterMapOutput(3, 1);
  driver.tracker.registerMapOutput(3, {1, 2, 5, {10, 20}, {"b", "host", 2}});
  CHECK(locator.locate(3, 0) == first);
  const auto second = locator.locate(3, driver.tracker.epoch());
  CHECK(second->location(1)->place.executor.executorId == "b");
  CHECK(driver.asked == 2);
}

TEST_CASE("hearing of an epoch drops what is older") {
  Driver driver;
  CachedMapOutputLocator locator(driver.fetch());
  locator.locate(3, 0);
  driver.tracker.unregisterMapOutput(3, 0);
  driver.tracker.registerMapOutput(3, {0, 9, 5, {10, 20}, {"b", "host", 2}});
  locator.noteEpoch(driver.tracker.epoch());
  CHECK(locator.locate(3, 0)->location(0)->attempt == 9);
  locator.noteEpoch(0);
  locator.locate(3, 0);
  CHECK(driver.asked == 2);
}

TEST_CASE("a table with holes is not kept") {
  Driver driver;
  driver.tracker.unregisterMapOutput(3, 0);
  CachedMapOutputLocator locator(driver.fetch());
  CHECK_FALSE(locator.locate(3, 0)->isComplete());
  driver.tracker.registerMapOutput(3, {0, 9, 5, {10, 20}, {"b", "host", 2}});
  CHECK(locator.locate(3, 0)->isComplete());
}

TEST_CASE("an output that replaces another one is found by tasks that start later") {
  Driver driver;
  CachedMapOutputLocator locator(driver.fetch());
  locator.locate(3, driver.tracker.epoch());
  driver.tracker.registerMapOutput(3, {0, 2, 5, {10, 20}, {"c", "host", 2}});
  CHECK(locator.locate(3, driver.tracker.epoch())->location(0)->place.executor.executorId == "c");
}

TEST_CASE("tasks that want the same table at once ask once") {
  Driver driver;
  std::promise<void> go;
  const std::shared_future<void> gone = go.get_future().share();
  CachedMapOutputLocator locator([&](int shuffleId) {
    ++driver.asked;
    gone.wait();
    return *driver.tracker.locations(shuffleId);
  });
  std::vector<std::future<int>> tasks;
  for (int i = 0; i < 4; ++i) {
    tasks.push_back(std::async(std::launch::async, [&] { return locator.locate(3, 0)->numMaps(); }));
  }
  go.set_value();
  for (auto& task : tasks) CHECK(task.get() == 2);
  CHECK(driver.asked == 1);
}

TEST_CASE("each task that waited gets the error, and the next one asks again") {
  Driver driver;
  std::atomic<bool> broken{true};
  CachedMapOutputLocator locator([&](int shuffleId) {
    if (broken) throw Error(ErrorCode::kNetwork, "the driver is away");
    return *driver.tracker.locations(shuffleId);
  });
  std::vector<std::future<void>> tasks;
  for (int i = 0; i < 3; ++i) tasks.push_back(std::async(std::launch::async, [&] { locator.locate(3, 0); }));
  for (auto& task : tasks) CHECK_THROWS_AS(task.get(), Error);
  broken = false;
  CHECK(locator.locate(3, 0)->numMaps() == 2);
}

}  // namespace
}  // namespace ferro
