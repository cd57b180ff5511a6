#include "ferro/engine/exec/key_order.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "ferro/engine/exec/columns.h"
#include "ferro/engine/exec/compare_values.h"

namespace ferro {
namespace {

constexpr uint64_t kSign = uint64_t{1} << 63;

uint64_t orderedBits(int64_t value) { return static_cast<uint64_t>(value) ^ kSign; }

// NaN last, -0.0 as 0.0.
uint64_t orderedBits(double value) {
  if (value != value) return ~uint64_t{0};
  const auto bits = std::bit_cast<uint64_t>(value + 0.0);
  return (bits & kSign) != 0 ? ~bits : bits | kSign;
}

uint64_t textWord(std::string_view text, uint32_t level) {
  const size_t begin = size_t{level} * 8;
  if (begin >= text.size()) return 0;
  uint64_t word = 0;
  if (text.size() - begin >= 8) {
    std::memcpy(&word, text.data() + begin, 8);
    return __builtin_bswap64(word);
  }
  std::memcpy(&word, text.data() + begin, text.size() - begin);
  return __builtin_bswap64(word);
}

bool nullAt(const arrow::ArrayData& column, int64_t row) {
  if (column.type->id() == arrow::Type::NA) return true;
  return isDictionary(*column.type) ? !TextCursor(column).isValid(row) : !ColumnCursor(column).isValid(row);
}

}  // namespace

int compareKeys(std::span<const SortKey> keys, std::span<const ArrayPointer> columnsOfA, int64_t rowOfA,
                std::span<const ArrayPointer> columnsOfB, int64_t rowOfB) {
  for (size_t i = 0; i < keys.size(); ++i) {
    const arrow::ArrayData& a = *columnsOfA[i];
    const arrow::ArrayData& b = *columnsOfB[i];
    const bool nullA = nullAt(a, rowOfA);
    const bool nullB = nullAt(b, rowOfB);
    if (nullA && nullB) continue;
    if (nullA || nullB) return nullA == keys[i].nullsFirst ? -1 : 1;
    const int order = compareValues(a, rowOfA, b, rowOfB);
    if (order != 0) return keys[i].descending ? -order : order;
  }
  return 0;
}

KeyWords::KeyWords(const arrow::ArrayData& column) : kind_(Kind::kNone), rows_(viewOf(column)) {
  switch (column.type->id()) {
    case arrow::Type::BOOL: kind_ = Kind::kBool; break;
    case arrow::Type::INT8: kind_ = Kind::kInt8; break;
    case arrow::Type::INT16: kind_ = Kind::kInt16; break;
    case arrow::Type::INT32:
    case arrow::Type::DATE32: kind_ = Kind::kInt32; break;
    case arrow::Type::INT64:
    case arrow::Type::TIMESTAMP:
    case arrow::Type::DURATION: kind_ = Kind::kInt64; break;
    case arrow::Type::FLOAT: kind_ = Kind::kFloat; break;
    case arrow::Type::DOUBLE: kind_ = Kind::kDouble; break;
    case arrow::Type::DECIMAL128: kind_ = Kind::kDecimal; break;
    case arrow::Type::STRING:
    case arrow::Type::BINARY: kind_ = Kind::kText; break;
    case arrow::Type::DICTIONARY:
      kind_ = Kind::kCoded;
      texts_ = viewOf(*column.dictionary);
      break;
    default: break;
  }
}

bool KeyWords::isExact(const arrow::DataType& type) {
  return type.id() == arrow::Type::BOOL || (fixedWidth(type) > 0 && fixedWidth(type) <= 8);
}

bool KeyWords::hasWords(const arrow::DataType& type) {
  return isExact(type) || fixedWidth(type) == 16 || isText(type) || isDictionary(type);
}

bool KeyWords::isNull(int64_t row) const {
  if (rows_.validity != nullptr && !bitAt(rows_.validity, rows_.offset + row)) return true;
  if (kind_ != Kind::kCoded || texts_.validity == nullptr) return false;
  const int32_t code = reinterpret_cast<const int32_t*>(rows_.values)[rows_.offset + row];
  return !bitAt(texts_.validity, texts_.offset + code);
}

std::string_view KeyWords::textAt(int64_t row) const {
  const ColumnView& view = kind_ == Kind::kCoded ? texts_ : rows_;
  int64_t place = rows_.offset + row;
  if (kind_ == Kind::kCoded) place = texts_.offset + reinterpret_cast<const int32_t*>(rows_.values)[place];
  const int32_t* offsets = reinterpret_cast<const int32_t*>(view.values) + place;
  return {reinterpret_cast<const char*>(view.text) + offsets[0], static_cast<size_t>(offsets[1] - offsets[0])};
}

uint64_t KeyWords::word(int64_t row, uint32_t level) const {
  const int64_t place = rows_.offset + row;
  const auto at = [&]<class T>(T) { return reinterpret_cast<const T*>(rows_.values)[place]; };
  switch (kind_) {
    case Kind::kBool: return static_cast<uint64_t>(bitAt(rows_.values, place));
    case Kind::kInt8: return orderedBits(int64_t{at(int8_t{})});
    case Kind::kInt16: return orderedBits(int64_t{at(int16_t{})});
    case Kind::kInt32: return orderedBits(int64_t{at(int32_t{})});
    case Kind::kInt64: return orderedBits(at(int64_t{}));
    case Kind::kFloat: return orderedBits(double{at(float{})});
    case Kind::kDouble: return orderedBits(at(double{}));
    case Kind::kDecimal: {
      const DecimalBits bits = at(DecimalBits{});
      return level == 0 ? orderedBits(bits.high) : bits.low;
    }
    case Kind::kText:
    case Kind::kCoded: return textWord(textAt(row), level);
    case Kind::kNone: break;
  }
  return 0;
}

uint64_t KeyWords::length(int64_t row) const {
  return kind_ == Kind::kText || kind_ == Kind::kCoded ? textAt(row).size() : 0;
}

bool KeyWords::isLonger(int64_t row, uint32_t level) const {
  if (kind_ == Kind::kDecimal) return level == 0;
  if (kind_ != Kind::kText && kind_ != Kind::kCoded) return false;
  return textAt(row).size() > (size_t{level} + 1) * 8;
}

void firstWords(const arrow::ArrayData& column, bool descending, std::span<uint64_t> words) {
  const uint64_t turn = descending ? ~uint64_t{0} : 0;
  const ColumnCursor cursor(column);
  if (column.type->id() == arrow::Type::DOUBLE) {
    const auto* values = cursor.values<double>();
    for (size_t i = 0; i < words.size(); ++i) words[i] = orderedBits(values[i]) ^ turn;
    return;
  }
  if (column.type->id() == arrow::Type::INT64) {
    const auto* values = cursor.values<int64_t>();
    for (size_t i = 0; i < words.size(); ++i) words[i] = orderedBits(values[i]) ^ turn;
    return;
  }
  const KeyWords key(column);
  for (size_t i = 0; i < words.size(); ++i) {
    const auto row = static_cast<int64_t>(i);
    words[i] = key.isNull(row) ? 0 : key.word(row, 0) ^ turn;
  }
}

}  // namespace ferro
