// Looks the rows of one side up in the table of the other and gives the joined rows. Belongs to one task; the table may
// be shared by several.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "ferro/engine/exec/join.h"
#include "ferro/engine/exec/join_condition.h"
#include "ferro/engine/exec/join_table.h"

namespace ferro {

class JoinProbe {
 public:
  // `joined` is the schema of what comes out; the spec says which columns that are.
  JoinProbe(TaskContext& context, const JoinSpec& spec, const JoinTable& table, std::shared_ptr<arrow::Schema> joined,
            int partition);

  // Takes the next batch of the other side. Only when next() gave null.
  void start(std::shared_ptr<arrow::RecordBatch> batch);
  // Joined rows of that batch; null when there are no more.
  std::shared_ptr<arrow::RecordBatch> next();
  // After the last batch: rows of the table that are due by themselves. Null when there are no more.
  std::shared_ptr<arrow::RecordBatch> nextUnprobed();

 private:
  bool givesPairs() const { return spec_.type != JoinType::kSemi && spec_.type != JoinType::kAnti; }
  bool keepsProbe() const;  // rows of the probing side without a match come out too
  bool keepsBuild() const;  // rows of the table do
  bool marksBuild() const { return keepsBuild() || (!givesPairs() && spec_.buildLeft); }
  const std::vector<int>& probeKeys() const { return spec_.buildLeft ? spec_.rightKeys : spec_.leftKeys; }
  const std::vector<int>& probeColumns(const JoinColumns& columns) const {
    return spec_.buildLeft ? columns.right : columns.left;
  }
  const std::vector<int>& buildColumns(const JoinColumns& columns) const {
    return spec_.buildLeft ? columns.left : columns.right;
  }

  std::shared_ptr<arrow::RecordBatch> nextByMatch();
  void expandPairs();
  void expandUnique();
  bool applyConditions();
  void markMatches();
  void preparePairs();
  std::shared_ptr<arrow::RecordBatch> joinedPairs(const std::shared_ptr<arrow::Schema>& schema,
                                                  const JoinColumns& columns) const;
  std::shared_ptr<arrow::RecordBatch> joined(const std::shared_ptr<arrow::Schema>& schema,
                                             std::vector<ArrayPointer> probe, std::vector<ArrayPointer> build,
                                             int64_t rows) const;
  // The rows of the batch that are in pairs, which have their order. Where none comes twice and all come, its columns
  // are those of the batch.
  std::vector<ArrayPointer> takeProbe(const std::vector<int>& columns, bool atMostOnce) const;
  std::shared_ptr<arrow::RecordBatch> probeRowsThat(bool matched);

  TaskContext& context_;
  JoinSpec spec_;
  const JoinTable& table_;
  std::shared_ptr<arrow::Schema> schema_;
  std::shared_ptr<arrow::Schema> pairSchema_;  // what conditions are about: all columns; null without any
  JoinColumns pairColumns_;
  std::unique_ptr<JoinCondition> condition_;
  KeyIndex::Scratch scratch_;

  std::shared_ptr<arrow::RecordBatch> batch_;
  std::vector<uint32_t> numbers_;      // of the keys of its rows
  std::vector<uint8_t> probeMatched_;  // by row of the batch, with conditions or without pairs
  size_t row_ = 0;                     // to be expanded next
  uint32_t within_ = 0;                // rows of its key that were given already
  bool trailing_ = false;              // what is due once all pairs of the batch were given, was not yet

  std::vector<uint32_t> probeRows_;    // pairs at hand
  std::vector<uint32_t> buildRows_;    // kNoRow: none
  std::vector<uint8_t> buildMatched_;  // by row of the table
  size_t unprobed_ = 0;
};

}  // namespace ferro
