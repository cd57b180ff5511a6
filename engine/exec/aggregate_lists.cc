// collect_list, collect_set, percentile and median: all values of each group.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "ferro/engine/exec/aggregate_loops.h"
#include "ferro/engine/exec/kept_values.h"
#include "ferro/engine/exec/key_index.h"

namespace ferro {
namespace {

// Which elements each group has, in their order: chains through one flat vector.
class Chains {
 public:
  void resize(uint32_t groups) { groups_.resize(groups, {kNoRow, kNoRow, 0}); }

  // Elements get the numbers 0, 1, 2, ...
  void append(uint32_t group) {
    const auto element = static_cast<uint32_t>(next_.size());
    next_.push_back(kNoRow);
    Chain& chain = groups_[group];
    if (chain.first == kNoRow) {
      chain.first = element;
    } else {
      next_[chain.last] = element;
    }
    chain.last = element;
    ++chain.size;
  }

  template <class Visit>
  void forEach(uint32_t group, Visit visit) const {
    for (uint32_t element = groups_[group].first; element != kNoRow; element = next_[element]) visit(element);
  }

  uint32_t size(uint32_t group) const { return groups_[group].size; }
  int64_t bytes() const { return vectorBytes(groups_) + vectorBytes(next_); }

 private:
  struct Chain {
    uint32_t first;
    uint32_t last;
    uint32_t size;
  };
  std::vector<Chain> groups_;
  std::vector<uint32_t> next_;
};

// Rows of a list column become rows of what is inside, each with the group of its list.
struct Unpacked {
  Unpacked(const arrow::ArrayData& lists, std::span<const uint32_t> groupsOfLists) {
    const auto* offsets = ColumnCursor(lists).values<int32_t>();
    const int32_t begin = offsets[0];
    values = lists.child_data[0]->Slice(begin, offsets[groupsOfLists.size()] - begin);
    groups.reserve(static_cast<size_t>(values->length));
    for (size_t i = 0; i < groupsOfLists.size(); ++i) {
      groups.insert(groups.end(), static_cast<size_t>(offsets[i + 1] - offsets[i]), groupsOfLists[i]);
    }
  }
  ArrayPointer values;
  std::vector<uint32_t> groups;
};

// All values as a list. Lists are never null; nulls are not collected.
class ListState : public AggregateState {
 public:
  explicit ListState(const DataTypePtr& type) : type_(type) {}

  void resize(uint32_t groups) override { chains_.resize(groups); }

  void merge(std::span<const ArrayPointer> partials, std::span<const uint32_t> groups) override {
    const Unpacked unpacked(*partials[0], groups);
    update(std::span(&unpacked.values, 1), unpacked.groups);
  }

  std::vector<ArrayPointer> partial(uint32_t first, uint32_t count, arrow::MemoryPool* pool) const override {
    return {lists(first, count, pool)};
  }

  ArrayPointer result(uint32_t first, uint32_t count, arrow::MemoryPool* pool) const override {
    return lists(first, count, pool);
  }

 protected:
  virtual ArrayPointer elements(std::span<const uint32_t> numbers, arrow::MemoryPool* pool) const = 0;

  ArrayPointer lists(uint32_t first, uint32_t count, arrow::MemoryPool* pool) const {
    std::vector<int32_t> offsets{0};
    std::vector<uint32_t> numbers;
    for (uint32_t i = 0; i < count; ++i) {
      chains_.forEach(first + i, [&](uint32_t element) { numbers.push_back(element); });
      offsets.push_back(static_cast<int32_t>(numbers.size()));
    }
    auto buffer = allocateBytes(static_cast<int64_t>(offsets.size() * sizeof(int32_t)), pool);
    std::memcpy(buffer->mutable_data(), offsets.data(), offsets.size() * sizeof(int32_t));
    return makeArray(arrow::list(type_), count, {}, {std::move(buffer)}, {elements(numbers, pool)});
  }

  DataTypePtr type_;
  Chains chains_;
};

class CollectList : public ListState {
 public:
  explicit CollectList(const DataTypePtr& type) : ListState(type), values_(type) {}

  void update(std::span<const ArrayPointer> inputs, std::span<const uint32_t> groups) override {
    const ArrayPointer column = plainColumn(inputs[0], arrow::default_memory_pool());
    std::vector<uint32_t> rows;
    forEachValid(*column, groups, [&](size_t i, uint32_t group) {
      rows.push_back(static_cast<uint32_t>(i));
      chains_.append(group);
    });
    if (rows.empty()) return;
    const uint32_t chunk = values_.add(column, rows);
    for (size_t i = 0; i < rows.size(); ++i) refs_.push_back({chunk, static_cast<uint32_t>(i)});
  }

