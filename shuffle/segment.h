// A segment is what one map task has for one reducer, as it lies in a file: record batch messages one after another, in
// Arrow's IPC format, without a schema, all of them encrypted together where there is a key. A plain value.
#pragma once

#include <cstdint>

namespace ferro {

struct Segment {
  int64_t offset = 0;
  int64_t length = 0;
  uint64_t checksum = 0;  // 0 when checksums are off
};

}  // namespace ferro
