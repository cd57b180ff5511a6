#include "ferro/shuffle/map_output_locations.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <string_view>
#include <utility>

#include "ferro/common/codec.h"
#include "ferro/common/error.h"

namespace ferro {
namespace {

constexpr uint8_t kTableVersion = 1;
constexpr size_t kEpochAt = sizeof(kTableVersion);

using Outputs = std::vector<std::optional<MapStatus>>;

[[noreturn]] void throwDamagedTable(const std::string& what) {
  throw Error(ErrorCode::kMalformedData, "the table of map outputs is damaged: " + what);
}

// A size in one byte, rounded up to a power of 1.1.
uint8_t roundedSize(int64_t size) {
  if (size <= 1) return static_cast<uint8_t>(std::max<int64_t>(size, 0));
  const double power = std::ceil(std::log(static_cast<double>(size)) / std::log(1.1));
  return static_cast<uint8_t>(std::min(power, 255.0));
}

int64_t sizeOfRounded(uint8_t rounded) {
  return rounded == 0 ? 0 : static_cast<int64_t>(std::ceil(std::pow(1.1, rounded)));
}

int64_t sizeOf(const MapStatus& status, size_t reducer) {
  return reducer < status.sizes.size() ? status.sizes[reducer] : 0;
}

size_t countReducers(const Outputs& outputs) {
  size_t reducers = 0;
  for (const auto& output : outputs) {
    if (output) reducers = std::max(reducers, output->sizes.size());
  }
  return reducers;
}

void writePlacesAndMaps(Encoder& encoder, const Outputs& outputs) {
  std::map<MapOutputPlace, uint64_t> numbers;
  std::vector<MapOutputPlace> places;
  Encoder maps;
  for (const auto& output : outputs) {
    if (!output) {
      maps.writeVarint(0);
      continue;
    }
    const MapOutputPlace place{output->place, output->atService};
    const auto [number, isNew] = numbers.try_emplace(place, places.size() + 1);
    if (isNew) places.push_back(place);
    maps.writeVarint(number->second);
    maps.write(output->attempt);
  }
  encoder.write(places);
  encoder.writeVarint(outputs.size());
  encoder.writeRaw(maps.view().data(), maps.view().size());
}

void writeExactColumn(Encoder& column, const Outputs& outputs, size_t reducer) {
  for (const auto& output : outputs) {
    if (output) column.writeVarint(static_cast<uint64_t>(sizeOf(*output, reducer)));
  }
}

void writeRoundedColumn(Encoder& column, const Outputs& outputs, size_t reducer) {
  std::vector<std::pair<size_t, int64_t>> huge;
  for (size_t map = 0; map < outputs.size(); ++map) {
    const int64_t size = outputs[map] ? sizeOf(*outputs[map], reducer) : 0;
    column.write(roundedSize(size));
    if (size > kHugeSegmentBytes) huge.emplace_back(map, size);
  }
  column.writeVarint(huge.size());
  for (const auto& [map, size] : huge) {
    column.writeVarint(map);
    column.writeVarint(static_cast<uint64_t>(size));
  }
}

int64_t readSize(Decoder& column) {
  const uint64_t size = column.readVarint();
  if (size > static_cast<uint64_t>(std::numeric_limits<int64_t>::max())) throwDamagedTable("a size is out of range");
  return static_cast<int64_t>(size);
}

uint64_t wordAt(const std::string& bytes, size_t at) {
  uint64_t word = 0;
  std::memcpy(&word, bytes.data() + at, sizeof(word));
  return word;
}

}  // namespace

std::string MapOutputLocations::encode(int64_t epoch, const Outputs& outputs) {
  Encoder encoder;
  encoder.write(kTableVersion);
  encoder.write(epoch);
  writePlacesAndMaps(encoder, outputs);
  const size_t reducers = countReducers(outputs);
  encoder.writeVarint(reducers);
  Encoder columns;
  for (size_t reducer = 0; reducer < reducers; ++reducer) {
    if (reducers <= kMostExactSizes) writeExactColumn(columns, outputs, reducer);
    else writeRoundedColumn(columns, outputs, reducer);
    encoder.write(static_cast<uint64_t>(columns.view().size()));
  }
  encoder.writeRaw(columns.view().data(), columns.view().size());
  return encoder.take();
}

void MapOutputLocations::setEpoch(std::string& bytes, int64_t epoch) {
  std::memcpy(bytes.data() + kEpochAt, &epoch, sizeof(epoch));
}

MapOutputLocations MapOutputLocations::decode(std::string bytes) {
  MapOutputLocations table;
  table.bytes_ = std::move(bytes);
  Decoder decoder(table.bytes_);
  if (const auto version = decoder.read<uint8_t>(); version != kTableVersion) {
    throwDamagedTable("its version is unknown: " + std::to_string(version));
  }
  table.epoch_ = decoder.read<int64_t>();
  table.places_ = decoder.read<std::vector<MapOutputPlace>>();
  table.readMaps(decoder);

  const uint64_t reducers = decoder.readVarint();
  if (reducers > decoder.remaining() / sizeof(uint64_t)) throwDamagedTable("it has no room for its reducers");
  table.numReducers_ = static_cast<int>(std::min<uint64_t>(reducers, std::numeric_limits<int>::max()));
  table.offsetsAt_ = table.bytes_.size() - decoder.remaining();
  table.columnsAt_ = table.offsetsAt_ + reducers * sizeof(uint64_t);
  uint64_t end = 0;
  for (size_t at = table.offsetsAt_; at < table.columnsAt_; at += sizeof(uint64_t)) {
    const uint64_t next = wordAt(table.bytes_, at);
    if (next < end) throwDamagedTable("its columns go backwards");
    end = next;
  }
  if (end != table.bytes_.size() - table.columnsAt_) throwDamagedTable("its columns do not end where it ends");
  return table;
}

void MapOutputLocations::readMaps(Decoder& decoder) {
  const uint64_t count = decoder.readVarint();
  if (count > decoder.remaining()) throwDamagedTable("it has no room for its maps");
  maps_.resize(count);
  for (Map& map : maps_) {
    map.place = decoder.readVarint();
    if (map.place > places_.size()) throwDamagedTable("a place is not in its list");
    if (map.place > 0) map.attempt = decoder.read<int64_t>();
    else isComplete_ = false;
  }
}

std::optional<MapOutputLocations::Location> MapOutputLocations::location(int mapId) const {
  if (mapId < 0 || mapId >= numMaps()) return std::nullopt;
  const Map& map = maps_[static_cast<size_t>(mapId)];
  if (map.place == 0) return std::nullopt;
  return Location{places_[map.place - 1], map.attempt};
}

std::vector<int64_t> MapOutputLocations::sizesFor(int reducer) const {
  if (reducer < 0 || reducer >= numReducers_) {
    throwDamagedTable("it has " + std::to_string(numReducers_) + " reducers and not number " + std::to_string(reducer));
  }
  const size_t at = offsetsAt_ + static_cast<size_t>(reducer) * sizeof(uint64_t);
  const size_t begin = reducer == 0 ? 0 : wordAt(bytes_, at - sizeof(uint64_t));
  const size_t end = wordAt(bytes_, at);
  Decoder column(std::string_view(bytes_).substr(columnsAt_ + begin, end - begin));
  std::vector<int64_t> sizes =
      static_cast<size_t>(numReducers_) <= kMostExactSizes ? exactSizes(column) : roundedSizes(column);
  if (!column.atEnd()) throwDamagedTable("a column is too long");
  return sizes;
}

std::vector<int64_t> MapOutputLocations::exactSizes(Decoder& column) const {
  std::vector<int64_t> sizes(maps_.size());
  for (size_t map = 0; map < maps_.size(); ++map) {
    if (maps_[map].place > 0) sizes[map] = readSize(column);
  }
  return sizes;
}

std::vector<int64_t> MapOutputLocations::roundedSizes(Decoder& column) const {
  std::vector<int64_t> sizes(maps_.size());
  for (int64_t& size : sizes) size = sizeOfRounded(column.read<uint8_t>());
  for (uint64_t left = column.readVarint(); left > 0; --left) {
    const uint64_t map = column.readVarint();
    if (map >= sizes.size()) throwDamagedTable("a size is of a map that is not there");
    sizes[map] = readSize(column);
  }
  return sizes;
}

}  // namespace ferro
