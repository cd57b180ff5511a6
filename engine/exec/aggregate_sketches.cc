// approx_count_distinct and percentile_approx: sketches whose size does not depend on the number of rows.
#include <algorithm>
#include <cmath>

#include "ferro/engine/exec/aggregate_loops.h"
#include "ferro/engine/exec/quantile_summary.h"
#include "ferro/engine/exec/row_hash.h"
#include "ferro/engine/hyper_log_log.h"

namespace ferro {
namespace {

// Partial results are the sketches' bytes.
template <class BytesOf>
ArrayPointer binaryColumn(uint32_t count, arrow::MemoryPool* pool, BytesOf bytesOf) {
  std::vector<std::string> all(count);
  for (uint32_t i = 0; i < count; ++i) all[i] = bytesOf(i);
  return textColumn(arrow::binary(), count, {}, pool,
                    [&](int64_t i) { return std::string_view(all[static_cast<size_t>(i)]); });
}

class CountDistinctSketch final : public AggregateState {
 public:
  explicit CountDistinctSketch(double error) : empty_(error) {}

  void resize(uint32_t groups) override { sketches_.resize(groups, empty_); }

  void update(std::span<const ArrayPointer> inputs, std::span<const uint32_t> groups) override {
    std::vector<uint64_t> hashes(groups.size());
    hashColumn(*inputs[0], hashes);
    forEachValid(*inputs[0], groups, [&](size_t i, uint32_t group) { sketches_[group].add(hashes[i]); });
  }

  void merge(std::span<const ArrayPointer> partials, std::span<const uint32_t> groups) override {
    const ColumnCursor texts(*partials[0]);
    for (size_t i = 0; i < groups.size(); ++i) {
      const std::string_view registers = texts.textAt(static_cast<int64_t>(i));
      sketches_[groups[i]].merge(std::vector<uint8_t>(registers.begin(), registers.end()));
    }
  }

  std::vector<ArrayPointer> partial(uint32_t first, uint32_t count, arrow::MemoryPool* pool) const override {
    return {binaryColumn(count, pool, [&](uint32_t i) {
      const std::vector<uint8_t> registers = HyperLogLog(sketches_[first + i]).takeRegisters();
      return std::string(registers.begin(), registers.end());
    })};
  }

  ArrayPointer result(uint32_t first, uint32_t count, arrow::MemoryPool* pool) const override {
    std::vector<int64_t> estimates(count);
    for (uint32_t i = 0; i < count; ++i) estimates[i] = sketches_[first + i].estimate();
    return stateColumn(arrow::int64(), estimates, 0, count, pool);
  }

  int64_t bytes() const override {
    const auto each = static_cast<int64_t>(sizeof(HyperLogLog) + HyperLogLog(empty_).takeRegisters().size());
    return each * static_cast<int64_t>(sketches_.size());
  }

 private:
  HyperLogLog empty_;
  std::vector<HyperLogLog> sketches_;
};

template <class Visit>
void forEachNumber(const arrow::ArrayData& column, std::span<const uint32_t> groups, Visit visit) {
  const ColumnCursor cursor(column);
  const auto each = [&](const auto* values) {
    forEachValid(column, groups, [&](size_t i, uint32_t group) { visit(group, static_cast<double>(values[i])); });
  };
  switch (column.type->id()) {
    case arrow::Type::DATE32: return each(cursor.values<int32_t>());
    case arrow::Type::TIMESTAMP: return each(cursor.values<int64_t>());
    default: return withNumbers(column, each);
  }
}

// Numbers of one of the column's own types, from doubles that were such numbers.
template <class T>
ArrayPointer numbersOf(const DataTypePtr& type, const std::vector<double>& values, Validity validity,
                       arrow::MemoryPool* pool) {
  std::vector<T> typed;
  for (double value : values) typed.push_back(static_cast<T>(value));
  return fixedColumn<T>(type, typed, std::move(validity), pool);
}

ArrayPointer numberColumn(const DataTypePtr& type, const std::vector<double>& values, Validity validity,
                          arrow::MemoryPool* pool) {
  switch (type->id()) {
    case arrow::Type::INT8: return numbersOf<int8_t>(type, values, std::move(validity), pool);
    case arrow::Type::INT16: return numbersOf<int16_t>(type, values, std::move(validity), pool);
    case arrow::Type::INT32:
    case arrow::Type::DATE32: return numbersOf<int32_t>(type, values, std::move(validity), pool);
    case arrow::Type::FLOAT: return numbersOf<float>(type, values, std::move(validity), pool);
    case arrow::Type::DOUBLE: return numbersOf<double>(type, values, std::move(validity), pool);
    default: return numbersOf<int64_t>(type, values, std::move(validity), pool);
  }
}

class PercentileSketch final : public AggregateState {
 public:
  PercentileSketch(const AggregateSpec& spec, DataTypePtr type)
      : percentages_(spec.parameters), many_(spec.manyResults), type_(std::move(type)) {
    accuracy_ = percentages_.back();
    percentages_.pop_back();
  }

