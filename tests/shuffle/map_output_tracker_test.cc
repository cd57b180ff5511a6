#include "ferro/shuffle/map_output_tracker.h"

#include <thread>

#include "ferro/common/codec.h"
#include "ferro/shuffle/map_output_locations.h"
#include "ferro_test.h"

namespace ferro {
namespace {

MapStatus statusOf(int mapId, int64_t attempt = 0, std::vector<int64_t> sizes = {1, 2}) {
  return {mapId, attempt, 3, std::move(sizes)};
}

TEST_CASE("a shuffle is complete when every map has an output") {
  MapOutputTracker tracker;
  tracker.registerShuffle(5, 3);
  CHECK(tracker.missingMaps(5) == std::vector<int>{0, 1, 2});
  tracker.registerMapOutput(5, statusOf(1));
  tracker.registerMapOutput(5, statusOf(1, 1));
  CHECK(tracker.missingMaps(5) == std::vector<int>{0, 2});
  CHECK_FALSE(tracker.isComplete(5));
  tracker.registerMapOutput(5, statusOf(0));
  tracker.registerMapOutput(5, statusOf(2));
  CHECK(tracker.isComplete(5));
  CHECK(tracker.mapStatus(5, 1)->attempt == 1);
  CHECK(tracker.reducerSizes(5) == std::vector<int64_t>{3, 6});
}

TEST_CASE("a shuffle of no maps is complete at once") {
  MapOutputTracker tracker;
  tracker.registerShuffle(0, 0);
  CHECK(tracker.isComplete(0));
}

TEST_CASE("registering a shuffle again keeps its outputs") {
  MapOutputTracker tracker;
  tracker.registerShuffle(1, 2);
  tracker.registerMapOutput(1, statusOf(0));
  tracker.registerShuffle(1, 2);
  CHECK(tracker.missingMaps(1) == std::vector<int>{1});
  CHECK_THROWS(tracker.registerShuffle(1, 3));
}

TEST_CASE("a lost output is missing again, and the epoch tells") {
  MapOutputTracker tracker;
  tracker.registerShuffle(1, 2);
  tracker.registerMapOutput(1, statusOf(0));
  tracker.registerMapOutput(1, statusOf(1));
  const int64_t epoch = tracker.epoch();
  CHECK(tracker.unregisterMapOutput(1, 0));
  CHECK(tracker.missingMaps(1) == std::vector<int>{0});
  CHECK(tracker.epoch() > epoch);
  CHECK_FALSE(tracker.unregisterMapOutput(1, 0));
  tracker.unregisterAllOutputs(1);
  CHECK(tracker.missingMaps(1) == std::vector<int>{0, 1});
}

TEST_CASE("late news of a loss does not touch the output of the rerun") {
  MapOutputTracker tracker;
  tracker.registerShuffle(1, 1);
  tracker.registerMapOutput(1, statusOf(0, 8));
  CHECK_FALSE(tracker.unregisterMapOutput(1, 0, 7));
  CHECK(tracker.isComplete(1));
  CHECK(tracker.unregisterMapOutput(1, 0, 8));
}

TEST_CASE("an output that comes after its shuffle was removed is not registered") {
  MapOutputTracker tracker;
  tracker.registerShuffle(1, 1);
  tracker.unregisterShuffle(1);
  CHECK_FALSE(tracker.contains(1));
  CHECK_FALSE(tracker.registerMapOutput(1, statusOf(0)));
  CHECK_FALSE(tracker.unregisterMapOutput(1, 0));
  CHECK_THROWS(tracker.missingMaps(1));
}

TEST_CASE("outputs may be registered from many threads") {
  constexpr int kMaps = 400;
  MapOutputTracker tracker;
  tracker.registerShuffle(1, kMaps);
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&tracker, thread] {
      for (int map = thread; map < kMaps; map += 4) tracker.registerMapOutput(1, statusOf(map));
    });
  }
  for (auto& thread : threads) thread.join();
  CHECK(tracker.isComplete(1));
  CHECK(tracker.reducerSizes(1) == std::vector<int64_t>{kMaps, 2 * kMaps});
}

TEST_CASE("a map status travels") {
  const MapStatus status = statusOf(3, 9, {0, 5, int64_t{1} << 40});
  Encoder encoder;
  encoder.write(status);
  const std::string bytes = encoder.take();
  Decoder decoder(bytes);
  CHECK(decoder.read<MapStatus>() == status);
}

MapStatus statusAt(int mapId, const std::string& executor, const std::string& host, bool atService = false) {
  MapStatus status = statusOf(mapId);
  status.place = {executor, host, 9};
  status.atService = atService;
  return status;
}

TEST_CASE("a lost executor takes its outputs in all shuffles, but not those at a shuffle service") {
  MapOutputTracker tracker;
  for (const int shuffle : {1, 2, 3}) tracker.registerShuffle(shuffle, 3);
  tracker.registerMapOutput(1, statusAt(0, "a", "x"));
  tracker.registerMapOutput(1, statusAt(1, "b", "x"));
  tracker.registerMapOutput(2, statusAt(0, "b", "x"));
  tracker.registerMapOutput(3, statusAt(2, "a", "x"));
  tracker.registerMapOutput(3, statusAt(1, "a", "x", true));
  const int64_t epoch = tracker.epoch();
  CHECK(tracker.unregisterOutputsOf("a") == std::vector<int>{1, 3});
  CHECK(tracker.epoch() == epoch + 1);
  CHECK(tracker.missingMaps(1) == std::vector<int>{0, 2});
  CHECK(tracker.missingMaps(2) == std::vector<int>{1, 2});
  CHECK(tracker.missingMaps(3) == std::vector<int>{0, 2});
  CHECK(tracker.unregisterOutputsOf("a").empty());
  CHECK(tracker.epoch() == epoch + 1);
}

TEST_CASE("a lost host takes everything that was served there") {
  MapOutputTracker tracker;
  tracker.registerShuffle(1, 3);
  tracker.registerMapOutput(1, statusAt(0, "a", "x", true));
  tracker.registerMapOutput(1, statusAt(1, "b", "x"));
  tracker.registerMapOutput(1, statusAt(2, "c", "y"));
  CHECK(tracker.unregisterOutputsOfHost("x") == std::vector<int>{1});
  CHECK(tracker.missingMaps(1) == std::vector<int>{0, 1});
}

TEST_CASE("the table for readers is made once for each change") {
  MapOutputTracker tracker;
  tracker.registerShuffle(1, 2);
  tracker.registerShuffle(2, 1);
  tracker.registerMapOutput(1, statusAt(0, "a", "x"));
  const auto before = tracker.locations(1);
  CHECK(tracker.locations(1) == before);
  tracker.registerMapOutput(1, statusAt(1, "b", "x"));
  const auto after = tracker.locations(1);
  CHECK(after != before);
  CHECK(MapOutputLocations::decode(*after).isComplete());
  CHECK_FALSE(MapOutputLocations::decode(*before).isComplete());

  tracker.registerMapOutput(2, statusAt(0, "a", "x"));
  CHECK(tracker.locations(1) == after);
  tracker.unregisterMapOutput(2, 0);
  CHECK(MapOutputLocations::decode(*tracker.locations(1)).epoch() == tracker.epoch());
}

}  // namespace
}  // namespace ferro
