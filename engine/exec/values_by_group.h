// All values that groups have seen. They are kept as they come, in flat columns, with the number of the group beside
// each, and sorted by group, in one pass, when they are asked for. Belongs to one aggregate state.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ferro/engine/exec/kept_values.h"

namespace ferro {

class ValuesByGroup {
 public:
  explicit ValuesByGroup(TypePointer type) : values_(std::move(type)) {}

  void resize(uint32_t groups) { numGroups_ = groups; }
  // The rows that are not null; groups says for each row which group it belongs to.
  void add(const ArrayPointer& column, std::span<const uint32_t> groups);
  // All elements of lists.
  void addLists(const arrow::ArrayData& lists, std::span<const uint32_t> groups);

  // Of the groups first ... first + count - 1, each group's values in the order in which they came.
  ArrayPointer lists(uint32_t first, uint32_t count, arrow::MemoryPool* pool) const;
  // Where the values of a group are.
  std::span<const RowRef> rowsOf(uint32_t group) const;
  const KeptValues& values() const { return values_; }

  int64_t bytes() const;

 private:
  void sortByGroup() const;

  KeptValues values_;
  uint32_t numGroups_ = 0;
  std::vector<uint32_t> groups_;  // of all values, chunk by chunk
  std::vector<uint32_t> rows_;    // of the batch at hand
  // Results are asked for in many pieces: made for the first, and again after something was added.
  mutable std::vector<uint32_t> starts_;
  mutable std::vector<RowRef> sorted_;
};

}  // namespace ferro
