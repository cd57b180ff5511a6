// Hides the wait for memory when rows meet a hash table larger than the caches: rows are read a few ahead, and what
// they will touch is fetched before they are looked up. Rows that point into their source, other than by a text key,
// cannot be read ahead and are looked up one by one.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "ferro/common/hash.h"
#include "ferro/common/short_text.h"
#include "ferro/common/stored.h"
#include "ferro/engine/iterator.h"

namespace ferro {

namespace detail {

// Plain numbers and the like: copying them costs nothing, and they refer to nothing.
template <class T>
constexpr bool kPlainValue = std::is_trivially_copyable_v<T> && std::is_same_v<T, Stored<T>>;

// A few rows with the hashes of their keys, kept past the next row of their source.
template <class Row>
class RowWindow {
 public:
  using Key = typename Row::first_type;
  static constexpr bool kViewKey = std::is_same_v<Key, std::string_view>;
  static constexpr bool kCanHold =
      (kPlainValue<Key> || kViewKey || std::is_same_v<Key, std::string>) && kPlainValue<typename Row::second_type>;

  using Held = std::pair<std::conditional_t<kViewKey, PaddedText, Key>, typename Row::second_type>;

  size_t size() const { return size_; }
  const Held& row(size_t index) const { return rows_[index]; }
  uint64_t hash(size_t index) const { return hashes_[index]; }

  // False when there is no room for one more.
  bool hold(const Row& row, uint64_t hash) {
    if (size_ == kRows) return false;
    if constexpr (kViewKey) {
      if (row.first.size() + ShortText::kMostBytes > kTextBytes - textSize_) return false;
      rows_[size_].first = PaddedText(text_.data() + textSize_, row.first);
      textSize_ += row.first.size();
    } else {
      rows_[size_].first = row.first;
    }
    rows_[size_].second = row.second;
    hashes_[size_++] = hash;
    return true;
  }

  void clear() {
    size_ = 0;
    textSize_ = 0;
  }

 private:
  static constexpr size_t kRows = 32;
  static constexpr size_t kTextBytes = 2048;
  struct NoText {};

  std::array<Held, kRows> rows_{};
  std::array<uint64_t, kRows> hashes_{};
  [[no_unique_address]] std::conditional_t<kViewKey, std::array<char, kTextBytes>, NoText> text_{};
  size_t textSize_ = 0;
  size_t size_ = 0;
};

template <class Row, class Table, class Visit>
void visitWindow(RowWindow<Row>& window, Table& table, Visit& visit) {
  for (size_t i = 0; i < window.size(); ++i) table.prefetchEntry(window.hash(i));
  for (size_t i = 0; i < window.size(); ++i) visit(window.row(i), window.hash(i));
  window.clear();
}

}  // namespace detail

// Calls visit(row, hash of its key) for each row, in order; the key of a row may be a PaddedText where it was a view.
// Table has prefetchSlot(hash) and prefetchEntry(hash).
template <class Row, class Table, class Visit>
void visitAhead(Iterator<Row>& rows, Table& table, Visit visit) {
  if constexpr (detail::RowWindow<Row>::kCanHold) {
    detail::RowWindow<Row> window;
    while (const Row* row = rows.next()) {
      const uint64_t hash = hashValue(row->first);
      table.prefetchSlot(hash);
      if (window.hold(*row, hash)) continue;
      detail::visitWindow(window, table, visit);
      if (!window.hold(*row, hash)) visit(*row, hash);  // a key longer than the window
    }
    detail::visitWindow(window, table, visit);
  } else {
    while (const Row* row = rows.next()) visit(*row, hashValue(row->first));
  }
}

}  // namespace ferro
