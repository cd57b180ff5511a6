// Hides the wait for memory when rows meet a hash table larger than the caches: rows are read a few ahead, and what
// they will touch is fetched before they are looked up. Rows that point into their source cannot be read ahead and are
// looked up one by one.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "ferro/common/hash.h"
#include "ferro/common/stored.h"
#include "ferro/engine/iterator.h"

namespace ferro {

// Plain numbers and the like: copying them costs nothing, and they refer to nothing.
template <class Row>
constexpr bool kReadsAhead =
    std::is_trivially_copyable_v<typename Row::first_type> && std::is_trivially_copyable_v<typename Row::second_type> &&
    std::is_same_v<Row, Stored<Row>>;

// Calls visit(row, hash of its key) for each row, in order. Table has prefetchSlot(hash) and prefetchEntry(hash).
template <class Row, class Table, class Visit>
void visitAhead(Iterator<Row>& rows, Table& table, Visit visit) {
  if constexpr (kReadsAhead<Row>) {
    constexpr size_t kAhead = 32;
    std::array<Row, kAhead> window;
    std::array<uint64_t, kAhead> hashes;
    for (size_t count = kAhead; count == kAhead;) {
      for (count = 0; count < kAhead; ++count) {
        const Row* row = rows.next();
        if (row == nullptr) break;
        window[count] = *row;
        hashes[count] = hashValue(row->first);
        table.prefetchSlot(hashes[count]);
      }
      for (size_t i = 0; i < count; ++i) table.prefetchEntry(hashes[i]);
      for (size_t i = 0; i < count; ++i) visit(window[i], hashes[i]);
    }
  } else {
    while (const Row* row = rows.next()) visit(*row, hashValue(row->first));
  }
}

}  // namespace ferro
