// The node that reads files: each partition is some pieces of files, read one after the other by the files' format. The
// columns that directories name come beside those that the files hold.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "ferro/engine/exec/batch_node.h"
#include "ferro/engine/expr/expr.h"
#include "ferro/engine/io/formats/file_split.h"

namespace ferro {

// Where a column of the scan comes from.
struct ScanColumn {
  bool fromDirectory = false;
  int position = 0;  // among the partition columns, or among the wanted columns of the files
};

// What all partitions of a scan share: travels.
struct ScanPlan {
  std::string format;
  std::map<std::string, std::string> options;
  std::shared_ptr<arrow::Schema> dataSchema;       // of the files
  std::vector<int> dataColumns;                    // wanted positions in it
  std::vector<ExprPtr> filters;                    // bound to it
  std::shared_ptr<arrow::Schema> partitionSchema;  // of the directories
  std::vector<ScanColumn> columns;                 // what comes out
  int64_t limit = -1;                              // rows of a partition that are enough, or -1
};

class FileScan final : public BatchNodeWith<FileScan, std::vector<FileSplits>, ScanPlan> {
 public:
  using FileScan::BatchNodeWith::BatchNodeWith;

  std::unique_ptr<UntypedIterator> open(TaskContext& context, int partition, PartitionInputs& inputs) const override;
};

}  // namespace ferro
