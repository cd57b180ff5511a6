// min and max, for all types that have an order. NaN is larger than any number.
#include <algorithm>
#include <array>

#include "ferro/engine/exec/aggregate_loops.h"

namespace ferro {
namespace {

template <class T>
bool isLess(const T& a, const T& b) {
  if constexpr (std::is_floating_point_v<T>) {
    return a < b || (b != b && a == a);
  } else if constexpr (std::is_same_v<T, DecimalBits>) {
    return Int128{a} < Int128{b};
  } else {
    return a < b;
  }
}

// Booleans are kept as bytes, and nothing else is.
template <class T, bool kLargest>
class FixedExtreme final : public AggregateState {
 public:
  explicit FixedExtreme(DataTypePtr type) : type_(std::move(type)) {}

  void resize(uint32_t groups) override {
    values_.resize(groups);
    seen_.resize(groups);
  }

  void update(std::span<const ArrayPointer> inputs, std::span<const uint32_t> groups) override {
    const ColumnCursor cursor(*inputs[0]);
    if constexpr (std::is_same_v<T, uint8_t>) {
      forEachValid(*inputs[0], groups, [&](size_t i, uint32_t group) {
        take(group, static_cast<uint8_t>(cursor.boolAt(static_cast<int64_t>(i))));
      });
    } else {
      const T* values = cursor.values<T>();
      forEachValid(*inputs[0], groups, [&](size_t i, uint32_t group) { take(group, values[i]); });
    }
  }

  void merge(std::span<const ArrayPointer> partials, std::span<const uint32_t> groups) override {
    update(partials, groups);
  }

  std::vector<ArrayPointer> partial(uint32_t first, uint32_t count, arrow::MemoryPool* pool) const override {
    return {result(first, count, pool)};
  }

  ArrayPointer result(uint32_t first, uint32_t count, arrow::MemoryPool* pool) const override {
    const auto isNull = [this](uint32_t group) { return seen_[group] == 0; };
    if constexpr (std::is_same_v<T, uint8_t>) {
      std::vector<uint8_t> bits((count + 7) / 8);
      ValidityWriter validity(count, pool);
      for (uint32_t i = 0; i < count; ++i) {
        if (isNull(first + i)) validity.setNull(i);
        bits[i / 8] = static_cast<uint8_t>(bits[i / 8] | values_[first + i] << (i % 8));
      }
      auto column = fixedColumn<uint8_t>(type_, bits, validity.finish(), pool);
      column->length = count;
      return column;
    } else {
      return stateColumn(type_, values_, first, count, isNull, pool);
    }
  }

  int64_t bytes() const override { return vectorBytes(values_) + vectorBytes(seen_); }

 private:
  void take(uint32_t group, T value) {
    const bool better = kLargest ? isLess(values_[group], value) : isLess(value, values_[group]);
    if (seen_[group] != 0 && !better) return;
    values_[group] = value;
    seen_[group] = 1;
  }

  DataTypePtr type_;
  std::vector<T> values_;
  std::vector<uint8_t> seen_;
};

template <bool kLargest>
class TextExtreme final : public AggregateState {
 public:
  explicit TextExtreme(DataTypePtr type) : type_(std::move(type)) {}

  void resize(uint32_t groups) override {
    values_.resize(groups);
    seen_.resize(groups);
  }

  void update(std::span<const ArrayPointer> inputs, std::span<const uint32_t> groups) override {
    const TextCursor texts(*inputs[0]);
    for (size_t i = 0; i < groups.size(); ++i) {
      const auto row = static_cast<int64_t>(i);
      if (texts.isValid(row)) take(groups[i], texts.at(row));
    }
  }

  void merge(std::span<const ArrayPointer> partials, std::span<const uint32_t> groups) override {
    update(partials, groups);
  }

  std::vector<ArrayPointer> partial(uint32_t first, uint32_t count, arrow::MemoryPool* pool) const override {
    return {result(first, count, pool)};
  }

  ArrayPointer result(uint32_t first, uint32_t count, arrow::MemoryPool* pool) const override {
    ValidityWriter validity(count, pool);
    for (uint32_t i = 0; i < count; ++i) {
      if (seen_[first + i] == 0) validity.setNull(i);
    }
    return textColumn(type_, count, validity.finish(), pool,
                      [&](int64_t i) { return std::string_view(values_[first + static_cast<size_t>(i)]); });
  }

  int64_t bytes() const override { return vectorBytes(values_) + vectorBytes(seen_) + heapBytes_; }

 private:
  void take(uint32_t group, std::string_view text) {
    std::string& value = values_[group];
    if (seen_[group] != 0 && !(kLargest ? value < text : text < value)) return;
    const size_t before = value.capacity();
    value.assign(text);
    heapBytes_ += static_cast<int64_t>(value.capacity() - before);
    seen_[group] = 1;
  }

  DataTypePtr type_;
  std::vector<std::string> values_;
  std::vector<uint8_t> seen_;
  int64_t heapBytes_ = 0;
};

template <class T>
AggregateStatePtr fixedExtreme(const DataTypePtr& type, bool largest) {
  if (largest) return std::make_unique<FixedExtreme<T, true>>(type);
  return std::make_unique<FixedExtreme<T, false>>(type);
}

}  // namespace

AggregateStatePtr makeExtreme(const DataTypePtr& type, bool largest) {
  switch (type->id()) {
    case arrow::Type::BOOL: return fixedExtreme<uint8_t>(type, largest);
    case arrow::Type::INT8: return fixedExtreme<int8_t>(type, largest);
    case arrow::Type::INT16: return fixedExtreme<int16_t>(type, largest);
    case arrow::Type::INT32:
    case arrow::Type::DATE32: return fixedExtreme<int32_t>(type, largest);
    case arrow::Type::INT64:
    case arrow::Type::TIMESTAMP:
    case arrow::Type::DURATION: return fixedExtreme<int64_t>(type, largest);
    case arrow::Type::FLOAT: return fixedExtreme<float>(type, largest);
    case arrow::Type::DOUBLE: return fixedExtreme<double>(type, largest);
    case arrow::Type::DECIMAL128: return fixedExtreme<DecimalBits>(type, largest);
    default: break;
  }
  if (!isText(*type)) throwInternal("min and max were given " + type->ToString());
  if (largest) return std::make_unique<TextExtreme<true>>(type);
  return std::make_unique<TextExtreme<false>>(type);
}

}  // namespace ferro
