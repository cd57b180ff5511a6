// Combines values by key in a table that spills: when memory is refused, the table's entries go to disk in parts by
// hash, and each part is combined by itself at the end, in parts again if it must be. Values of a key meet in the order
// in which they came. Belongs to one task.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "ferro/common/columns.h"
#include "ferro/common/hash.h"
#include "ferro/common/make_as.h"
#include "ferro/common/owned.h"
#include "ferro/engine/combine_table.h"
#include "ferro/engine/iterator.h"
#include "ferro/engine/view_of.h"
#include "ferro/scheduler/task_context.h"

namespace ferro {

// How much values grow on the heap, where that can be told at a glance; else one update in kEvery is looked at, and
// stands for those since the last. What an element more takes is told from all of them: at the update itself a vector
// may have doubled, and as vectors do so at regular sizes, the same one would be looked at each time.
template <class C>
struct GrowthMeter {
  static constexpr bool kFixed = std::is_trivially_copyable_v<C>;

  template <class Update>
  int64_t growthBy(C& value, Update update) {
    if constexpr (kFixed) {
      update(value);
      return 0;
    } else {
      if (++updates_ % kEvery != 0) {
        update(value);
        return 0;
      }
      const auto bytesBefore = static_cast<int64_t>(heapBytes(value));
      const auto elementsBefore = static_cast<int64_t>(heapElements(value));
      update(value);
      const auto bytes = static_cast<int64_t>(heapBytes(value));
      const auto elements = static_cast<int64_t>(heapElements(value));
      if (elements > elementsBefore) return bytes * kEvery / elements * (elements - elementsBefore);
      return elements == elementsBefore && bytes > bytesBefore ? (bytes - bytesBefore) * kEvery : 0;
    }
  }

 private:
  static constexpr int64_t kEvery = 32;
  int64_t updates_ = 0;
};

// Where the entries of a full table go, in parts by hash. Belongs to one task.
class CombinerSpill {
 public:
  static constexpr size_t kParts = 16;
  static constexpr int kMostLevels = 6;

  explicit CombinerSpill(TaskContext& context);
  ~CombinerSpill();

  bool any() const { return static_cast<bool>(files_); }
  // Before a table is written. Error kOutOfMemory when parts of parts were spilled so often that it is no use.
  void begin(int level, const std::string& name);
  void write(size_t part, const arrow::RecordBatch& batch);
  // What was written to a part, once and for all; null when that is nothing.
  std::unique_ptr<BatchSource> take(size_t part);

 private:
  struct Files;
  TaskContext& context_;
  Owned<Files> files_;
};

// Combine has `void merge(C& into, C&& more) const`.
template <class K, class C, class Combine>
class ExternalCombiner final : public Iterator<std::pair<K, C>> {
 public:
  ExternalCombiner(TaskContext& context, std::string name, Combine combine, int level = 0)
      : context_(context),
        name_(std::move(name)),
        combine_(std::move(combine)),
        level_(level),
        table_(context, name_),
        parts_(context) {}

  // update(C&) takes the value in; for a key that is new, create() gives the value to start with instead.
  template <class AnyKey, class Create, class Update>
  void add(const AnyKey& key, uint64_t hash, Create create, Update update) {
    if (C* found = table_.find(hash, key)) {
      if (!table_.noteGrowth(meter_.growthBy(*found, update))) spill();
      return;
    }
    C value = create();
    if (table_.insert(hash, key, std::move(value))) return;
    spill();
    table_.insert(hash, key, create());
  }

  void prefetchSlot(uint64_t hash) const { table_.prefetchSlot(hash); }
  void prefetchEntry(uint64_t hash) { table_.prefetchEntry(hash); }

  // Each key once. The combiner stays until the last row is read.
  const std::pair<K, C>* next() override {
    while (true) {
      if (rest_ != nullptr) {
        if (const auto* row = rest_->next()) return row;
        rest_.reset();
      }
      if (!parts_.any()) return nextOfTable();
      if (table_.size() > 0) spill();
      if (part_ == CombinerSpill::kParts) return nullptr;
      rest_ = combinePart(part_++);
    }
  }

 private:
  using Table = CombineTable<K, C>;
  using Entry = typename Table::Entry;

  const std::pair<K, C>* nextOfTable() {
    if (position_ == table_.size()) return nullptr;
    Entry& entry = table_.entry(position_++);
    if constexpr (Table::kTextKey) {
      slot_.first.assign(entry.first);
      slot_.second = std::move(entry.second);
      return &slot_;
    } else {
      return &entry;
    }
  }

  // Reducers differ in the hash's upper half, slots of the table in its lowest bits: parts take what is between.
  size_t partOf(uint64_t hash) const { return hash >> (28 - 4 * level_) & (CombinerSpill::kParts - 1); }

  void spill() {
    parts_.begin(level_, name_);
    std::vector<RowWriter<Entry>> writers;
    for (size_t i = 0; i < CombinerSpill::kParts; ++i) writers.emplace_back(uncountedPool(context_));
    for (size_t i = 0; i < table_.size(); ++i) {
      const Entry& entry = table_.entry(i);
      size_t part = partOf(hashValue(entry.first));
      writers[part].append(entry);
      if (writers[part].bytes() >= kSpillBatchBytes) parts_.write(part, *writers[part].finish());
    }
    for (size_t i = 0; i < CombinerSpill::kParts; ++i) {
      if (writers[i].rows() > 0) parts_.write(i, *writers[i].finish());
    }
    context_.metrics().memoryBytesSpilled += table_.claimedBytes();
    table_.clear();
  }

  IteratorPtr<std::pair<K, C>> combinePart(size_t part) {
    auto combined = makeAs<Iterator<std::pair<K, C>>, ExternalCombiner>(context_, name_, combine_, level_ + 1);
    auto* rest = static_cast<ExternalCombiner*>(combined.get());
    auto source = parts_.take(part);
    if (source == nullptr) return combined;
    std::pair<typename Table::Key, C> row;
    while (auto batch = source->next()) {
      context_.throwIfCancelled();
      RowReader<Entry> reader(std::move(batch));
      for (int64_t i = 0; i < reader.rows(); ++i) {
        reader.read(i, row);
        rest->add(
            row.first, hashValue(row.first), [&] { return row.second; },
            [&](C& value) { combine_.merge(value, std::move(row.second)); });
      }
    }
    return combined;
  }

  static constexpr int64_t kSpillBatchBytes = 256 << 10;

  TaskContext& context_;
  std::string name_;
  Combine combine_;
  int level_;
  Table table_;
  GrowthMeter<C> meter_;
  CombinerSpill parts_;
  size_t part_ = 0;
  IteratorPtr<std::pair<K, C>> rest_;
  size_t position_ = 0;
  std::pair<K, C> slot_{};
};

}  // namespace ferro
