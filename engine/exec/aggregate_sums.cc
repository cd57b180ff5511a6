// count, count_if, sum and avg.
#include <arrow/util/decimal.h>

#include "ferro/engine/exec/aggregate_loops.h"

namespace ferro {
namespace {

[[noreturn]] void throwOverflow(const char* what) {
  throw Error(ErrorCode::kInvalidArgument,
              std::string("[ARITHMETIC_OVERFLOW] ") + what +
                  " overflow: a sum does not fit its type; cast the column to double or to a "
                  "wider decimal before summing it");
}

void mergeCounts(std::vector<int64_t>& counts, const arrow::ArrayData& more, std::span<const uint32_t> groups) {
  const auto* values = ColumnCursor(more).values<int64_t>();
  for (size_t i = 0; i < groups.size(); ++i) counts[groups[i]] += values[i];
}

class Counts : public AggregateState {
 public:
  void resize(uint32_t groups) override { counts_.resize(groups); }
  void merge(std::span<const ArrayPointer> partials, std::span<const uint32_t> groups) override {
    mergeCounts(counts_, *partials[0], groups);
  }
  std::vector<ArrayPointer> partial(uint32_t first, uint32_t count, arrow::MemoryPool* pool) const override {
    return {result(first, count, pool)};
  }
  ArrayPointer result(uint32_t first, uint32_t count, arrow::MemoryPool* pool) const override {
    return stateColumn(arrow::int64(), counts_, first, count, pool);
  }
  int64_t bytes() const override { return vectorBytes(counts_); }

 protected:
  std::vector<int64_t> counts_;
};

// Rows in which no argument is null; without arguments, all.
class CountState final : public Counts {
 public:
  void update(std::span<const ArrayPointer> inputs, std::span<const uint32_t> groups) override {
    bool nulls = false;
    for (const auto& input : inputs) nulls |= input->GetNullCount() > 0;
    if (!nulls && counts_.size() == 1) {
      counts_[0] += static_cast<int64_t>(groups.size());
      return;
    }
    if (!nulls) {
      for (uint32_t group : groups) ++counts_[group];
      return;
    }
    std::vector<ColumnCursor> cursors;
    for (const auto& input : inputs) cursors.emplace_back(*input);
    for (size_t i = 0; i < groups.size(); ++i) {
      bool valid = true;
      for (const auto& cursor : cursors) valid &= cursor.isValid(static_cast<int64_t>(i));
      counts_[groups[i]] += static_cast<int64_t>(valid);
    }
  }
};

class CountIfState final : public Counts {
 public:
  void update(std::span<const ArrayPointer> inputs, std::span<const uint32_t> groups) override {
    const ColumnCursor cursor(*inputs[0]);
    forEachValid(*inputs[0], groups, [&](size_t i, uint32_t group) {
      counts_[group] += static_cast<int64_t>(cursor.boolAt(static_cast<int64_t>(i)));
    });
  }
};

// Null until a value was seen. Sum is int64_t, double or a decimal's 128 bits.
template <class Sum>
class SumState final : public AggregateState {
 public:
  explicit SumState(DataTypePtr type) : type_(std::move(type)) {
    if constexpr (std::is_same_v<Sum, Int128>) precision_ = static_cast<const arrow::DecimalType&>(*type_).precision();
  }

  void resize(uint32_t groups) override {
    sums_.resize(groups);
    seen_.resize(groups);
  }

  void update(std::span<const ArrayPointer> inputs, std::span<const uint32_t> groups) override {
    const arrow::ArrayData& column = *inputs[0];
    if constexpr (std::is_same_v<Sum, Int128>) {
      const auto* values = ColumnCursor(column).values<DecimalBits>();
      addAll(column, groups, values);
    } else {
      withNumbers(column, [&](const auto* values) { addAll(column, groups, values); });
    }
  }

  void merge(std::span<const ArrayPointer> partials, std::span<const uint32_t> groups) override {
    update(partials, groups);
  }

