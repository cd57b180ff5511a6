// The node that finds out what types the columns of CSV files have: one row for each partition, with a type for each
// column. A job of its own, before the table is read.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "ferro/engine/io/csv/inferred_type.h"
#include "ferro/engine/io/formats/file_split.h"
#include "ferro/engine/typed_node.h"

namespace ferro {

// What all partitions share; it travels.
struct CsvInference {
  std::map<std::string, std::string> options;
  std::vector<std::string> columns;
  std::string header;  // the record that is no data, wherever it stands
};

class CsvTypeSource final
    : public NodeWith<CsvTypeSource, std::vector<InferredType>, CsvInference, std::vector<FileSplits>> {
 public:
  using CsvTypeSource::NodeWith::NodeWith;

  std::unique_ptr<UntypedIterator> open(TaskContext& context, int partition, PartitionInputs& inputs) const override;
};

}  // namespace ferro
