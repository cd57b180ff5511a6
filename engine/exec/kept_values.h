// Values of one column that outlive the batches they came in: appended in chunks, found by reference. Belongs to one
// aggregate state.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ferro/engine/exec/gather.h"

namespace ferro {

class KeptValues {
 public:
  explicit KeptValues(TypePointer type) : type_(std::move(type)) {}

  // Keeps those rows of the column. Row number i of them is {chunk, i}, chunk being what is returned.
  uint32_t add(const ArrayPointer& column, std::span<const uint32_t> rows);
  ArrayPointer gather(std::span<const RowRef> rows, arrow::MemoryPool* pool) const;
  // Drops all that these do not refer to; they refer to the same values afterwards.
  void compact(std::span<RowRef> rows);

  size_t numChunks() const { return chunks_.size(); }
  const ArrayPointer& chunk(uint32_t index) const { return chunks_[index]; }
  int64_t numRows() const { return numRows_; }
  int64_t bytes() const { return bytes_; }

 private:
  TypePointer type_;
  std::vector<ArrayPointer> chunks_;
  int64_t numRows_ = 0;
  int64_t bytes_ = 0;
};

}  // namespace ferro
