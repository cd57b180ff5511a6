// Combines values by key in a table that spills: when memory is refused, the table's entries go to disk in parts by
// hash, and each part is combined by itself at the end, in parts again if it must be. Values of a key meet in the order
// in which they came. Belongs to one task.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ferro/common/columns.h"
#include "ferro/common/error.h"
#include "ferro/common/hash.h"
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

// Combine has `void merge(C& into, C&& more) const`.
template <class K, class C, class Combine>
class ExternalCombiner {
 public:
  ExternalCombiner(TaskContext& context, std::string name, Combine combine, int level = 0)
      : context_(context),
        name_(std::move(name)),
        combine_(std::move(combine)),
        level_(level),
        table_(context, name_) {}

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
  const std::pair<K, C>* next() {
    while (true) {
      if (rest_ != nullptr) {
        if (const auto* row = rest_->next()) return row;
        rest_.reset();
      }
      if (!spilled()) return nextOfTable();
      if (table_.size() > 0) spill();
      if (part_ == kParts) return nullptr;
      rest_ = combinePart(part_++);
    }
  }

 private:
  static constexpr size_t kParts = 16;
  static constexpr int kMostLevels = 6;
  using Table = CombineTable<K, C>;
  using Entry = typename Table::Entry;
  using Part = std::optional<SpillFile>;

  bool spilled() const { return parts_ != nullptr; }

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
  size_t partOf(uint64_t hash) const { return hash >> (28 - 4 * level_) & (kParts - 1); }

  void spill() {
    if (level_ == kMostLevels) {
      throw Error(ErrorCode::kOutOfMemory, name_ +
                                               ": the values of a few keys do not fit the memory limit of this task; "
                                               "raise ferro.executor.memory (in local mode ferro.driver.memory) or "
                                               "combine values before grouping them");
    }
    if (!spilled()) parts_ = std::make_unique<std::array<Part, kParts>>();
    std::vector<RowWriter<Entry>> writers;
    for (size_t i = 0; i < kParts; ++i) writers.emplace_back(uncountedPool(context_));
    for (size_t i = 0; i < table_.size(); ++i) {
      const Entry& entry = table_.entry(i);
      size_t part = partOf(hashValue(entry.first));
      writers[part].append(entry);
      if (writers[part].bytes() >= kSpillBatchBytes) write(part, writers[part]);
    }
    for (size_t i = 0; i < kParts; ++i) {
      if (writers[i].rows() > 0) write(i, writers[i]);
    }
    context_.metrics().memoryBytesSpilled += table_.claimedBytes();
    table_.clear();
  }

  void write(size_t part, RowWriter<Entry>& writer) {
    Part& file = (*parts_)[part];
    if (!file) file.emplace(makeSpillFile(context_, schemaOf<Entry>()));
    file->write(*writer.finish());
  }

  std::unique_ptr<ExternalCombiner> combinePart(size_t part) {
    auto rest = std::make_unique<ExternalCombiner>(context_, name_, combine_, level_ + 1);
    Part& file = (*parts_)[part];
    if (!file) return rest;
    file->finishWriting();
    auto source = readSpill(context_, *file);
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
    file.reset();
    return rest;
  }

  static constexpr int64_t kSpillBatchBytes = 256 << 10;

  TaskContext& context_;
  std::string name_;
  Combine combine_;
  int level_;
  Table table_;
  GrowthMeter<C> meter_;
  std::unique_ptr<std::array<Part, kParts>> parts_;
  size_t part_ = 0;
  std::unique_ptr<ExternalCombiner> rest_;
  size_t position_ = 0;
  std::pair<K, C> slot_{};
};

}  // namespace ferro
