#include "ferro/engine/exec/key_index.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include <arrow/array/concatenate.h>
#include <arrow/array/util.h>

#include "ferro/common/arrow_check.h"
#include "ferro/engine/exec/columns.h"
#include "ferro/engine/exec/gather.h"
#include "ferro/engine/exec/value_bytes.h"

namespace ferro {
namespace {

using Wide = std::array<uint64_t, 2>;

template <class T>
T normalized(T value) {
  if (value != value) return std::numeric_limits<T>::quiet_NaN();
  return value + T{0};  // -0.0 becomes 0.0
}

}  // namespace

KeyIndex::KeyIndex(const std::vector<TypePointer>& types) {
  size_t texts = 0;
  for (const TypePointer& type : types) {
    Column column{type, Kind::kFixed, fixedWidth(*type)};
    if (type->id() == arrow::Type::BOOL) {
      column.kind = Kind::kBool;
      column.width = 1;
    } else if (type->id() == arrow::Type::FLOAT) {
      column.kind = Kind::kFloat;
    } else if (type->id() == arrow::Type::DOUBLE) {
      column.kind = Kind::kDouble;
    } else if (column.width == 0) {
      column.kind = isText(*type) ? Kind::kText : Kind::kNested;
      column.width = 4;
      column.text = texts++;
    }
    columns_.push_back(std::move(column));
  }
  texts_.resize(texts);
  scratch_.dictionaries.resize(texts);
  layOut();
}

// Wide values first, so that each lies at a multiple of its width.
void KeyIndex::layOut() {
  size_t offset = 0;
  for (int width : {16, 8, 4, 2, 1}) {
    for (Column& column : columns_) {
      if (column.width != width) continue;
      column.offset = offset;
      offset += static_cast<size_t>(width);
    }
  }
  baseWords_ = (offset + 7) / 8;
  words_ = WordTable(baseWords_);
}

uint32_t KeyIndex::size() const {
  if (columns_.empty()) return hasKey_ ? 1 : 0;
  return soleText() ? texts_[0].size() : words_.size();
}

template <class Visit>
bool KeyIndex::withSoleNumber(std::span<const ArrayPointer> columns, Visit visit) const {
  if (columns_.size() != 1 || columns_[0].kind != Kind::kFixed || columns[0]->GetNullCount() > 0) return false;
  const ColumnCursor cursor(*columns[0]);
  switch (columns_[0].width) {
    case 1: return visit(cursor.values<uint8_t>());
    case 2: return visit(cursor.values<uint16_t>());
    case 4: return visit(cursor.values<uint32_t>());
    case 8: return visit(cursor.values<uint64_t>());
    default: return false;
  }
}

void KeyIndex::insert(std::span<const ArrayPointer> columns, std::span<uint32_t> numbers) {
  if (numbers.empty()) return;
  if (columns_.empty()) {
    hasKey_ = true;
    std::fill(numbers.begin(), numbers.end(), 0U);
    return;
  }
  if (soleText()) {
    if (columns_[0].kind == Kind::kText) return texts_[0].insert(*columns[0], numbers);
    return insertNested(columns_[0], columns[0], numbers);
  }
  if (withSoleNumber(columns, [&](const auto* keys) { return words_.insertSmall(keys, numbers); })) return;
  for (size_t i = 0; i < columns_.size() && !hasMask_; ++i) {
    if (!isTexts(columns_[i]) && columns[i]->GetNullCount() > 0) addMask();
  }
  scratch_.words.assign(numbers.size() * words_.wordsPerKey(), 0);
  for (size_t i = 0; i < columns_.size(); ++i) {
    Column& column = columns_[i];
    if (!isTexts(column)) {
      packColumn(column, i, *columns[i], scratch_.words.data());
      continue;
    }
    scratch_.texts.resize(numbers.size());
    if (column.kind == Kind::kText) {
      texts_[column.text].insert(*columns[i], scratch_.texts);
    } else {
      insertNested(column, columns[i], scratch_.texts);
    }
    packNumbers(column, scratch_.texts, scratch_.words.data());
  }
  words_.insert(scratch_.words.data(), numbers);
}

void KeyIndex::find(std::span<const ArrayPointer> columns, std::span<uint32_t> numbers, Scratch& scratch) const {
  if (columns_.empty()) {
    std::fill(numbers.begin(), numbers.end(), hasKey_ ? 0U : kNoKey);
    return;
  }
  if (withSoleNumber(columns, [&](const auto* keys) { return words_.findSmall(keys, numbers); })) return;
  scratch.dictionaries.resize(texts_.size());
  const auto findTexts = [&](const Column& column, const arrow::ArrayData& values, std::span<uint32_t> found) {
    if (column.kind == Kind::kText) {
      return texts_[column.text].find(values, found, scratch.dictionaries[column.text]);
    }
    std::string bytes;
    for (size_t i = 0; i < found.size(); ++i) {
      bytes.clear();
      appendValueBytes(values, static_cast<int64_t>(i), bytes);
      found[i] = texts_[column.text].find(bytes);
    }
  };
  if (soleText()) return findTexts(columns_[0], *columns[0], numbers);
  scratch.words.assign(numbers.size() * words_.wordsPerKey(), 0);
  scratch.texts.resize(numbers.size());
  for (size_t i = 0; i < columns_.size(); ++i) {
    if (isTexts(columns_[i])) {
      findTexts(columns_[i], *columns[i], scratch.texts);
      packNumbers(columns_[i], scratch.texts, scratch.words.data());
    } else {
      packColumn(columns_[i], i, *columns[i], scratch.words.data());
    }
  }
  words_.find(scratch.words.data(), numbers);
  if (hasMask_) return;
  // A table that never saw a null has no key with one; its packed form would look like another key.
  for (size_t i = 0; i < columns_.size(); ++i) {
    if (isTexts(columns_[i]) || columns[i]->GetNullCount() == 0) continue;
    const ColumnCursor cursor(*columns[i]);
    for (size_t row = 0; row < numbers.size(); ++row) {
      if (!cursor.isValid(static_cast<int64_t>(row))) numbers[row] = kNoKey;
    }
  }
}

void KeyIndex::addMask() {
  hasMask_ = true;
  words_.widen((columns_.size() + 63) / 64);
}

void KeyIndex::insertNested(Column& column, const ArrayPointer& values, std::span<uint32_t> numbers) {
  TextTable& table = texts_[column.text];
  std::string bytes;
  std::vector<uint32_t> fresh;
  for (size_t i = 0; i < numbers.size(); ++i) {
    bytes.clear();
    appendValueBytes(*values, static_cast<int64_t>(i), bytes);
    const uint32_t before = table.size();
    numbers[i] = table.insert(bytes);
    if (numbers[i] == before) fresh.push_back(static_cast<uint32_t>(i));
  }
  if (!fresh.empty()) column.nested.push_back(takeColumn(values, fresh, arrow::default_memory_pool()));
}

void KeyIndex::packNumbers(const Column& column, std::span<const uint32_t> numbers, uint64_t* words) const {
  char* place = reinterpret_cast<char*>(words) + column.offset;
  const size_t stride = words_.wordsPerKey() * sizeof(uint64_t);
  for (size_t i = 0; i < numbers.size(); ++i) std::memcpy(place + i * stride, &numbers[i], sizeof(uint32_t));
}

template <class T, class ValueAt>
void KeyIndex::packValues(const Column& column, size_t index, const arrow::ArrayData& values, uint64_t* words,
                          ValueAt valueAt) const {
  char* place = reinterpret_cast<char*>(words) + column.offset;
  const size_t stride = words_.wordsPerKey() * sizeof(uint64_t);
  const auto rows = static_cast<size_t>(values.length);
  const ColumnCursor cursor(values);
  if (!cursor.mayHaveNulls()) {
    for (size_t i = 0; i < rows; ++i) {
      const T value = valueAt(static_cast<int64_t>(i));
      std::memcpy(place + i * stride, &value, sizeof(T));
    }
    return;
  }
  uint64_t* mask = words + baseWords_ + index / 64;
  for (size_t i = 0; i < rows; ++i) {
    if (cursor.isValid(static_cast<int64_t>(i))) {
      const T value = valueAt(static_cast<int64_t>(i));
      std::memcpy(place + i * stride, &value, sizeof(T));
    } else if (hasMask_) {
      mask[i * words_.wordsPerKey()] |= uint64_t{1} << (index % 64);
    }
  }
}

void KeyIndex::packColumn(const Column& column, size_t index, const arrow::ArrayData& values, uint64_t* words) const {
  const ColumnCursor cursor(values);
  const auto plain = [&]<class T>(T) {
    const T* from = cursor.values<T>();
    packValues<T>(column, index, values, words, [from](int64_t row) { return from[row]; });
  };
  const auto number = [&]<class T>(T) {
    const T* from = cursor.values<T>();
    packValues<T>(column, index, values, words, [from](int64_t row) { return normalized(from[row]); });
  };
  if (column.kind == Kind::kFloat) return number(float{});
  if (column.kind == Kind::kDouble) return number(double{});
  if (column.kind == Kind::kBool) {
    return packValues<uint8_t>(column, index, values, words, [&](int64_t row) { return uint8_t{cursor.boolAt(row)}; });
  }
  switch (column.width) {
    case 1: return plain(uint8_t{});
    case 2: return plain(uint16_t{});
    case 4: return plain(uint32_t{});
    case 8: return plain(uint64_t{});
    default: return plain(Wide{});
  }
}

std::vector<ArrayPointer> KeyIndex::keys(uint32_t first, uint32_t count, arrow::MemoryPool* pool) const {
  std::vector<ArrayPointer> keys;
  for (size_t i = 0; i < columns_.size(); ++i) keys.push_back(keyColumn(i, first, count, pool));
  return keys;
}

ArrayPointer KeyIndex::textKeys(const Column& column, std::span<const uint32_t> numbers,
                                arrow::MemoryPool* pool) const {
  if (column.kind == Kind::kNested) {
    arrow::ArrayVector chunks;
    for (const auto& chunk : column.nested) chunks.push_back(arrow::MakeArray(chunk));
    auto all = valueOf(arrow::Concatenate(chunks, pool), "keys of nested values");
    return takeColumn(all->data(), numbers, pool);
  }
  const TextTable& table = texts_[column.text];
  ValidityWriter validity(static_cast<int64_t>(numbers.size()), pool);
  for (size_t i = 0; i < numbers.size(); ++i) {
    if (table.isNull(numbers[i])) validity.setNull(static_cast<int64_t>(i));
  }
  return textColumn(column.type, static_cast<int64_t>(numbers.size()), validity.finish(), pool,
                    [&](int64_t row) { return table.text(numbers[static_cast<size_t>(row)]); });
}

ArrayPointer KeyIndex::keyColumn(size_t index, uint32_t first, uint32_t count, arrow::MemoryPool* pool) const {
  const Column& column = columns_[index];
  const size_t stride = words_.wordsPerKey() * sizeof(uint64_t);
  std::vector<uint32_t> numbers;
  if (soleText()) {
    numbers.resize(count);
    std::iota(numbers.begin(), numbers.end(), first);
    return textKeys(column, numbers, pool);
  }
  const char* packed = reinterpret_cast<const char*>(words_.key(first));
  if (isTexts(column)) {
    numbers.resize(count);
    for (size_t i = 0; i < count; ++i) std::memcpy(&numbers[i], packed + i * stride + column.offset, sizeof(uint32_t));
    return textKeys(column, numbers, pool);
  }
  ValidityWriter validity(count, pool);
  const uint64_t* mask = words_.key(first) + baseWords_ + index / 64;
  for (size_t i = 0; hasMask_ && i < count; ++i) {
    if ((mask[i * words_.wordsPerKey()] >> (index % 64) & 1) != 0) validity.setNull(static_cast<int64_t>(i));
  }
  const auto width = static_cast<size_t>(column.width);
  const bool bits = column.kind == Kind::kBool;
  auto values = allocateBytes(static_cast<int64_t>(bits ? (count + 7) / 8 : count * width), pool);
  uint8_t* out = values->mutable_data();
  if (bits) {
    std::memset(out, 0, (count + 7) / 8);
    for (size_t i = 0; i < count; ++i) {
      const auto bit = static_cast<unsigned>(packed[i * stride + column.offset]);
      out[i >> 3] = static_cast<uint8_t>(out[i >> 3] | bit << (i & 7));
    }
  } else {
    for (size_t i = 0; i < count; ++i) std::memcpy(out + i * width, packed + i * stride + column.offset, width);
  }
  return makeArray(column.type, count, validity.finish(), {std::move(values)});
}

int64_t KeyIndex::bytes() const {
  int64_t bytes = words_.bytes();
  for (const TextTable& table : texts_) bytes += table.bytes();
  return bytes;
}

void KeyIndex::clear() {
  for (TextTable& table : texts_) table.clear();
  for (Column& column : columns_) column.nested.clear();
  hasMask_ = false;
  hasKey_ = false;
  words_ = WordTable(baseWords_);
}

}  // namespace ferro
