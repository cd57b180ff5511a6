// What the transfer benchmarks have in common: 2 GB in answers of 1 MB, some of them asked for ahead.
#pragma once

#include <cstdint>

namespace bench {

inline constexpr int64_t kBlockBytes = 1 << 20;
inline constexpr int64_t kBlocks = 2048;
inline constexpr int64_t kRequestsAhead = 16;

}  // namespace bench
