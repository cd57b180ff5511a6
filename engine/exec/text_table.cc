#include "ferro/engine/exec/text_table.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "ferro/common/hash.h"
#include "ferro/common/short_text.h"
#include "ferro/engine/exec/columns.h"

namespace ferro {
namespace {

constexpr uint64_t kEmpty = ~uint64_t{0};
constexpr size_t kArenaChunk = 256 << 10;
constexpr size_t kLeastSlots = 256;
constexpr size_t kBlock = 512;  // rows whose hashes are computed before any is looked up
constexpr size_t kAhead = 12;   // rows for which memory is asked in advance

uint32_t tagOf(std::string_view text) { return static_cast<uint32_t>(detail::hashText(text)); }

// The tags of a block of rows, and whether slots are worth asking for in advance: small tables are in the cache.
template <class Texts, class Look>
void forEachTagged(const Texts& texts, size_t rows, const std::vector<uint64_t>& slots, Look look) {
  std::array<uint32_t, kBlock> tags;
  for (size_t begin = 0; begin < rows; begin += kBlock) {
    const size_t count = std::min(kBlock, rows - begin);
    for (size_t i = 0; i < count; ++i) {
      const auto row = static_cast<int64_t>(begin + i);
      tags[i] = tagOf(texts.at(row));
    }
    for (size_t i = 0; i < count; ++i) {
      if (i + kAhead < count && !slots.empty()) __builtin_prefetch(&slots[tags[i + kAhead] & (slots.size() - 1)]);
      look(begin + i, tags[i]);
    }
  }
}

}  // namespace

uint32_t TextTable::insert(std::string_view text) { return insert(text, tagOf(text)); }

uint32_t TextTable::find(std::string_view text) const { return find(text, tagOf(text)); }

uint32_t TextTable::insertNull() {
  if (null_ == kNoKey) {
    null_ = size();
    entries_.push_back({"", 0});
  }
  return null_;
}

uint32_t TextTable::insert(std::string_view text, uint32_t tag) {
  if (slots_.size() * 5 <= entries_.size() * 8) growSlots();
  const size_t mask = slots_.size() - 1;
  for (size_t slot = tag & mask;; slot = (slot + 1) & mask) {
    const uint64_t found = slots_[slot];
    if (found == kEmpty) return add(text, tag, slot);
    if (static_cast<uint32_t>(found >> 32) != tag) continue;
    const auto number = static_cast<uint32_t>(found);
    if (equalTexts(this->text(number), text)) return number;
  }
}

uint32_t TextTable::find(std::string_view text, uint32_t tag) const {
  if (slots_.empty()) return kNoKey;
  const size_t mask = slots_.size() - 1;
  for (size_t slot = tag & mask;; slot = (slot + 1) & mask) {
    const uint64_t found = slots_[slot];
    if (found == kEmpty) return kNoKey;
    if (static_cast<uint32_t>(found >> 32) != tag) continue;
    const auto number = static_cast<uint32_t>(found);
    if (equalTexts(this->text(number), text)) return number;
  }
}

uint32_t TextTable::add(std::string_view text, uint32_t tag, size_t slot) {
  const uint32_t number = size();
  entries_.push_back({keep(text), text.size()});
  slots_[slot] = static_cast<uint64_t>(tag) << 32 | number;
  return number;
}

const char* TextTable::keep(std::string_view text) {
  if (text.empty()) return "";
  if (text.size() > left_) {
    const size_t bytes = std::max(kArenaChunk, text.size());
    arena_.push_back(std::make_unique_for_overwrite<char[]>(bytes));
    place_ = arena_.back().get();
    left_ = bytes;
    arenaBytes_ += static_cast<int64_t>(bytes);
  }
  std::memcpy(place_, text.data(), text.size());
  left_ -= text.size();
  return std::exchange(place_, place_ + text.size());
}

void TextTable::growSlots() {
  const size_t count = slots_.empty() ? kLeastSlots : slots_.size() * 2;
  const std::vector<uint64_t> old = std::exchange(slots_, std::vector<uint64_t>(count, kEmpty));
  for (uint64_t kept : old) {
    if (kept == kEmpty) continue;
    size_t slot = (kept >> 32) & (count - 1);
    while (slots_[slot] != kEmpty) slot = (slot + 1) & (count - 1);
    slots_[slot] = kept;
  }
}

template <class Texts>
void TextTable::insertRows(const Texts& texts, std::span<uint32_t> numbers) {
  if (!texts.mayHaveNulls()) {
    forEachTagged(texts, numbers.size(), slots_,
                  [&](size_t row, uint32_t tag) { numbers[row] = insert(texts.at(static_cast<int64_t>(row)), tag); });
    return;
  }
  for (size_t i = 0; i < numbers.size(); ++i) {
    const auto row = static_cast<int64_t>(i);
    numbers[i] = texts.isValid(row) ? insert(texts.at(row)) : insertNull();
  }
}

namespace {

// A plain column of text, with the interface of TextCursor.
struct PlainTexts {
  explicit PlainTexts(const arrow::ArrayData& column) : rows(column) {}
  bool isValid(int64_t row) const { return rows.isValid(row); }
  bool mayHaveNulls() const { return rows.mayHaveNulls(); }
  std::string_view at(int64_t row) const { return rows.textAt(row); }
  ColumnCursor rows;
};

}  // namespace

void TextTable::insert(const arrow::ArrayData& column, std::span<uint32_t> numbers) {
  if (isDictionary(*column.type)) return insertCoded(column, numbers);
  insertRows(PlainTexts(column), numbers);
}

// Entries of the dictionary that no row has seen get no number.
void TextTable::insertCoded(const arrow::ArrayData& column, std::span<uint32_t> numbers) {
  if (coded_.dictionary != column.dictionary) {
    coded_.dictionary = column.dictionary;
    coded_.numbers.assign(static_cast<size_t>(column.dictionary->length), kNoKey);
  }
  const ColumnCursor rows(column);
  const ColumnCursor texts(*column.dictionary);
  const auto* codes = rows.values<int32_t>();
  for (size_t i = 0; i < numbers.size(); ++i) {
    if (!rows.isValid(static_cast<int64_t>(i))) {
      numbers[i] = insertNull();
      continue;
    }
    uint32_t& known = coded_.numbers[static_cast<size_t>(codes[i])];
    if (known == kNoKey) known = texts.isValid(codes[i]) ? insert(texts.textAt(codes[i])) : insertNull();
    numbers[i] = known;
  }
}

void TextTable::find(const arrow::ArrayData& column, std::span<uint32_t> numbers, DictionaryNumbers& cache) const {
  if (isDictionary(*column.type)) {
    if (cache.dictionary != column.dictionary) {
      cache.dictionary = column.dictionary;
      cache.numbers.resize(static_cast<size_t>(column.dictionary->length));
      DictionaryNumbers none;
      find(*column.dictionary, cache.numbers, none);
    }
    const ColumnCursor rows(column);
    const auto* codes = rows.values<int32_t>();
    for (size_t i = 0; i < numbers.size(); ++i) {
      numbers[i] = rows.isValid(static_cast<int64_t>(i)) ? cache.numbers[static_cast<size_t>(codes[i])] : null_;
    }
    return;
  }
  const PlainTexts texts(column);
  if (!texts.mayHaveNulls()) {
    forEachTagged(texts, numbers.size(), slots_,
                  [&](size_t row, uint32_t tag) { numbers[row] = find(texts.at(static_cast<int64_t>(row)), tag); });
    return;
  }
  for (size_t i = 0; i < numbers.size(); ++i) {
    const auto row = static_cast<int64_t>(i);
    numbers[i] = texts.isValid(row) ? find(texts.at(row)) : null_;
  }
}

int64_t TextTable::bytes() const {
  return static_cast<int64_t>(slots_.capacity() * sizeof(uint64_t) + entries_.capacity() * sizeof(Entry) +
                              coded_.numbers.capacity() * sizeof(uint32_t)) +
         arenaBytes_;
}

void TextTable::clear() { *this = TextTable(); }

}  // namespace ferro
