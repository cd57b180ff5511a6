// Gathers rows until they make a block, and picks the form that reads fastest: dense or sparse by fill, float where no
// value loses a digit, narrow indices where the columns allow. Used by one task's thread.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <arrow/type_fwd.h>

namespace ferro::ml {

// A block of rows that lie side by side, all of weight 1, without gathering them first. Null when another form than the
// dense one suits them, or a value is not finite: they are to be added to a BlockBuilder then.
std::shared_ptr<arrow::RecordBatch> denseBlock(std::span<const double> labels, std::span<const double> values,
                                               arrow::MemoryPool* pool);

class BlockBuilder {
 public:
  // Blocks have about maxBytes bytes of values, and at least one row.
  explicit BlockBuilder(int64_t maxBytes) : maxBytes_(maxBytes) {}

  // All rows have the same size: the caller has checked it.
  void addDense(double label, double weight, const double* values, int64_t size);
  // Rows that lie side by side, all of weight 1.
  void addDenseRows(const double* labels, const double* values, int64_t count, int64_t size);
  void addSparse(double label, double weight, int64_t size, const int32_t* indices, const double* values,
                 int64_t count);

  int64_t numRows() const { return static_cast<int64_t>(labels_.size()); }
  bool isFull() const { return stagedBytes() >= maxBytes_; }
  // How many dense rows of this size make it full; at least 1.
  int64_t rowsUntilFull(int64_t size) const;
  // The block of the rows so far, in one row of blockSchema(); the builder is empty afterwards.
  std::shared_ptr<arrow::RecordBatch> finish(arrow::MemoryPool* pool);

 private:
  int64_t stagedBytes() const;
  void beginRow(double label, double weight, int64_t size);
  void makeSparse();
  void makeDense();

  const int64_t maxBytes_;
  int64_t numColumns_ = 0;
  bool isDense_ = true;  // how rows are staged: as the first one came
  bool isWeighted_ = false;
  std::vector<double> labels_;
  std::vector<double> weights_;
  std::vector<int32_t> offsets_;
  std::vector<int32_t> indices_;
  std::vector<double> values_;
};

}  // namespace ferro::ml
