// The index of a map output file: where each reducer's segment lies and its checksum. The format is in README.md.
// Immutable once built; any thread may read it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ferro/shuffle/segment.h"

namespace ferro {

class MapOutputIndex {
 public:
  // One segment for each reducer, without gaps.
  MapOutputIndex(const std::vector<Segment>& segments, bool withChecksums);

  int numReducers() const { return static_cast<int>(offsets_.size()) - 1; }
  bool hasChecksums() const { return !checksums_.empty(); }
  int64_t dataBytes() const { return offsets_.back(); }
  Segment segment(int reducer) const;

  std::string encode() const;
  // Throws Error kMalformedData, with `path` in it, for anything but what encode() gave.
  static MapOutputIndex decode(std::string_view bytes, const std::string& path);

 private:
  MapOutputIndex() = default;

  std::vector<int64_t> offsets_;     // numReducers + 1
  std::vector<uint64_t> checksums_;  // numReducers, or none
};

}  // namespace ferro