  int64_t bytes() const override { return chains_.bytes() + vectorBytes(refs_) + values_.bytes(); }

 protected:
  ArrayPointer elements(std::span<const uint32_t> numbers, arrow::MemoryPool* pool) const override {
    std::vector<RowRef> wanted;
    wanted.reserve(numbers.size());
    for (uint32_t number : numbers) wanted.push_back(refs_[number]);
    return values_.gather(wanted, pool);
  }

  KeptValues values_;
  std::vector<RowRef> refs_;  // by element
};

// Each value once, in the order in which they first came.
class CollectSet final : public ListState {
 public:
  explicit CollectSet(const DataTypePtr& type) : ListState(type), keys_({arrow::uint32(), type}) {}

  void update(std::span<const ArrayPointer> inputs, std::span<const uint32_t> groups) override {
    cached_.reset();
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
    uint32_t known = keys_.size();
    keys_.insert(columns, numbers);
    for (size_t i = 0; i < numbers.size(); ++i) {
      if (numbers[i] != known) continue;
      ++known;
      chains_.append(groupsOfRows[i]);
    }
  }

  int64_t bytes() const override { return chains_.bytes() + keys_.bytes(); }

 protected:
  // Results are asked for in many pieces; the keys are made columns once.
  ArrayPointer elements(std::span<const uint32_t> numbers, arrow::MemoryPool* pool) const override {
    if (cached_ == nullptr) cached_ = keys_.keys(0, keys_.size(), pool)[1];
    return takeColumn(cached_, numbers, pool);
  }

 private:
  KeyIndex keys_;
  mutable ArrayPointer cached_;
};

// The value at a place between the smallest (0) and the largest (1), or between two values.
double interpolated(const std::vector<double>& sorted, double percentage) {
  const double position = static_cast<double>(sorted.size() - 1) * percentage;
  const auto lower = static_cast<size_t>(std::floor(position));
  const auto higher = static_cast<size_t>(std::ceil(position));
  if (lower == higher || sorted[lower] == sorted[higher]) return sorted[lower];
  return (static_cast<double>(higher) - position) * sorted[lower] +
         (position - static_cast<double>(lower)) * sorted[higher];
}

class PercentileState final : public CollectList {
 public:
  explicit PercentileState(const AggregateSpec& spec)
      : CollectList(arrow::float64()), percentages_(spec.parameters), many_(spec.manyResults) {
    if (spec.function == "median") percentages_ = {0.5};
  }

  ArrayPointer result(uint32_t first, uint32_t count, arrow::MemoryPool* pool) const override {
    const ArrayPointer all = lists(first, count, pool);
    const auto* offsets = ColumnCursor(*all).values<int32_t>();
    const auto* values = ColumnCursor(*all->child_data[0]).values<double>();
    std::vector<double> results;
    ValidityWriter validity(count, pool);
    std::vector<int32_t> ends{0};
    for (uint32_t i = 0; i < count; ++i) {
      std::vector<double> sorted(values + offsets[i], values + offsets[i + 1]);
      std::sort(sorted.begin(), sorted.end(), [](double a, double b) { return a < b || (b != b && a == a); });
      if (sorted.empty()) validity.setNull(i);
      for (double percentage : percentages_) {
        if (!sorted.empty()) {
          results.push_back(interpolated(sorted, percentage));
        } else if (!many_) {
          results.push_back(0);
        }
      }
      ends.push_back(static_cast<int32_t>(results.size()));
    }
    if (!many_) return fixedColumn<double>(arrow::float64(), results, validity.finish(), pool);
    auto child = fixedColumn<double>(arrow::float64(), results, {}, pool);
    auto buffer = fixedColumn<int32_t>(arrow::int32(), ends, {}, pool)->buffers[1];
    return makeArray(arrow::list(arrow::float64()), count, validity.finish(), {std::move(buffer)}, {std::move(child)});
  }

 private:
  std::vector<double> percentages_;
  bool many_;
};

}  // namespace

AggregateStatePtr makeCollectList(const DataTypePtr& type) { return std::make_unique<CollectList>(type); }

AggregateStatePtr makeCollectSet(const DataTypePtr& type) { return std::make_unique<CollectSet>(type); }

AggregateStatePtr makePercentile(const AggregateSpec& spec) { return std::make_unique<PercentileState>(spec); }

}  // namespace ferro
