// Columns of lists, put together from their elements and taken apart into them. Pure functions; any thread.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ferro/engine/exec/gather.h"

namespace ferro {

// List i has the elements from starts[i] to starts[i + 1], counted from starts[0].
ArrayPointer listColumn(std::span<const uint32_t> starts, Validity validity, ArrayPointer elements,
                        arrow::MemoryPool* pool);

// The elements of all lists one after another, each with what its list is marked with. No list is null, or null lists
// are empty.
struct UnpackedLists {
  UnpackedLists(const arrow::ArrayData& lists, std::span<const uint32_t> marksOfLists);

  ArrayPointer elements;
  std::vector<uint32_t> marks;
};

// The chunks are the same column of lists of several batches.
ArrayPointer gatherLists(std::span<const ArrayPointer> chunks, std::span<const RowRef> rows, arrow::MemoryPool* pool);

}  // namespace ferro
