// The index of a map output file: where each reducer's segment lies and its checksum. The format is in README.md.
// Immutable once built; any thread may read it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ferro/shuffle/segment.h"

namespace ferro {

// What an index says of one reducer.
struct IndexedSegment {
  Segment segment;
  bool hasChecksum = false;
};

class MapOutputIndex {
 public:
  // One segment for each reducer, without gaps.
  MapOutputIndex(const std::vector<Segment>& segments, bool withChecksums);

  int numReducers() const { return static_cast<int>(offsets_.size()) - 1; }
  bool hasChecksums() const { return !checksums_.empty(); }
  int64_t dataBytes() const { return offsets_.back(); }
  int64_t memoryBytes() const {
    return static_cast<int64_t>((offsets_.size() + checksums_.size()) * sizeof(uint64_t) + sizeof(*this));
  }
  Segment segment(int reducer) const;

  std::string encode() const;
  // Throws Error kMalformedData, with `path` in it, for anything but what encode() gave.
  static MapOutputIndex decode(std::string_view bytes, const std::string& path);
  // From the file. Both throw Error kNotFound too; a reducer that the index does not have is kMalformedData.
  static MapOutputIndex read(const std::string& path);
  // The entry of one reducer, without reading the rest where the segment's own checksum shows whether it is right.
  static IndexedSegment readSegment(const std::string& path, int reducer);

  IndexedSegment find(int reducer, const std::string& path) const;

 private:
  MapOutputIndex() = default;

  std::vector<int64_t> offsets_;     // numReducers + 1
  std::vector<uint64_t> checksums_;  // numReducers, or none
};

}  // namespace ferro