  std::vector<ArrayPointer> partial(uint32_t first, uint32_t count, arrow::MemoryPool* pool) const override {
    return {result(first, count, pool)};
  }

  ArrayPointer result(uint32_t first, uint32_t count, arrow::MemoryPool* pool) const override {
    if constexpr (std::is_same_v<Sum, Int128>) {
      for (uint32_t i = first; i < first + count; ++i) {
        Int128 sum = sums_[i];
        if (!arrow::Decimal128(reinterpret_cast<const uint8_t*>(&sum)).FitsInPrecision(precision_))
          throwOverflow("decimal");
      }
    }
    return stateColumn(type_, sums_, first, count, [this](uint32_t group) { return seen_[group] == 0; }, pool);
  }

  int64_t bytes() const override { return vectorBytes(sums_) + vectorBytes(seen_); }

 private:
  template <class Value>
  void addAll(const arrow::ArrayData& column, std::span<const uint32_t> groups, const Value* values) {
    bool overflow = false;
    if (sums_.size() == 1) {
      // One sum stays in a register.
      Sum sum = sums_[0];
      uint8_t seen = seen_[0];
      forEachValid(column, groups, [&](size_t i, uint32_t) {
        overflow |= add(sum, static_cast<Sum>(values[i]));
        seen = 1;
      });
      sums_[0] = sum;
      seen_[0] = seen;
    } else {
      Sum* const sums = sums_.data();
      uint8_t* const seen = seen_.data();
      forEachValid(column, groups, [&](size_t i, uint32_t group) {
        overflow |= add(sums[group], static_cast<Sum>(values[i]));
        seen[group] = 1;
      });
    }
    if (overflow) throwOverflow(std::is_same_v<Sum, Int128> ? "decimal" : "long");
  }

  // True when it does not fit.
  static bool add(Sum& sum, Sum value) {
    if constexpr (std::is_floating_point_v<Sum>) {
      sum += value;
      return false;
    } else {
      return __builtin_add_overflow(sum, value, &sum);
    }
  }

  DataTypePtr type_;
  int precision_ = 0;
  std::vector<Sum> sums_;
  std::vector<uint8_t> seen_;
};

class AverageState final : public AggregateState {
 public:
  void resize(uint32_t groups) override {
    sums_.resize(groups);
    counts_.resize(groups);
  }
  void update(std::span<const ArrayPointer> inputs, std::span<const uint32_t> groups) override {
    double* const sums = sums_.data();
    int64_t* const counts = counts_.data();
    withNumbers(*inputs[0], [&](const auto* values) {
      forEachValid(*inputs[0], groups, [&](size_t i, uint32_t group) {
        sums[group] += static_cast<double>(values[i]);
        ++counts[group];
      });
    });
  }
  void merge(std::span<const ArrayPointer> partials, std::span<const uint32_t> groups) override {
    const auto* sums = ColumnCursor(*partials[0]).values<double>();
    for (size_t i = 0; i < groups.size(); ++i) sums_[groups[i]] += sums[i];
    mergeCounts(counts_, *partials[1], groups);
  }
  std::vector<ArrayPointer> partial(uint32_t first, uint32_t count, arrow::MemoryPool* pool) const override {
    return {stateColumn(arrow::float64(), sums_, first, count, pool),
            stateColumn(arrow::int64(), counts_, first, count, pool)};
  }
  ArrayPointer result(uint32_t first, uint32_t count, arrow::MemoryPool* pool) const override {
    std::vector<double> averages(count);
    for (uint32_t i = 0; i < count; ++i) averages[i] = sums_[first + i] / static_cast<double>(counts_[first + i]);
    return stateColumn(arrow::float64(), averages, 0, count, [&](uint32_t i) { return counts_[first + i] == 0; }, pool);
  }
  int64_t bytes() const override { return vectorBytes(sums_) + vectorBytes(counts_); }

