// Reads the splits of one partition, block after block, as fields of the wanted columns. Headers are taken away, and
// checked where that is asked for. Belongs to one task.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ferro/engine/io/csv/block_reader.h"
#include "ferro/engine/io/csv/csv_fields.h"
#include "ferro/engine/io/csv/csv_options.h"
#include "ferro/engine/io/csv/csv_splits.h"
#include "ferro/engine/io/csv/row_tokenizer.h"
#include "ferro/scheduler/task_context.h"

namespace ferro {

class CsvSplitReader {
 public:
  struct Columns {
    std::vector<std::string> names;  // of the file
    std::vector<int> wanted;
  };

  // The options and the partition must outlive it.
  CsvSplitReader(TaskContext& context, const CsvOptions& options, const CsvPartition& partition, Columns columns);

  // Records that read like this one are skipped, instead of the first of each file.
  void leaveOut(std::string line);

  // The fields of the next block that has a record; false at the end. Valid until the next call.
  bool next();

  const CsvFields& fields() const { return fields_; }
  const CsvBlock& block() const { return block_; }
  const CsvSplit& split() const { return partition_[position_]; }
  bool isAscii() const { return tokenizer_.isAscii(); }

 private:
  bool openNext();
  bool nextBlock();
  void takeHeader();
  void countInput();

  TaskContext& context_;
  const CsvOptions& options_;
  const CsvPartition& partition_;
  Columns columns_;
  RowTokenizer tokenizer_;
  bool takesHeaders_;

  size_t position_ = 0;  // of the split that is being read
  std::unique_ptr<BlockReader> reader_;
  CsvBlock block_;
  CsvFields fields_;
  bool blockOpen_ = false;  // its front is used, but not yet consumed
  bool headerTaken_ = false;
};

}  // namespace ferro
