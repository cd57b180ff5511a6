// Puts the rows of some batches in memory in order: stable, a word of the keys at a time, with radix sorts. Belongs to
// one task.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ferro/engine/exec/gather_source.h"
#include "ferro/engine/exec/sort_key.h"

namespace ferro {

// All rows of the source in order.
std::vector<RowRef> sortedRows(const GatherSource& source, std::span<const SortKey> keys);

// What sorting one row takes besides the row itself.
inline constexpr int64_t kSortBytesPerRow = 40;

}  // namespace ferro
