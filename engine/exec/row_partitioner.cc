#include "ferro/engine/exec/row_partitioner.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "ferro/common/arrow_bytes.h"
#include "ferro/common/hash.h"
#include "ferro/engine/exec/columns.h"
#include "ferro/engine/exec/key_order.h"
#include "ferro/engine/exec/row_hash.h"

namespace ferro {
namespace {

class ToOne final : public RowPartitioner {
 public:
  void partition(const arrow::RecordBatch&, std::span<uint32_t> reducers) override {
    std::fill(reducers.begin(), reducers.end(), 0U);
  }
};

// By the hash of some columns, or of all of them together with the task.
class ByHash final : public RowPartitioner {
 public:
  ByHash(std::vector<int> keys, int numReducers, uint64_t salt)
      : keys_(std::move(keys)), numReducers_(static_cast<uint32_t>(numReducers)), salt_(salt) {}

  void partition(const arrow::RecordBatch& batch, std::span<uint32_t> reducers) override {
    std::vector<ArrayPointer> columns;
    for (int key : keys_) columns.push_back(batch.column_data(key));
    hashes_.resize(reducers.size());
    hashRows(columns, hashes_);
    if (salt_ != 0) {
      for (uint64_t& hash : hashes_) hash = detail::combineHashes(hash, salt_);
    }
    for (size_t i = 0; i < reducers.size(); ++i) reducers[i] = reducerOf(hashes_[i], numReducers_);
  }

 private:
  std::vector<int> keys_;
  uint32_t numReducers_;
  uint64_t salt_;
  std::vector<uint64_t> hashes_;
};

// A row goes behind all bounds that are before it.
class ByRange final : public RowPartitioner {
 public:
  ByRange(const ExchangeSpec& spec, const arrow::Schema& schema) : keys_(spec.sortKeys) {
    if (spec.bounds.empty()) return;
    auto batch = batchFromBytes(spec.bounds, sortKeySchema(schema, keys_));
    for (int i = 0; i < batch->num_columns(); ++i) bounds_.push_back(batch->column_data(i));
    numBounds_ = static_cast<size_t>(batch->num_rows());
    const arrow::ArrayData& first = *bounds_[0];
    if (!KeyWords::hasWords(*first.type) || first.GetNullCount() > 0) return;
    words_.resize(numBounds_);
    firstWords(first, keys_[0].descending, words_);
    exact_ = keys_.size() == 1 && KeyWords::isExact(*first.type);
  }

  void partition(const arrow::RecordBatch& batch, std::span<uint32_t> reducers) override {
    std::vector<ArrayPointer> columns;
    for (const SortKey& key : keys_) columns.push_back(batch.column_data(key.column));
    const bool byWords = !words_.empty() && columns[0]->GetNullCount() == 0 &&
                         (!isDictionary(*columns[0]->type) || columns[0]->dictionary->GetNullCount() == 0);
    if (byWords) {
      rowWords_.resize(reducers.size());
      firstWords(*columns[0], keys_[0].descending, rowWords_);
    }
    for (size_t i = 0; i < reducers.size(); ++i) {
      size_t low = 0;
      size_t high = numBounds_;
      if (byWords) {
        const auto [from, to] = std::equal_range(words_.begin(), words_.end(), rowWords_[i]);
        low = static_cast<size_t>(from - words_.begin());
        high = exact_ ? low : static_cast<size_t>(to - words_.begin());
      }
      reducers[i] = boundsBefore(columns, static_cast<int64_t>(i), low, high);
    }
  }

 private:
  // How many bounds are less than the row, when it is known that it is between low and high.
  uint32_t boundsBefore(std::span<const ArrayPointer> columns, int64_t row, size_t low, size_t high) const {
    while (low < high) {
      const size_t middle = (low + high) / 2;
      if (compareKeys(keys_, bounds_, static_cast<int64_t>(middle), columns, row) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return static_cast<uint32_t>(low);
  }

  std::vector<SortKey> keys_;
  std::vector<ArrayPointer> bounds_;
  size_t numBounds_ = 0;
  std::vector<uint64_t> words_;  // of the first key of the bounds; none where a bound is null
  bool exact_ = false;           // the words say all
  std::vector<uint64_t> rowWords_;
};

}  // namespace

std::unique_ptr<RowPartitioner> makeRowPartitioner(const ExchangeSpec& spec, int task, const arrow::Schema& schema) {
  if (spec.numPartitions == 1) return std::make_unique<ToOne>();
  switch (spec.spreading) {
    case Spreading::kToOne: break;
    case Spreading::kByHash: return std::make_unique<ByHash>(spec.keys, spec.numPartitions, 0);
    case Spreading::kByRange: return std::make_unique<ByRange>(spec, schema);
    case Spreading::kByContent: {
      std::vector<int> all;
      for (int i = 0; i < schema.num_fields(); ++i) all.push_back(i);
      const uint64_t salt = hashValue(static_cast<int64_t>(task)) | 1;
      return std::make_unique<ByHash>(std::move(all), spec.numPartitions, salt);
    }
  }
  return std::make_unique<ToOne>();
}

std::shared_ptr<arrow::Schema> sortKeySchema(const arrow::Schema& schema, std::span<const SortKey> keys) {
  arrow::FieldVector fields;
  for (const SortKey& key : keys) fields.push_back(schema.field(key.column));
  return arrow::schema(std::move(fields));
}

}  // namespace ferro
