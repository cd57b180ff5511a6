// collect_list and collect_set: all values of each group, as lists. Lists are never null; nulls are not collected.
#include "ferro/engine/exec/aggregate_loops.h"
#include "ferro/engine/exec/key_index.h"
#include "ferro/engine/exec/list_columns.h"
#include "ferro/engine/exec/scatter.h"
#include "ferro/engine/exec/values_by_group.h"

namespace ferro {
namespace {

class CollectList final : public AggregateState {
 public:
  explicit CollectList(const DataTypePtr& type) : values_(type) {}

  void resize(uint32_t groups) override { values_.resize(groups); }

  void update(std::span<const ArrayPointer> inputs, std::span<const uint32_t> groups) override {
    values_.add(inputs[0], groups);
  }

  void merge(std::span<const ArrayPointer> partials, std::span<const uint32_t> groups) override {
    values_.addLists(*partials[0], groups);
  }

  std::vector<ArrayPointer> partial(uint32_t first, uint32_t count, arrow::MemoryPool* pool) const override {
    return {result(first, count, pool)};
  }

  ArrayPointer result(uint32_t first, uint32_t count, arrow::MemoryPool* pool) const override {
    return values_.lists(first, count, pool);
  }

  int64_t bytes() const override { return values_.bytes(); }

 private:
  ValuesByGroup values_;
};

// Each value once, in the order in which they first came: what is new is numbered together with its group.
class CollectSet final : public AggregateState {
 public:
  explicit CollectSet(const DataTypePtr& type) : keys_({arrow::uint32(), type}) {}

  void resize(uint32_t groups) override { numGroups_ = groups; }

  void update(std::span<const ArrayPointer> inputs, std::span<const uint32_t> groups) override {
    arrow::MemoryPool* pool = arrow::default_memory_pool();
    const ArrayPointer column = plainColumn(inputs[0], pool);
    std::vector<uint32_t> rows;
    std::vector<uint32_t> groupsOfRows;
    forEachValid(*column, groups, [&](size_t i, uint32_t group) {
      rows.push_back(static_cast<uint32_t>(i));
      groupsOfRows.push_back(group);
    });
    const std::vector<ArrayPointer> columns{fixedColumn<uint32_t>(arrow::uint32(), groupsOfRows, {}, pool),
                                            takeColumn(column, rows, pool)};
    std::vector<uint32_t> numbers(rows.size());
    keys_.insert(columns, numbers);
    for (size_t i = 0; i < numbers.size(); ++i) {
      if (numbers[i] == groups_.size()) groups_.push_back(groupsOfRows[i]);
    }
    sorted_.starts.clear();
  }

  void merge(std::span<const ArrayPointer> partials, std::span<const uint32_t> groups) override {
    const UnpackedLists unpacked(*partials[0], groups);
    update(std::span(&unpacked.elements, 1), unpacked.marks);
  }

  std::vector<ArrayPointer> partial(uint32_t first, uint32_t count, arrow::MemoryPool* pool) const override {
    return {result(first, count, pool)};
  }

  ArrayPointer result(uint32_t first, uint32_t count, arrow::MemoryPool* pool) const override {
    sortByGroup(pool);
    const auto starts = std::span(sorted_.starts).subspan(first, size_t{count} + 1);
    const auto numbers = std::span(sorted_.rows).subspan(starts.front(), starts.back() - starts.front());
    return listColumn(starts, {}, takeColumn(elements_, numbers, pool), pool);
  }

  int64_t bytes() const override {
    const auto sorting = static_cast<int64_t>((groups_.size() + size_t{numGroups_} * 2) * sizeof(uint32_t));
    return keys_.bytes() + vectorBytes(groups_) + sorting;
  }

 private:
  // Results are asked for in many pieces; this is done for the first, and again after something was added.
  void sortByGroup(arrow::MemoryPool* pool) const {
    if (sorted_.starts.size() == size_t{numGroups_} + 1) return;
    scatterRows(groups_, numGroups_, sorted_);
    elements_ = keys_.keys(0, keys_.size(), pool)[1];
  }

  KeyIndex keys_;
  uint32_t numGroups_ = 0;
  std::vector<uint32_t> groups_;  // by the number of a group and a value together
  mutable Scattered sorted_;
  mutable ArrayPointer elements_;  // by the same number
};

}  // namespace

AggregateStatePtr makeCollectList(const DataTypePtr& type) { return std::make_unique<CollectList>(type); }

AggregateStatePtr makeCollectSet(const DataTypePtr& type) { return std::make_unique<CollectSet>(type); }

}  // namespace ferro
