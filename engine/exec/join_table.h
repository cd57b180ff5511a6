// The hash table of a join: rows of one side, found by their keys. Belongs to one thread until finish(); from then on
// any thread may read it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "ferro/engine/exec/gather_source.h"
#include "ferro/engine/exec/key_index.h"

namespace ferro {

class JoinTable {
 public:
  JoinTable(const std::shared_ptr<arrow::Schema>& schema, std::vector<int> keys);

  void add(const std::shared_ptr<arrow::RecordBatch>& batch);
  void finish();

  // The numbers of the keys in these columns, kNoKey where no row has it or, unless nulls are equal, a part of it is
  // null.
  void find(std::span<const ArrayPointer> keys, bool nullsEqual, std::span<uint32_t> numbers,
            KeyIndex::Scratch& scratch) const;
  // Rows are numbered so that those of a key follow each other: from begin(key) to begin(key + 1).
  uint32_t begin(uint32_t key) const { return starts_[key]; }
  size_t numRows() const { return rows_.size(); }
  // No key has more than one row; then a row's number is its key's.
  bool isUnique() const { return unique_; }

  const GatherSource& source() const { return source_; }
  // Some columns of rows by their numbers; kNoRow comes out null.
  std::vector<ArrayPointer> gather(std::span<const uint32_t> rows, const std::vector<int>& columns,
                                   arrow::MemoryPool* pool) const;
  const std::vector<std::shared_ptr<arrow::RecordBatch>>& batches() const { return batches_; }
  int64_t bytes() const { return batchBytes_ + indexBytes(); }  // with the rows themselves
  int64_t indexBytes() const;

 private:
  std::vector<int> keys_;
  GatherSource source_;
  std::vector<std::shared_ptr<arrow::RecordBatch>> batches_;
  KeyIndex table_;
  std::vector<uint32_t> numbers_;  // of the key of each row, until finish()
  std::vector<uint32_t> starts_;   // by key
  std::vector<RowRef> rows_;
  bool unique_ = false;
  int64_t batchBytes_ = 0;
};

}  // namespace ferro
