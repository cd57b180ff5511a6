// first, last, any_value, min_by and max_by: one row's value for each group.
#include <algorithm>
#include <functional>

#include "ferro/engine/exec/aggregate_loops.h"
#include "ferro/engine/exec/compare_values.h"
#include "ferro/engine/exec/kept_values.h"

namespace ferro {
namespace {

constexpr RowRef kNothing{0, kNoRow};

ArrayPointer boolColumn(const std::vector<uint8_t>& values, arrow::MemoryPool* pool) {
  std::vector<uint8_t> bits((values.size() + 7) / 8);
  for (size_t i = 0; i < values.size(); ++i) {
    if (values[i] != 0) bits[i / 8] = static_cast<uint8_t>(bits[i / 8] | 1U << (i % 8));
  }
  auto column = fixedColumn<uint8_t>(arrow::boolean(), bits, {}, pool);
  column->length = static_cast<int64_t>(values.size());
  return column;
}

// The value of one row for each group. A partial result is the value and whether there was a row: null may be a value.
class OneValue : public AggregateState {
 public:
  OneValue(const DataTypePtr& type, bool ignoreNulls) : values_(type), ignoreNulls_(ignoreNulls) {}

  void resize(uint32_t groups) override {
    refs_.resize(groups, kNothing);
    seen_.resize(groups);
  }

  void merge(std::span<const ArrayPointer> partials, std::span<const uint32_t> groups) override {
    const ColumnCursor seen(*partials[1]);
    take(partials[0], groups, [&](int64_t row) { return seen.boolAt(row); });
  }

  std::vector<ArrayPointer> partial(uint32_t first, uint32_t count, arrow::MemoryPool* pool) const override {
    const std::vector<uint8_t> seen(seen_.begin() + first, seen_.begin() + first + count);
    return {result(first, count, pool), boolColumn(seen, pool)};
  }

  ArrayPointer result(uint32_t first, uint32_t count, arrow::MemoryPool* pool) const override {
    return values_.gather(std::span(refs_).subspan(first, count), pool);
  }

  void update(std::span<const ArrayPointer> inputs, std::span<const uint32_t> groups) override {
    const TextOrColumnNulls nulls(*inputs[0]);
    take(inputs[0], groups, [&](int64_t row) { return !ignoreNulls_ || nulls.isValid(row); });
  }

  int64_t bytes() const override { return vectorBytes(refs_) + vectorBytes(seen_) + values_.bytes(); }

 protected:
  // Nulls of a dictionary may be in its entries.
  struct TextOrColumnNulls {
    explicit TextOrColumnNulls(const arrow::ArrayData& column)
        : rows(column), coded(isDictionary(*column.type)), texts(column) {}
    bool isValid(int64_t row) const { return coded ? texts.isValid(row) : rows.isValid(row); }
    ColumnCursor rows;
    bool coded;
    TextCursor texts;
  };

  // Rows for which counts(row) is true may become their group's.
  template <class RowCounts>
  void take(const ArrayPointer& column, std::span<const uint32_t> groups, RowCounts counts) {
    rows_.clear();
    chosen_.clear();
    choose(groups, [&](size_t i) { return counts(static_cast<int64_t>(i)); });
    if (rows_.empty()) return;
    const uint32_t chunk = values_.add(column, rows_);
    for (size_t i = 0; i < rows_.size(); ++i) refs_[chosen_[i]] = {chunk, static_cast<uint32_t>(i)};
    constexpr int64_t kSlack = 1 << 16;
    if (values_.numRows() > 2 * static_cast<int64_t>(refs_.size()) + kSlack) values_.compact(refs_);
  }

  virtual void choose(std::span<const uint32_t> groups, const std::function<bool(size_t)>& counts) = 0;

  void chooseRow(uint32_t group, size_t row) {
    rows_.push_back(static_cast<uint32_t>(row));
    chosen_.push_back(group);
    seen_[group] = 1;
  }

  KeptValues values_;
  bool ignoreNulls_;
  std::vector<RowRef> refs_;
  std::vector<uint8_t> seen_;
  std::vector<uint32_t> rows_;    // of the batch at hand, chosen
  std::vector<uint32_t> chosen_;  // and the groups they were chosen for
};

class FirstState final : public OneValue {
 public:
  using OneValue::OneValue;

 protected:
  void choose(std::span<const uint32_t> groups, const std::function<bool(size_t)>& counts) override {
    for (size_t i = 0; i < groups.size(); ++i) {
      if (seen_[groups[i]] == 0 && counts(i)) chooseRow(groups[i], i);
    }
  }
};

class LastState final : public OneValue {
 public:
  using OneValue::OneValue;

