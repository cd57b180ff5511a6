// How the parts of a block lie in its record batch. For block_view.cc and block_builder.cc alone.
#pragma once

#include <cstdint>

namespace ferro::ml {

enum class BlockColumn { kRows, kColumns, kStored, kForm, kLabels, kWeights, kOffsets, kIndices, kValues };

inline constexpr int64_t kDenseForm = 1;
inline constexpr int64_t kFloatForm = 2;
inline constexpr int64_t kNarrowForm = 4;
inline constexpr int64_t kWeightedForm = 8;

}  // namespace ferro::ml
