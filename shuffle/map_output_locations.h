// The table that a reader needs: for each map of a shuffle where its output lies, of which attempt, and how much it has
// for each reducer. The driver encodes it once for all executors. Sizes lie by reducer, because a reader wants those of
// one reducer from all maps. Immutable; any thread may read it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ferro/shuffle/map_output_place.h"
#include "ferro/shuffle/map_status.h"

namespace ferro {

// Up to this many reducers sizes are exact. Above, they are rounded up by at most 10 %, but for those over 100 MB.
inline constexpr size_t kMostExactSizes = 2'000;
inline constexpr int64_t kHugeSegmentBytes = 100 << 20;

class Decoder;

class MapOutputLocations {
 public:
  struct Location {
    const MapOutputPlace& place;
    int64_t attempt;
  };

  // Outputs that are missing are told apart from empty ones.
  static std::string encode(int64_t epoch, const std::vector<std::optional<MapStatus>>& outputs);
  // Puts another epoch into encoded bytes: most of the time nothing else has changed.
  static void setEpoch(std::string& bytes, int64_t epoch);
  // Throws Error kMalformedData for anything but what encode() gave.
  static MapOutputLocations decode(std::string bytes);

  int64_t epoch() const { return epoch_; }
  int numMaps() const { return static_cast<int>(maps_.size()); }
  int numReducers() const { return numReducers_; }
  // Whether every map has an output.
  bool isComplete() const { return isComplete_; }
  // Nothing when the map has no output.
  std::optional<Location> location(int mapId) const;
  // One for each map, 0 for a missing output. Throws Error kMalformedData.
  std::vector<int64_t> sizesFor(int reducer) const;

 private:
  struct Map {
    int64_t attempt = 0;
    size_t place = 0;  // counted from 1; 0 when there is no output
  };

  MapOutputLocations() = default;
  void readMaps(Decoder& decoder);
  std::vector<int64_t> exactSizes(Decoder& column) const;
  std::vector<int64_t> roundedSizes(Decoder& column) const;

  int64_t epoch_ = 0;
  std::vector<MapOutputPlace> places_;
  std::vector<Map> maps_;
  bool isComplete_ = true;
  int numReducers_ = 0;
  std::string bytes_;
  size_t offsetsAt_ = 0;  // in bytes_: where each reducer's column ends, counted from the first column
  size_t columnsAt_ = 0;
};

}  // namespace ferro
