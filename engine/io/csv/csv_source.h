// The node that reads CSV files: each partition's splits, as batches of the wanted columns.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ferro/engine/exec/batch_node.h"
#include "ferro/engine/io/csv/csv_splits.h"

namespace ferro {

// What all partitions of a scan share; it travels.
struct CsvScan {
  std::map<std::string, std::string> options;
  std::shared_ptr<arrow::Schema> fileSchema;  // of the files, which have no column of corrupt records
  std::vector<int> columns;      // of the file's schema, in the order wanted; kCorruptRecord is none of them
  std::optional<int64_t> limit;  // rows of a partition that are enough

  static constexpr int kCorruptRecord = -1;
};

class CsvSource final : public BatchNodeWith<CsvSource, CsvScan, std::vector<CsvPartition>> {
 public:
  using CsvSource::BatchNodeWith::BatchNodeWith;

  std::unique_ptr<UntypedIterator> open(TaskContext& context, int partition, PartitionInputs& inputs) const override;
};

}  // namespace ferro
