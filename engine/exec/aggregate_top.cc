// min_by and max_by with a number k: for each group the values of the k rows whose other value is smallest or largest.
#include <algorithm>
#include <utility>

#include "ferro/engine/exec/aggregate_loops.h"
#include "ferro/engine/exec/compare_values.h"
#include "ferro/engine/exec/kept_values.h"
#include "ferro/engine/exec/key_order.h"
#include "ferro/engine/exec/list_columns.h"

namespace ferro {
namespace {

// A group has a heap of its best rows, the worst of them on top. Rows are compared by a word of their order, so that
// most are dismissed without being touched. Partial results are two lists, of values and of what they are ordered by.
class TopByOrder final : public AggregateState {
 public:
  TopByOrder(const DataTypePtr& value, const DataTypePtr& order, bool largest, size_t k)
      : values_(value), orders_(order), largest_(largest), exact_(KeyWords::isExact(*order)), k_(k) {}

  void resize(uint32_t groups) override {
    groups_.resize(groups);
    limits_.resize(groups, kNoLimit);
  }

  void update(std::span<const ArrayPointer> inputs, std::span<const uint32_t> groups) override {
    const ArrayPointer orders = plainColumn(inputs[1], arrow::default_memory_pool());
    words_.resize(groups.size());
    firstWords(*orders, largest_, words_);
    taken_.clear();
    batch_ = orders.get();
    forEachValid(*orders, groups, [&](size_t i, uint32_t group) {
      if (words_[i] <= limits_[group]) offer(group, static_cast<uint32_t>(i));
    });
    batch_ = nullptr;
    if (taken_.empty()) return;
    values_.add(inputs[0], taken_);
    orders_.add(orders, taken_);
    constexpr int64_t kSlack = 1 << 16;
    if (values_.numRows() > 2 * static_cast<int64_t>(numEntries_) + kSlack) compact();
  }

  void merge(std::span<const ArrayPointer> partials, std::span<const uint32_t> groups) override {
    const UnpackedLists values(*partials[0], groups);
    const UnpackedLists orders(*partials[1], groups);
    update(std::vector<ArrayPointer>{values.elements, orders.elements}, values.marks);
  }

  std::vector<ArrayPointer> partial(uint32_t first, uint32_t count, arrow::MemoryPool* pool) const override {
    const Best best(*this, first, count);
    return {listColumn(best.starts, {}, values_.gather(best.rows, pool), pool),
            listColumn(best.starts, {}, orders_.gather(best.rows, pool), pool)};
  }

  // Null where no row had an order.
  ArrayPointer result(uint32_t first, uint32_t count, arrow::MemoryPool* pool) const override {
    const Best best(*this, first, count);
    ValidityWriter validity(count, pool);
    for (uint32_t i = 0; i < count; ++i) {
      if (groups_[first + i].empty()) validity.setNull(i);
    }
    return listColumn(best.starts, validity.finish(), values_.gather(best.rows, pool), pool);
  }

  int64_t bytes() const override {
    // A vector's capacity is at most twice what is in it.
    return vectorBytes(groups_) + vectorBytes(limits_) + static_cast<int64_t>(numEntries_ * 2 * sizeof(Entry)) +
           values_.bytes() + orders_.bytes();
  }

 private:
  // Smaller words come first. Where they say not all, the values themselves decide.
  struct Entry {
    uint64_t word;
    RowRef row;
  };

  // The rows of some groups, the best of each first.
  struct Best {
    Best(const TopByOrder& state, uint32_t first, uint32_t count) {
      std::vector<Entry> sorted;
      for (uint32_t i = 0; i < count; ++i) {
        sorted = state.groups_[first + i];
        std::sort(sorted.begin(), sorted.end(), [&](const Entry& a, const Entry& b) { return state.isBefore(a, b); });
        for (const Entry& entry : sorted) rows.push_back(entry.row);
        starts.push_back(static_cast<uint32_t>(rows.size()));
      }
    }
    std::vector<RowRef> rows;
    std::vector<uint32_t> starts{0};
  };

  static constexpr uint64_t kNoLimit = ~uint64_t{0};

  bool isBefore(const Entry& a, const Entry& b) const {
    if (a.word != b.word || exact_) return a.word < b.word;
    const auto [columnOfA, rowOfA] = orderOf(a.row);
    const auto [columnOfB, rowOfB] = orderOf(b.row);
    const int order = compareValues(*columnOfA, rowOfA, *columnOfB, rowOfB);
    return largest_ ? order > 0 : order < 0;
  }

  // Rows of the batch at hand are those of a chunk that will be.
  std::pair<const arrow::ArrayData*, int64_t> orderOf(const RowRef& row) const {
    if (row.chunk == orders_.numChunks()) return {batch_, taken_[row.row]};
    return {orders_.chunk(row.chunk).get(), row.row};
  }

  void offer(uint32_t group, uint32_t row) {
    std::vector<Entry>& heap = groups_[group];
    const auto isBefore = [this](const Entry& a, const Entry& b) { return this->isBefore(a, b); };
    const Entry entry{words_[row], {static_cast<uint32_t>(orders_.numChunks()), static_cast<uint32_t>(taken_.size())}};
    taken_.push_back(row);
    if (heap.size() == k_) {
      if (!isBefore(entry, heap.front())) return taken_.pop_back();
      std::pop_heap(heap.begin(), heap.end(), isBefore);
      heap.back() = entry;
    } else {
      heap.push_back(entry);
      ++numEntries_;
    }
    std::push_heap(heap.begin(), heap.end(), isBefore);
    if (heap.size() < k_) return;
    const uint64_t worst = heap.front().word;
    limits_[group] = exact_ && worst > 0 ? worst - 1 : worst;
  }

  // Drops the rows that others have displaced.
  void compact() {
    std::vector<RowRef> rows;
    rows.reserve(numEntries_);
    for (const auto& heap : groups_) {
      for (const Entry& entry : heap) rows.push_back(entry.row);
    }
    std::vector<RowRef> same = rows;
    orders_.compact(same);
    values_.compact(rows);
    size_t next = 0;
    for (auto& heap : groups_) {
      for (Entry& entry : heap) entry.row = rows[next++];
    }
  }

  KeptValues values_;
  KeptValues orders_;  // of the same rows
  bool largest_;
  bool exact_;
  size_t k_;
  std::vector<std::vector<Entry>> groups_;
  std::vector<uint64_t> limits_;  // by group: rows with a larger word are not among the best
  size_t numEntries_ = 0;
  const arrow::ArrayData* batch_ = nullptr;
  std::vector<uint64_t> words_;  // of the batch at hand
  std::vector<uint32_t> taken_;  // its rows that are kept
};

}  // namespace

AggregateStatePtr makeTopByOrder(const DataTypePtr& value, const DataTypePtr& order, bool largest, size_t k) {
  return std::make_unique<TopByOrder>(value, order, largest, k);
}

}  // namespace ferro
