// Merges sorted runs that lie on disk, a batch of each in memory. Belongs to one task.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "ferro/blockmanager/spill_file.h"
#include "ferro/engine/exec/gather_source.h"
#include "ferro/engine/exec/sort_key.h"
#include "ferro/engine/task_resources.h"

namespace ferro {

class RunMerger final : public BatchSource {
 public:
  // Of rows that compare equal, those of earlier runs come first. The runs outlive the merger.
  RunMerger(TaskContext& context, const std::vector<SpillFile>& runs, std::vector<SortKey> keys,
            std::shared_ptr<arrow::Schema> schema);
  ~RunMerger() override;

  std::shared_ptr<arrow::RecordBatch> next() override;

 private:
  // Where a run is being read.
  struct Head {
    std::unique_ptr<BatchSource> source;
    std::shared_ptr<arrow::RecordBatch> batch;
    std::vector<ArrayPointer> keys;
    std::vector<uint64_t> words;  // of the first key, where no row of the batch is null there
    uint32_t row = 0;
    uint32_t chunk = 0;  // the batch's place among those that rows are gathered from
  };

  void advance(Head& head);
  bool before(size_t a, size_t b) const;
  bool after(size_t a, size_t b) const { return before(b, a); }
  std::shared_ptr<arrow::RecordBatch> gatherWanted();

  TaskContext& context_;
  std::vector<SortKey> keys_;
  GatherSource source_;
  std::vector<Head> heads_;
  std::vector<size_t> heap_;  // runs that have rows, the first of all on top
  std::vector<RowRef> wanted_;
};

}  // namespace ferro
