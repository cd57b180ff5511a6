// Rows on disk in sixteen parts by the hash of their keys: what operators fall back to that do not fit in memory. Each
// part is then worked on by itself, in parts again if it must be. Belongs to one task.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "ferro/blockmanager/spill_file.h"
#include "ferro/engine/exec/row_hash.h"
#include "ferro/engine/task_resources.h"

namespace ferro {

class SpilledParts {
 public:
  // `level` says how often the rows were cut already.
  SpilledParts(TaskContext& context, std::shared_ptr<arrow::Schema> schema, std::vector<int> keys, int level);

  void add(const std::shared_ptr<arrow::RecordBatch>& batch);
  // After the last add. Null when the part has no rows. A part is read once.
  std::unique_ptr<BatchSource> read(uint32_t part);

 private:
  TaskContext& context_;
  std::shared_ptr<arrow::Schema> schema_;
  std::vector<int> keys_;
  int level_;
  std::array<std::optional<SpillFile>, kSpillParts> files_;
  std::vector<uint64_t> hashes_;
  std::vector<uint32_t> parts_;
};

}  // namespace ferro
