// Reads a split of a CSV file, block after block, as fields of the wanted columns. A header is taken away, and checked
// where that is asked for. Belongs to one task.
#pragma once

#include <string>
#include <vector>

#include "ferro/engine/io/csv/block_reader.h"
#include "ferro/engine/io/csv/csv_fields.h"
#include "ferro/engine/io/csv/csv_options.h"
#include "ferro/engine/io/csv/row_tokenizer.h"
#include "ferro/engine/io/formats/file_split.h"
#include "ferro/scheduler/task_context.h"

namespace ferro {

class CsvSplitReader {
 public:
  struct Columns {
    std::vector<std::string> names;  // of the file
    std::vector<int> wanted;
  };

  // The options and the split must outlive it.
  CsvSplitReader(TaskContext& context, const CsvOptions& options, const FileSplit& split, Columns columns);

  // Records that read like this one are skipped, instead of the file's first.
  void leaveOut(std::string line);

  // The fields of the next block that has a record; false at the end. Valid until the next call.
  bool next();

  const CsvFields& fields() const { return fields_; }
  const CsvBlock& block() const { return block_; }
  const FileSplit& split() const { return split_; }
  bool isAscii() const { return tokenizer_.isAscii(); }

 private:
  bool nextBlock();

  TaskContext& context_;
  const CsvOptions& options_;
  const FileSplit& split_;
  Columns columns_;
  RowTokenizer tokenizer_;
  BlockReader reader_;
  CsvBlock block_;
  CsvFields fields_;
  int64_t bytesCounted_ = 0;
  bool blockOpen_ = false;  // its front is used, but not yet consumed
  bool headerTaken_;
};

}  // namespace ferro
