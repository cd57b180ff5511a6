#include "ferro/engine/exec/row_sorter.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "ferro/engine/exec/columns.h"
#include "ferro/engine/exec/key_order.h"

namespace ferro {
namespace {

struct Entry {
  uint64_t word;
  RowRef row;
};

constexpr size_t kFewRows = 24;     // sorted by insertion
constexpr size_t kRadixRows = 512;  // from here on a radix sort pays
constexpr int kDigitBits = 11;
constexpr size_t kDigits = size_t{1} << kDigitBits;
constexpr int kPasses = 3;

void insertionSort(std::span<Entry> entries) {
  for (size_t i = 1; i < entries.size(); ++i) {
    const Entry entry = entries[i];
    size_t place = i;
    for (; place > 0 && entry.word < entries[place - 1].word; --place) entries[place] = entries[place - 1];
    entries[place] = entry;
  }
}

void radixSort(std::span<Entry> entries, std::vector<Entry>& room);

void sortWords(std::span<Entry> entries, std::vector<Entry>& room) {
  if (entries.size() >= kRadixRows) return radixSort(entries, room);
  if (entries.size() <= kFewRows) return insertionSort(entries);
  std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.word < b.word; });
}

// One pass of a radix sort, least significant digit first.
void scatterByDigit(std::span<const Entry> from, Entry* to, int shift) {
  std::array<uint32_t, kDigits> places{};
  for (const Entry& entry : from) ++places[entry.word >> shift & (kDigits - 1)];
  uint32_t place = 0;
  for (uint32_t& count : places) place += std::exchange(count, place);
  for (const Entry& entry : from) to[places[entry.word >> shift & (kDigits - 1)]++] = entry;
}

// By words, stable. Only by the highest 33 of the bits in which words differ: what is equal in these is rare, or equal
// in all, and is sorted by itself.
void radixSort(std::span<Entry> entries, std::vector<Entry>& room) {
  uint64_t differing = 0;
  for (const Entry& entry : entries) differing |= entry.word ^ entries[0].word;
  if (differing == 0) return;
  room.resize(std::max(room.size(), entries.size()));
  Entry* from = entries.data();
  Entry* to = room.data();
  const int lowest = std::max(0, 64 - std::countl_zero(differing) - kPasses * kDigitBits);
  for (int shift = lowest; shift < 64 && differing >> shift != 0; shift += kDigitBits) {
    if ((differing >> shift & (kDigits - 1)) == 0) continue;
    scatterByDigit({from, entries.size()}, to, shift);
    std::swap(from, to);
  }
  if (from != entries.data()) std::copy(from, from + entries.size(), entries.data());
  if (lowest == 0 || (differing & ((uint64_t{1} << lowest) - 1)) == 0) return;
  for (size_t begin = 0; begin < entries.size();) {
    size_t end = begin + 1;
    while (end < entries.size() && entries[end].word >> lowest == entries[begin].word >> lowest) ++end;
    if (end - begin > 1) sortWords(entries.subspan(begin, end - begin), room);
    begin = end;
  }
}

class RowSorter {
 public:
  RowSorter(const GatherSource& source, std::span<const SortKey> keys) : keys_(keys) {
    for (const SortKey& key : keys) {
      const auto& chunks = source.column(static_cast<size_t>(key.column));
      auto& words = words_.emplace_back();
      for (const auto& chunk : chunks) words.emplace_back(*chunk);
      hasWords_.push_back(static_cast<uint8_t>(!chunks.empty() && KeyWords::hasWords(*chunks[0]->type)));
      auto& columns = columns_.emplace_back();
      columns.assign(chunks.begin(), chunks.end());
    }
  }

  void sort(std::span<Entry> entries) { sortByKey(entries, 0); }