 private:
  std::vector<double> sums_;
  std::vector<int64_t> counts_;
};

// The sum has the scale of the column, the average up to four digits more, rounded half away from zero.
class DecimalAverageState final : public AggregateState {
 public:
  explicit DecimalAverageState(const DataTypePtr& type)
      : sumType_(sumType(*type)), type_(averageType(*type)), sums_(sumType_) {
    const int more =
        static_cast<const arrow::DecimalType&>(*type_).scale() - static_cast<const arrow::DecimalType&>(*type).scale();
    for (int i = 0; i < more; ++i) scaleUp_ *= 10;
  }
  void resize(uint32_t groups) override {
    sums_.resize(groups);
    counts_.resize(groups);
  }
  void update(std::span<const ArrayPointer> inputs, std::span<const uint32_t> groups) override {
    sums_.update(inputs, groups);
    forEachValid(*inputs[0], groups, [&](size_t, uint32_t group) { ++counts_[group]; });
  }
  void merge(std::span<const ArrayPointer> partials, std::span<const uint32_t> groups) override {
    sums_.merge(partials.first(1), groups);
    mergeCounts(counts_, *partials[1], groups);
  }
  std::vector<ArrayPointer> partial(uint32_t first, uint32_t count, arrow::MemoryPool* pool) const override {
    return {sums_.result(first, count, pool), stateColumn(arrow::int64(), counts_, first, count, pool)};
  }
  ArrayPointer result(uint32_t first, uint32_t count, arrow::MemoryPool* pool) const override {
    const ArrayPointer sums = sums_.result(first, count, pool);
    const auto* values = ColumnCursor(*sums).values<DecimalBits>();
    std::vector<Int128> averages(count);
    for (uint32_t i = 0; i < count; ++i) {
      const Int128 rows = counts_[first + i];
      if (rows == 0) continue;
      Int128 scaled = 0;
      if (__builtin_mul_overflow(Int128{values[i]}, scaleUp_, &scaled)) throwOverflow("decimal");
      const Int128 rest = scaled % rows;
      averages[i] = scaled / rows;
      if ((rest < 0 ? -rest : rest) * 2 >= rows) averages[i] += scaled < 0 ? -1 : 1;
    }
    return stateColumn(type_, averages, 0, count, [&](uint32_t i) { return counts_[first + i] == 0; }, pool);
  }
  int64_t bytes() const override { return sums_.bytes() + vectorBytes(counts_); }

 private:
  DataTypePtr sumType_;
  DataTypePtr type_;
  SumState<Int128> sums_;
  Int128 scaleUp_ = 1;
  std::vector<int64_t> counts_;
};

}  // namespace

DataTypePtr sumType(const arrow::DataType& type) {
  const auto& decimal = static_cast<const arrow::DecimalType&>(type);
  return arrow::decimal128(std::min(decimal.precision() + 10, 38), decimal.scale());
}

// Spark's: four digits more behind the point.
DataTypePtr averageType(const arrow::DataType& type) {
  const auto& decimal = static_cast<const arrow::DecimalType&>(type);
  return arrow::decimal128(std::min(decimal.precision() + 4, 38), std::min(decimal.scale() + 4, 38));
}

AggregateStatePtr makeCount(const AggregateSpec&) { return std::make_unique<CountState>(); }

AggregateStatePtr makeCountIf() { return std::make_unique<CountIfState>(); }

AggregateStatePtr makeSum(const DataTypePtr& type) {
  if (type->id() == arrow::Type::DECIMAL128) return std::make_unique<SumState<Int128>>(sumType(*type));
  if (type->id() == arrow::Type::FLOAT || type->id() == arrow::Type::DOUBLE) {
    return std::make_unique<SumState<double>>(arrow::float64());
  }
  return std::make_unique<SumState<int64_t>>(arrow::int64());
}

AggregateStatePtr makeAverage(const DataTypePtr& type) {
  if (type->id() == arrow::Type::DECIMAL128) return std::make_unique<DecimalAverageState>(type);
  return std::make_unique<AverageState>();
}

}  // namespace ferro