  void resize(uint32_t groups) override { summaries_.resize(groups, QuantileSummary(1.0 / accuracy_)); }

  void update(std::span<const ArrayPointer> inputs, std::span<const uint32_t> groups) override {
    forEachNumber(*inputs[0], groups, [&](uint32_t group, double value) { summaries_[group].add(value); });
  }

  void merge(std::span<const ArrayPointer> partials, std::span<const uint32_t> groups) override {
    const ColumnCursor texts(*partials[0]);
    for (size_t i = 0; i < groups.size(); ++i) {
      summaries_[groups[i]].merge(QuantileSummary::fromBytes(1.0 / accuracy_, texts.textAt(static_cast<int64_t>(i))));
    }
  }

  std::vector<ArrayPointer> partial(uint32_t first, uint32_t count, arrow::MemoryPool* pool) const override {
    return {binaryColumn(count, pool, [&](uint32_t i) { return QuantileSummary(summaries_[first + i]).toBytes(); })};
  }

  ArrayPointer result(uint32_t first, uint32_t count, arrow::MemoryPool* pool) const override {
    std::vector<double> values;
    std::vector<int32_t> ends{0};
    ValidityWriter validity(count, pool);
    for (uint32_t i = 0; i < count; ++i) {
      QuantileSummary summary = summaries_[first + i];
      const bool empty = summary.count() == 0;
      if (empty) validity.setNull(i);
      for (double percentage : percentages_) {
        if (!empty || !many_) values.push_back(empty ? 0 : summary.query(percentage));
      }
      ends.push_back(static_cast<int32_t>(values.size()));
    }
    if (!many_) return numberColumn(type_, values, validity.finish(), pool);
    auto child = numberColumn(type_, values, {}, pool);
    auto buffer = fixedColumn<int32_t>(arrow::int32(), ends, {}, pool)->buffers[1];
    return makeArray(arrow::list(type_), count, validity.finish(), {std::move(buffer)}, {std::move(child)});
  }

  int64_t bytes() const override {
    int64_t bytes = vectorBytes(summaries_);
    for (const QuantileSummary& summary : summaries_) bytes += summary.bytes();
    return bytes;
  }

 private:
  std::vector<double> percentages_;
  double accuracy_ = 0;
  bool many_;
  DataTypePtr type_;
  std::vector<QuantileSummary> summaries_;
};

}  // namespace

AggregateStatePtr makeApproximateCountDistinct(const AggregateSpec& spec) {
  constexpr double kUsualError = 0.05;
  return std::make_unique<CountDistinctSketch>(spec.parameters.empty() ? kUsualError : spec.parameters[0]);
}

AggregateStatePtr makeApproximatePercentile(const AggregateSpec& spec, const DataTypePtr& type) {
  return std::make_unique<PercentileSketch>(spec, type);
}

}  // namespace ferro
