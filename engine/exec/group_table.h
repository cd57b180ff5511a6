// The groups of an aggregation in memory: their keys, and what each aggregate keeps for them. Belongs to one task.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "ferro/engine/exec/aggregate_state.h"
#include "ferro/engine/exec/hash_aggregate.h"
#include "ferro/engine/exec/key_index.h"

namespace ferro {

// What an aggregation is about, worked out once for a task.
struct AggregateLayout {
  AggregateLayout(const AggregatePlan& aggregatePlan, const arrow::Schema& input);

  std::vector<AggregateStatePtr> makeStates() const;
  // The columns of an aggregate's partial result, in rows as partialSchema() has them.
  std::vector<ArrayPointer> partialColumns(const arrow::RecordBatch& partials, size_t aggregate) const;

  AggregatePlan plan;
  std::vector<TypePointer> keyTypes;
  std::vector<std::vector<TypePointer>> argumentTypes;  // by aggregate
  std::vector<int> firstPartial;                        // by aggregate, and the number of columns behind the last
  std::shared_ptr<arrow::Schema> partials;
};

class GroupTable {
 public:
  explicit GroupTable(const AggregateLayout& layout);

  void addRows(const arrow::RecordBatch& batch);
  void addPartials(const arrow::RecordBatch& partials);
  // Without keys there is a group even if there was no row.
  void addSoleGroup();

  uint32_t size() const { return keys_.size(); }
  std::shared_ptr<arrow::RecordBatch> partials(uint32_t first, uint32_t count, arrow::MemoryPool* pool) const;
  std::shared_ptr<arrow::RecordBatch> results(uint32_t first, uint32_t count,
                                              const std::shared_ptr<arrow::Schema>& schema,
                                              arrow::MemoryPool* pool) const;
  int64_t bytes() const;
  void clear();

 private:
  void findGroups(std::span<const ArrayPointer> keys, int64_t rows);

  const AggregateLayout& layout_;
  KeyIndex keys_;
  std::vector<AggregateStatePtr> states_;
  std::vector<uint32_t> groups_;  // of the rows of the batch at hand
};

// Each row as a group of its own, in the form of partial results: where grouping would not make fewer.
std::shared_ptr<arrow::RecordBatch> rowsAsPartials(const AggregateLayout& layout, const arrow::RecordBatch& batch,
                                                   arrow::MemoryPool* pool);

}  // namespace ferro
