// Which rows a join gives besides the pairs that match.
#pragma once

#include <cstdint>

namespace ferro {

enum class JoinType : uint8_t { kInner, kLeft, kRight, kFull, kSemi, kAnti };

}  // namespace ferro
