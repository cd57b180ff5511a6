#include "ferro/mllib/blocks/block_builder.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include <arrow/array.h>
#include <arrow/buffer.h>
#include <arrow/record_batch.h>

#include "ferro/common/arrow_check.h"
#include "ferro/mllib/blocks/block_columns.h"
#include "ferro/mllib/blocks/block_view.h"
#include "ferro/mllib/blocks/value_kinds.h"

namespace ferro::ml {
namespace {

using Buffer = std::shared_ptr<arrow::Buffer>;

constexpr int64_t kNarrowColumns = 1 << 16;

// Reading a value through its index costs about three times as much as reading it in order, so rows are stored sparse
// only when they are much smaller that way.
constexpr double kSparseShare = 0.3;

Buffer allocate(int64_t bytes, arrow::MemoryPool* pool) {
  return valueOf(arrow::AllocateBuffer(bytes, pool), "allocating a training block");
}

template <class To, class From>
Buffer copyAs(std::span<const From> from, arrow::MemoryPool* pool) {
  Buffer buffer = allocate(static_cast<int64_t>(from.size() * sizeof(To)), pool);
  auto* to = reinterpret_cast<To*>(buffer->mutable_data());
  for (size_t i = 0; i < from.size(); ++i) to[i] = static_cast<To>(from[i]);
  return buffer;
}

Buffer asFloats(std::span<const double> from, arrow::MemoryPool* pool) {
  Buffer buffer = allocate(static_cast<int64_t>(from.size() * sizeof(float)), pool);
  copyAsFloats(from, reinterpret_cast<float*>(buffer->mutable_data()));
  return buffer;
}

std::shared_ptr<arrow::Array> oneNumber(int64_t number, arrow::MemoryPool* pool) {
  Buffer buffer = allocate(sizeof(number), pool);
  std::memcpy(buffer->mutable_data(), &number, sizeof(number));
  return std::make_shared<arrow::Int64Array>(1, std::move(buffer));
}

std::shared_ptr<arrow::Array> oneValue(const Buffer& bytes, arrow::MemoryPool* pool) {
  const int32_t ends[2] = {0, static_cast<int32_t>(bytes->size())};
  Buffer offsets = allocate(sizeof(ends), pool);
  std::memcpy(offsets->mutable_data(), ends, sizeof(ends));
  return std::make_shared<arrow::BinaryArray>(1, std::move(offsets), bytes);
}

bool isSparse(const ValueKinds& kinds, int64_t rows, int64_t columns) {
  return static_cast<double>(kinds.nonZeros) < kSparseShare * static_cast<double>(rows * columns);
}

// What a block is made of. Dense ones have no offsets and indices, and those whose weights are all 1 no weights.
struct BlockParts {
  int64_t numColumns = 0;
  bool isFloat = false;
  std::span<const double> labels{};
  std::span<const double> weights{};
  std::span<const int32_t> offsets{};
  std::span<const int32_t> indices{};
  std::span<const double> values{};
};

std::shared_ptr<arrow::RecordBatch> toBatch(const BlockParts& parts, arrow::MemoryPool* pool) {
  const bool isDense = parts.offsets.empty();
  const bool isNarrow = !isDense && parts.numColumns <= kNarrowColumns;
  const int64_t form = (isDense ? kDenseForm : 0) | (parts.isFloat ? kFloatForm : 0) | (isNarrow ? kNarrowForm : 0) |
                       (parts.weights.empty() ? 0 : kWeightedForm);
  return arrow::RecordBatch::Make(
      blockSchema(), 1,
      {oneNumber(static_cast<int64_t>(parts.labels.size()), pool), oneNumber(parts.numColumns, pool),
       oneNumber(static_cast<int64_t>(parts.values.size()), pool), oneNumber(form, pool),
       oneValue(copyAs<double>(parts.labels, pool), pool), oneValue(copyAs<double>(parts.weights, pool), pool),
       oneValue(copyAs<int32_t>(parts.offsets, pool), pool),
       oneValue(isNarrow ? copyAs<uint16_t>(parts.indices, pool) : copyAs<int32_t>(parts.indices, pool), pool),
       oneValue(parts.isFloat ? asFloats(parts.values, pool) : copyAs<double>(parts.values, pool), pool)});
}

}  // namespace

std::shared_ptr<arrow::RecordBatch> denseBlock(std::span<const double> labels, std::span<const double> values,
                                               arrow::MemoryPool* pool) {
  const auto rows = static_cast<int64_t>(labels.size());
  const int64_t columns = static_cast<int64_t>(values.size()) / rows;
  const ValueKinds kinds = kindsOf(values);
  if (!kinds.areFinite || isSparse(kinds, rows, columns)) return nullptr;
  return toBatch({.numColumns = columns, .isFloat = kinds.fitFloat, .labels = labels, .values = values}, pool);
}

int64_t BlockBuilder::stagedBytes() const {
  return static_cast<int64_t>(values_.size() * sizeof(double) + indices_.size() * sizeof(int32_t));
}

void BlockBuilder::beginRow(double label, double weight, int64_t size) {
  numColumns_ = size;
  labels_.push_back(label);
  weights_.push_back(weight);
  isWeighted_ |= weight != 1.0;
}

void BlockBuilder::addDense(double label, double weight, const double* values, int64_t size) {
  if (numRows() == 0) isDense_ = true;
  beginRow(label, weight, size);
  if (isDense_) {
    values_.insert(values_.end(), values, values + size);
    return;
  }
  for (int64_t j = 0; j < size; ++j) {
    if (values[j] == 0) continue;
    indices_.push_back(static_cast<int32_t>(j));
    values_.push_back(values[j]);
  }
  offsets_.push_back(static_cast<int32_t>(values_.size()));
}

int64_t BlockBuilder::rowsUntilFull(int64_t size) const {
  const int64_t perRow = std::max<int64_t>(1, size) * static_cast<int64_t>(sizeof(double));
  return std::max<int64_t>(1, (maxBytes_ - stagedBytes() + perRow - 1) / perRow);
}

void BlockBuilder::addDenseRows(const double* labels, const double* values, int64_t count, int64_t size) {
  if (numRows() > 0 && !isDense_) {
    for (int64_t row = 0; row < count; ++row) addDense(labels[row], 1.0, values + row * size, size);
    return;
  }
  isDense_ = true;
  numColumns_ = size;
  labels_.insert(labels_.end(), labels, labels + count);
  weights_.resize(weights_.size() + static_cast<size_t>(count), 1.0);
  values_.insert(values_.end(), values, values + count * size);
}

void BlockBuilder::addSparse(double label, double weight, int64_t size, const int32_t* indices, const double* values,
                             int64_t count) {
  if (numRows() == 0) {
    isDense_ = false;
    offsets_.assign(1, 0);
  }
  beginRow(label, weight, size);
  if (isDense_) {
    const size_t start = values_.size();
    values_.resize(start + static_cast<size_t>(size), 0.0);
    for (int64_t k = 0; k < count; ++k) values_[start + static_cast<size_t>(indices[k])] = values[k];
    return;
  }
  indices_.insert(indices_.end(), indices, indices + count);
  values_.insert(values_.end(), values, values + count);
  offsets_.push_back(static_cast<int32_t>(values_.size()));
}

void BlockBuilder::makeSparse() {
  std::vector<double> dense = std::move(values_);
  values_.clear();
  offsets_.assign(1, 0);
  for (int64_t row = 0; row < numRows(); ++row) {
    const double* values = dense.data() + row * numColumns_;
    for (int64_t j = 0; j < numColumns_; ++j) {
      if (values[j] == 0) continue;
      indices_.push_back(static_cast<int32_t>(j));
      values_.push_back(values[j]);
    }
    offsets_.push_back(static_cast<int32_t>(values_.size()));
  }
  isDense_ = false;
}

void BlockBuilder::makeDense() {
  std::vector<double> dense(static_cast<size_t>(numRows() * numColumns_), 0.0);
  for (int64_t row = 0; row < numRows(); ++row) {
    const auto end = static_cast<size_t>(offsets_[static_cast<size_t>(row) + 1]);
    for (auto k = static_cast<size_t>(offsets_[static_cast<size_t>(row)]); k < end; ++k) {
      dense[static_cast<size_t>(row * numColumns_ + indices_[k])] = values_[k];
    }
  }
  values_ = std::move(dense);
  indices_.clear();
  offsets_.clear();
  isDense_ = true;
}

std::shared_ptr<arrow::RecordBatch> BlockBuilder::finish(arrow::MemoryPool* pool) {
  const ValueKinds kinds = kindsOf(values_);
  const bool sparse = isSparse(kinds, numRows(), numColumns_);
  if (isDense_ && sparse) makeSparse();
  if (!isDense_ && !sparse) makeDense();
  if (!isWeighted_) weights_.clear();
  if (isDense_) offsets_.clear();
  auto batch = toBatch({.numColumns = numColumns_,
                        .isFloat = kinds.fitFloat,
                        .labels = labels_,
                        .weights = weights_,
                        .offsets = offsets_,
                        .indices = indices_,
                        .values = values_},
                       pool);
  labels_.clear();
  weights_.clear();
  offsets_.clear();
  indices_.clear();
  values_.clear();
  isWeighted_ = false;
  return batch;
}

}  // namespace ferro::ml