 private:
  // Nulls apart, then the rest by the words of the key, each time with the keys that follow for rows that are equal.
  void sortByKey(std::span<Entry> entries, size_t key) {
    if (key == keys_.size() || entries.size() < 2) return;
    if (hasWords_[key] == 0) return sortByComparing(entries, key);
    const auto isNull = [&](const Entry& entry) { return words_[key][entry.row.chunk].isNull(entry.row.row); };
    const bool nullsFirst = keys_[key].nullsFirst;
    size_t before = nullsFirst ? 0 : entries.size();
    if (std::any_of(entries.begin(), entries.end(), isNull)) {
      const auto middle = std::stable_partition(entries.begin(), entries.end(),
                                                [&](const Entry& entry) { return isNull(entry) == nullsFirst; });
      before = static_cast<size_t>(middle - entries.begin());
    }
    const std::span<Entry> nulls = nullsFirst ? entries.first(before) : entries.subspan(before);
    const std::span<Entry> values = nullsFirst ? entries.subspan(before) : entries.first(before);
    sortByKey(nulls, key + 1);
    sortByWord(values, key, 0);
  }

  void sortByWord(std::span<Entry> entries, size_t key, uint32_t level) {
    if (entries.size() < 2) return;
    const uint64_t turn = keys_[key].descending ? ~uint64_t{0} : 0;
    for (Entry& entry : entries) entry.word = words_[key][entry.row.chunk].word(entry.row.row, level) ^ turn;
    sortWords(entries, room_);
    forEachTie(entries, [&](std::span<Entry> tie) {
      const bool longer = std::any_of(tie.begin(), tie.end(), [&](const Entry& entry) {
        return words_[key][entry.row.chunk].isLonger(entry.row.row, level);
      });
      if (longer) return sortByWord(tie, key, level + 1);
      sortByLength(tie, key);
    });
  }

  // Texts that differ only in how many zero bytes they end with have the same words.
  void sortByLength(std::span<Entry> entries, size_t key) {
    const auto lengthOf = [&](const Entry& entry) { return words_[key][entry.row.chunk].length(entry.row.row); };
    const uint64_t first = lengthOf(entries[0]);
    if (std::all_of(entries.begin(), entries.end(), [&](const Entry& entry) { return lengthOf(entry) == first; })) {
      return sortByKey(entries, key + 1);
    }
    const uint64_t turn = keys_[key].descending ? ~uint64_t{0} : 0;
    for (Entry& entry : entries) entry.word = lengthOf(entry) ^ turn;
    sortWords(entries, room_);
    forEachTie(entries, [&](std::span<Entry> tie) { sortByKey(tie, key + 1); });
  }

  template <class Visit>
  static void forEachTie(std::span<Entry> entries, Visit visit) {
    for (size_t begin = 0; begin < entries.size();) {
      size_t end = begin + 1;
      while (end < entries.size() && entries[end].word == entries[begin].word) ++end;
      if (end - begin > 1) visit(entries.subspan(begin, end - begin));
      begin = end;
    }
  }

  void sortByComparing(std::span<Entry> entries, size_t firstKey) {
    std::stable_sort(entries.begin(), entries.end(), [&](const Entry& a, const Entry& b) {
      for (size_t key = firstKey; key < keys_.size(); ++key) {
        const int order = compareKeys(keys_.subspan(key, 1), std::span(&columns_[key][a.row.chunk], 1), a.row.row,
                                      std::span(&columns_[key][b.row.chunk], 1), b.row.row);
        if (order != 0) return order < 0;
      }
      return false;
    });
  }

  std::span<const SortKey> keys_;
  std::vector<std::vector<KeyWords>> words_;        // by key and chunk
  std::vector<std::vector<ArrayPointer>> columns_;  // likewise
  std::vector<uint8_t> hasWords_;                   // by key
  std::vector<Entry> room_;
};

}  // namespace

std::vector<RowRef> sortedRows(const GatherSource& source, std::span<const SortKey> keys) {
  size_t count = 0;
  for (size_t chunk = 0; chunk < source.numChunks(); ++chunk) count += static_cast<size_t>(source.numRows(chunk));
  std::vector<Entry> entries;
  entries.reserve(count);
  for (uint32_t chunk = 0; chunk < source.numChunks(); ++chunk) {
    for (uint32_t row = 0; row < source.numRows(chunk); ++row) entries.push_back({0, {chunk, row}});
  }
  RowSorter(source, keys).sort(entries);
  std::vector<RowRef> rows;
  rows.reserve(count);
  for (const Entry& entry : entries) rows.push_back(entry.row);
  return rows;
}

}  // namespace ferro
