#include "ferro/engine/exec/values_by_group.h"

#include "ferro/engine/exec/aggregate_loops.h"
#include "ferro/engine/exec/list_columns.h"

namespace ferro {

void ValuesByGroup::add(const ArrayPointer& column, std::span<const uint32_t> groups) {
  const ArrayPointer plain = plainColumn(column, arrow::default_memory_pool());
  rows_.clear();
  rows_.reserve(groups.size());
  forEachValid(*plain, groups, [&](size_t i, uint32_t group) {
    rows_.push_back(static_cast<uint32_t>(i));
    groups_.push_back(group);
  });
  if (!rows_.empty()) values_.add(plain, rows_);
  starts_.clear();
}

void ValuesByGroup::addLists(const arrow::ArrayData& lists, std::span<const uint32_t> groups) {
  const UnpackedLists unpacked(lists, groups);
  add(unpacked.elements, unpacked.marks);
}

// A counting sort.
void ValuesByGroup::sortByGroup() const {
  if (starts_.size() == size_t{numGroups_} + 1) return;
  starts_.assign(size_t{numGroups_} + 1, 0);
  for (uint32_t group : groups_) ++starts_[group + 1];
  for (uint32_t i = 0; i < numGroups_; ++i) starts_[i + 1] += starts_[i];
  sorted_.resize(groups_.size());
  std::vector<uint32_t> next(starts_.begin(), starts_.end() - 1);
  const uint32_t* group = groups_.data();
  for (uint32_t chunk = 0; chunk < values_.numChunks(); ++chunk) {
    const auto rows = static_cast<uint32_t>(values_.chunk(chunk)->length);
    for (uint32_t row = 0; row < rows; ++row) sorted_[next[*group++]++] = {chunk, row};
  }
}

std::span<const RowRef> ValuesByGroup::rowsOf(uint32_t group) const {
  sortByGroup();
  return std::span(sorted_).subspan(starts_[group], starts_[group + 1] - starts_[group]);
}

ArrayPointer ValuesByGroup::lists(uint32_t first, uint32_t count, arrow::MemoryPool* pool) const {
  sortByGroup();
  const auto starts = std::span(starts_).subspan(first, size_t{count} + 1);
  const auto rows = std::span(sorted_).subspan(starts.front(), starts.back() - starts.front());
  return listColumn(starts, {}, values_.gather(rows, pool), pool);
}

// What sorting needs is counted before it is made, so that there is room for it.
int64_t ValuesByGroup::bytes() const {
  const auto sorting =
      static_cast<int64_t>(groups_.size() * sizeof(RowRef) + size_t{numGroups_} * 2 * sizeof(uint32_t));
  return values_.bytes() + vectorBytes(groups_) + vectorBytes(rows_) + sorting;
}

}  // namespace ferro
