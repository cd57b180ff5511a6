// Text columns of a table that is kept, as codes and a dictionary, where few texts come often: they take less memory,
// and groups and joins by them look at each text once. A column is plain again from where its texts turn out to be
// many. Belongs to the task that computes the partition.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <arrow/type_fwd.h>

#include "ferro/common/column_arrow.h"
#include "ferro/engine/exec/text_table.h"

namespace ferro {

// The texts of one column and their codes. All dictionaries that it gives have the same codes for the same texts.
class ColumnCoder {
 public:
  explicit ColumnCoder(arrow::MemoryPool* pool) : pool_(pool) {}

  // The column as codes, or as it is.
  ArrayPointer encode(const ArrayPointer& column);

 private:
  void insertDictionary(const ArrayPointer& dictionary);
  bool hasTooManyTexts(bool coded) const;
  ArrayPointer codesOf(const arrow::ArrayData& column);
  void makeDictionary();

  arrow::MemoryPool* pool_;
  TextTable texts_;
  int64_t rows_ = 0;
  ArrayPointer inserted_;    // the dictionary that the column came with last
  ArrayPointer dictionary_;  // of all texts so far
  bool isPlain_ = false;
};

class TextCoder {
 public:
  TextCoder(const arrow::Schema& schema, arrow::MemoryPool* pool);

  std::shared_ptr<arrow::RecordBatch> encode(const std::shared_ptr<arrow::RecordBatch>& batch);

 private:
  struct Coded {
    int column;
    ColumnCoder coder;
  };
  std::vector<Coded> columns_;
};

}  // namespace ferro