 protected:
  void choose(std::span<const uint32_t> groups, const std::function<bool(size_t)>& counts) override {
    batchOf_.resize(refs_.size());
    ++batch_;
    for (size_t i = groups.size(); i-- > 0;) {
      if (batchOf_[groups[i]] == batch_ || !counts(i)) continue;
      batchOf_[groups[i]] = batch_;
      chooseRow(groups[i], i);
    }
  }

 private:
  std::vector<uint32_t> batchOf_;  // in which each group was last chosen for
  uint32_t batch_ = 0;
};

// The value of the row whose other value is smallest or largest; rows where that is null do not count.
class ValueByOrder final : public AggregateState {
 public:
  ValueByOrder(const DataTypePtr& value, const DataTypePtr& order, bool largest)
      : values_(value), orders_(order), sign_(largest ? -1 : 1) {}

  void resize(uint32_t groups) override { refs_.resize(groups, kNothing); }

  void update(std::span<const ArrayPointer> inputs, std::span<const uint32_t> groups) override {
    const ArrayPointer orders = plainColumn(inputs[1], arrow::default_memory_pool());
    const std::vector<uint32_t> winners = winnersOf(*orders, groups);
    std::vector<uint32_t> rows;
    std::vector<uint32_t> chosen;
    for (size_t i = 0; i < groups.size(); ++i) {
      if (winners[i] != kNoRow) continue;
      rows.push_back(static_cast<uint32_t>(i));
      chosen.push_back(groups[i]);
    }
    if (rows.empty()) return;
    const uint32_t chunk = values_.add(inputs[0], rows);
    orders_.add(orders, rows);
    for (size_t i = 0; i < rows.size(); ++i) refs_[chosen[i]] = {chunk, static_cast<uint32_t>(i)};
    constexpr int64_t kSlack = 1 << 16;
    if (values_.numRows() <= 2 * static_cast<int64_t>(refs_.size()) + kSlack) return;
    std::vector<RowRef> same = refs_;
    orders_.compact(same);
    values_.compact(refs_);
  }

  void merge(std::span<const ArrayPointer> partials, std::span<const uint32_t> groups) override {
    update(partials, groups);
  }

  std::vector<ArrayPointer> partial(uint32_t first, uint32_t count, arrow::MemoryPool* pool) const override {
    return {result(first, count, pool), orders_.gather(std::span(refs_).subspan(first, count), pool)};
  }

  ArrayPointer result(uint32_t first, uint32_t count, arrow::MemoryPool* pool) const override {
    return values_.gather(std::span(refs_).subspan(first, count), pool);
  }

  int64_t bytes() const override { return vectorBytes(refs_) + values_.bytes() + orders_.bytes(); }

 private:
  // For each row kNoRow when it is the best of its group so far and stays so to the end of the batch, else anything.
  std::vector<uint32_t> winnersOf(const arrow::ArrayData& orders, std::span<const uint32_t> groups) {
    std::vector<uint32_t> best(refs_.size(), kNoRow);
    std::vector<uint32_t> winners(groups.size(), 0);
    forEachValid(orders, groups, [&](size_t i, uint32_t group) {
      const auto row = static_cast<int64_t>(i);
      int order = -1;
      if (best[group] != kNoRow) {
        order = compareValues(orders, row, orders, best[group]) * sign_;
      } else if (refs_[group].row != kNoRow) {
        order = compareValues(orders, row, *orders_.chunk(refs_[group].chunk), refs_[group].row) * sign_;
      }
      if (order >= 0) return;
      if (best[group] != kNoRow) winners[best[group]] = 0;
      best[group] = static_cast<uint32_t>(i);
      winners[i] = kNoRow;
    });
    return winners;
  }

  KeptValues values_;
  KeptValues orders_;
  int sign_;
  std::vector<RowRef> refs_;
};

}  // namespace

AggregateStatePtr makeFirst(const DataTypePtr& type, bool ignoreNulls) {
  return std::make_unique<FirstState>(type, ignoreNulls);
}

AggregateStatePtr makeLast(const DataTypePtr& type, bool ignoreNulls) {
  return std::make_unique<LastState>(type, ignoreNulls);
}

AggregateStatePtr makeValueByOrder(const DataTypePtr& value, const DataTypePtr& order, bool largest) {
  return std::make_unique<ValueByOrder>(value, order, largest);
}

}  // namespace ferro
