#include "ferro/shuffle/map_output_locations.h"

#include <limits>

#include "ferro/common/error.h"
#include "ferro/shuffle/splitmix64.h"
#include "ferro_test.h"

namespace ferro {
namespace {

using Outputs = std::vector<std::optional<MapStatus>>;

// Sizes from empty to beyond 100 MB, some outputs missing, some served by a shuffle service.
Outputs randomOutputs(uint64_t seed, int numMaps, size_t numReducers, bool withHoles) {
  SplitMix64 random(seed);
  Outputs outputs(static_cast<size_t>(numMaps));
  for (int map = 0; map < numMaps; ++map) {
    if (withHoles && random.next() % 4 == 0) continue;
    MapStatus status{map, static_cast<int64_t>(random.next()), 7, std::vector<int64_t>(numReducers)};
    for (int64_t& size : status.sizes) {
      size = random.next() % 3 == 0 ? 0 : static_cast<int64_t>(random.next() >> (33 + random.next() % 30));
    }
    const auto executor = std::to_string(random.next() % 5);
    status.place = {executor, "host-" + executor, static_cast<uint16_t>(random.next())};
    status.atService = random.next() % 3 == 0;
    outputs[static_cast<size_t>(map)] = std::move(status);
  }
  return outputs;
}

void checkLocations(const MapOutputLocations& table, const Outputs& outputs) {
  REQUIRE(table.numMaps() == static_cast<int>(outputs.size()));
  for (size_t map = 0; map < outputs.size(); ++map) {
    const auto location = table.location(static_cast<int>(map));
    REQUIRE(location.has_value() == outputs[map].has_value());
    if (!location) continue;
    CHECK(location->attempt == outputs[map]->attempt);
    CHECK(location->place.executor == outputs[map]->place);
    CHECK(location->place.atService == outputs[map]->atService);
  }
}

int64_t sizeOf(const Outputs& outputs, size_t map, size_t reducer) {
  return outputs[map] ? outputs[map]->sizes[reducer] : 0;
}

TEST_CASE("a table is decoded to what was encoded, with exact sizes") {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    const size_t reducers = seed * 3;
    const Outputs outputs = randomOutputs(seed, static_cast<int>(seed), reducers, seed % 2 == 0);
    const auto table = MapOutputLocations::decode(MapOutputLocations::encode(42, outputs));
    CHECK(table.epoch() == 42);
    checkLocations(table, outputs);
    for (int reducer = 0; reducer < table.numReducers(); ++reducer) {
      const auto sizes = table.sizesFor(reducer);
      for (size_t map = 0; map < outputs.size(); ++map) {
        CHECK(sizes[map] == sizeOf(outputs, map, static_cast<size_t>(reducer)));
      }
    }
  }
}

TEST_CASE("with many reducers sizes are rounded up by at most a tenth, and exact over 100 MB") {
  const size_t reducers = kMostExactSizes + 1;
  const Outputs outputs = randomOutputs(5, 12, reducers, true);
  const auto table = MapOutputLocations::decode(MapOutputLocations::encode(1, outputs));
  checkLocations(table, outputs);
  int huge = 0;
  bool allFit = true;
  for (size_t reducer = 0; reducer < reducers; ++reducer) {
    const auto sizes = table.sizesFor(static_cast<int>(reducer));
    for (size_t map = 0; map < outputs.size(); ++map) {
      const int64_t size = sizeOf(outputs, map, reducer);
      if (size > kHugeSegmentBytes) ++huge;
      const auto most = size > kHugeSegmentBytes ? size : size + size / 10 + 2;
      allFit = allFit && sizes[map] >= size && sizes[map] <= most && (sizes[map] == 0) == (size == 0);
    }
  }
  CHECK(allFit);
  CHECK(huge > 0);
}

TEST_CASE("a table says whether outputs are missing") {
  Outputs outputs = randomOutputs(6, 4, 3, false);
  CHECK(MapOutputLocations::decode(MapOutputLocations::encode(1, outputs)).isComplete());
  outputs[2].reset();
  const auto table = MapOutputLocations::decode(MapOutputLocations::encode(1, outputs));
  CHECK_FALSE(table.isComplete());
  CHECK_FALSE(table.location(2));
  CHECK_FALSE(table.location(-1));
  CHECK_FALSE(table.location(4));
}

TEST_CASE("another epoch changes nothing else") {
  const Outputs outputs = randomOutputs(7, 9, 5, true);
  std::string bytes = MapOutputLocations::encode(1, outputs);
  MapOutputLocations::setEpoch(bytes, 77);
  CHECK(bytes == MapOutputLocations::encode(77, outputs));
}

void readAll(const std::string& bytes) {
  const auto table = MapOutputLocations::decode(bytes);
  for (int map = 0; map < table.numMaps(); ++map) table.location(map);
  for (int reducer = 0; reducer < table.numReducers(); ++reducer) table.sizesFor(reducer);
}

// Passes when the bytes are refused or read as something; nothing else may happen.
void expectHarmless(const std::string& bytes) {
  try {
    readAll(bytes);
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::kMalformedData);
  }
}

TEST_CASE("damaged tables are refused or read, but never believed beyond their end") {
  for (const size_t reducers : {size_t{4}, kMostExactSizes + 1}) {
    const std::string whole = MapOutputLocations::encode(3, randomOutputs(8, 6, reducers, true));
    const size_t step = whole.size() < 1000 ? 1 : 97;
    for (size_t length = 0; length < whole.size(); length += step) {
      CHECK_THROWS_AS(readAll(whole.substr(0, length)), Error);
    }
    for (size_t at = 0; at < whole.size(); at += step) {
      for (const char change : {'\x01', '\x80', '\xff'}) {
        std::string damaged = whole;
        damaged[at] = static_cast<char>(damaged[at] ^ change);
        expectHarmless(damaged);
      }
    }
  }
}

}  // namespace
}  // namespace ferro
