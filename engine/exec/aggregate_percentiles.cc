// percentile and median: exact ones, from all values of each group.
#include <algorithm>
#include <cmath>
#include <limits>

#include "ferro/engine/exec/aggregate_loops.h"
#include "ferro/engine/exec/list_columns.h"
#include "ferro/engine/exec/values_by_group.h"

namespace ferro {
namespace {

// The numbers of one group, of which some are wanted by their place in the order. NaN is the largest.
class RankedNumbers {
 public:
  void assign(std::span<const RowRef> rows, std::span<const double* const> chunks) {
    numbers_.clear();
    size_ = rows.size();
    for (const RowRef& row : rows) {
      const double number = chunks[row.chunk][row.row];
      if (number == number) numbers_.push_back(number);
    }
  }

  // The value at a place between the smallest (0) and the largest (1), or between two values.
  double at(double percentage) {
    const double position = static_cast<double>(size_ - 1) * percentage;
    const auto lower = static_cast<size_t>(std::floor(position));
    const auto higher = static_cast<size_t>(std::ceil(position));
    const double low = select(lower);
    if (lower == higher) return low;
    const double high = next(lower);
    if (low == high) return low;
    return (static_cast<double>(higher) - position) * low + (position - static_cast<double>(lower)) * high;
  }

 private:
  // Afterwards what comes before stands before it, and what comes after behind it.
  double select(size_t rank) {
    if (rank >= numbers_.size()) return std::numeric_limits<double>::quiet_NaN();
    const auto place = numbers_.begin() + static_cast<std::ptrdiff_t>(rank);
    std::nth_element(numbers_.begin(), place, numbers_.end());
    return *place;
  }

  // The one after that which was selected.
  double next(size_t rank) const {
    if (rank + 1 >= numbers_.size()) return std::numeric_limits<double>::quiet_NaN();
    return *std::min_element(numbers_.begin() + static_cast<std::ptrdiff_t>(rank) + 1, numbers_.end());
  }

  std::vector<double> numbers_;  // without the NaNs
  size_t size_ = 0;              // with them
};

class PercentileState final : public AggregateState {
 public:
  explicit PercentileState(const AggregateSpec& spec)
      : values_(arrow::float64()), percentages_(spec.parameters), many_(spec.manyResults) {
    if (spec.function == "median") percentages_ = {0.5};
  }

  void resize(uint32_t groups) override { values_.resize(groups); }

  void update(std::span<const ArrayPointer> inputs, std::span<const uint32_t> groups) override {
    values_.add(inputs[0], groups);
  }

  void merge(std::span<const ArrayPointer> partials, std::span<const uint32_t> groups) override {
    values_.addLists(*partials[0], groups);
  }

  std::vector<ArrayPointer> partial(uint32_t first, uint32_t count, arrow::MemoryPool* pool) const override {
    return {values_.lists(first, count, pool)};
  }

  ArrayPointer result(uint32_t first, uint32_t count, arrow::MemoryPool* pool) const override {
    std::vector<const double*> chunks;
    const KeptValues& values = values_.values();
    for (uint32_t i = 0; i < values.numChunks(); ++i) chunks.push_back(ColumnCursor(*values.chunk(i)).values<double>());
    RankedNumbers ranked;
    std::vector<double> results;
    ValidityWriter validity(count, pool);
    std::vector<uint32_t> starts{0};
    for (uint32_t i = 0; i < count; ++i) {
      const auto rows = values_.rowsOf(first + i);
      if (rows.empty()) {
        validity.setNull(i);
        if (!many_) results.push_back(0);
      } else {
        ranked.assign(rows, chunks);
        for (double percentage : percentages_) results.push_back(ranked.at(percentage));
      }
      starts.push_back(static_cast<uint32_t>(results.size()));
    }
    if (!many_) return fixedColumn<double>(arrow::float64(), results, validity.finish(), pool);
    auto elements = fixedColumn<double>(arrow::float64(), results, {}, pool);
    return listColumn(starts, validity.finish(), std::move(elements), pool);
  }

  int64_t bytes() const override { return values_.bytes(); }

 private:
  ValuesByGroup values_;
  std::vector<double> percentages_;
  bool many_;
};

}  // namespace

AggregateStatePtr makePercentile(const AggregateSpec& spec) { return std::make_unique<PercentileState>(spec); }

}  // namespace ferro
