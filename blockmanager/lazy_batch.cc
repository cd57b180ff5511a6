#include "ferro/blockmanager/lazy_batch.h"

#include <algorithm>
#include <utility>

#include <arrow/array/array_base.h>
#include <arrow/array/data.h>
#include <arrow/array/util.h>
#include <arrow/type.h>

namespace ferro {

class LazyBatch::Source {
 public:
  Source(std::shared_ptr<const BatchLoader> loader, size_t batch, int64_t rows)
      : loader_(std::move(loader)), batch_(batch), rows_(rows) {}

  std::shared_ptr<arrow::ArrayData> column(size_t i) {
    std::lock_guard lock(mutex_);
    if (columns_.empty()) {
      columns_ = loader_->decode(batch_);
      isVerified_.resize(columns_.size());
    }
    const auto& column = columns_.at(i);
    if (!isVerified_[i]) loader_->verify(batch_, *column);
    isVerified_[i] = true;
    return column;
  }

  std::shared_ptr<Source> unread() const { return std::make_shared<Source>(loader_, batch_, rows_); }
  int64_t rows() const { return rows_; }

 private:
  const std::shared_ptr<const BatchLoader> loader_;
  const size_t batch_;
  const int64_t rows_;
  std::mutex mutex_;
  arrow::ArrayDataVector columns_;
  std::vector<bool> isVerified_;
};

LazyBatch::LazyBatch(std::shared_ptr<const BatchLoader> loader, size_t batch, std::shared_ptr<arrow::Schema> schema,
                     int64_t rows)
    : LazyBatch(std::make_shared<Source>(std::move(loader), batch, rows), std::move(schema), 0, rows) {}

LazyBatch::LazyBatch(std::shared_ptr<Source> source, std::shared_ptr<arrow::Schema> schema, int64_t offset,
                     int64_t rows)
    : arrow::RecordBatch(std::move(schema), rows), source_(std::move(source)), offset_(offset) {
  data_.resize(static_cast<size_t>(num_columns()));
  arrays_.resize(data_.size());
}

std::shared_ptr<arrow::RecordBatch> LazyBatch::unread() const {
  return std::shared_ptr<LazyBatch>(new LazyBatch(source_->unread(), schema_, offset_, num_rows_));
}

const std::shared_ptr<arrow::ArrayData>& LazyBatch::dataOf(size_t i) const {
  if (data_.at(i) == nullptr) {
    auto column = source_->column(i);
    const bool isWhole = offset_ == 0 && num_rows_ == source_->rows();
    data_[i] = isWhole ? std::move(column) : column->Slice(offset_, num_rows_);
  }
  return data_[i];
}

const std::shared_ptr<arrow::Array>& LazyBatch::arrayOf(size_t i) const {
  if (arrays_.at(i) == nullptr) arrays_[i] = arrow::MakeArray(dataOf(i));
  return arrays_[i];
}

// What is complete does not change any more, so that a reference to it may leave the lock.
const std::vector<std::shared_ptr<arrow::Array>>& LazyBatch::columns() const {
  std::lock_guard lock(mutex_);
  for (size_t i = 0; i < arrays_.size(); ++i) arrayOf(i);
  return arrays_;
}

const arrow::ArrayDataVector& LazyBatch::column_data() const {
  std::lock_guard lock(mutex_);
  for (size_t i = 0; i < data_.size(); ++i) dataOf(i);
  return data_;
}

std::shared_ptr<arrow::Array> LazyBatch::column(int i) const {
  std::lock_guard lock(mutex_);
  return arrayOf(static_cast<size_t>(i));
}

std::shared_ptr<arrow::ArrayData> LazyBatch::column_data(int i) const {
  std::lock_guard lock(mutex_);
  return dataOf(static_cast<size_t>(i));
}

std::shared_ptr<arrow::RecordBatch> LazyBatch::loaded() const {
  return arrow::RecordBatch::Make(schema_, num_rows_, column_data());
}

arrow::Result<std::shared_ptr<arrow::RecordBatch>> LazyBatch::AddColumn(
    int i, const std::shared_ptr<arrow::Field>& field, const std::shared_ptr<arrow::Array>& column) const {
  return loaded()->AddColumn(i, field, column);
}

arrow::Result<std::shared_ptr<arrow::RecordBatch>> LazyBatch::SetColumn(
    int i, const std::shared_ptr<arrow::Field>& field, const std::shared_ptr<arrow::Array>& column) const {
  return loaded()->SetColumn(i, field, column);
}

arrow::Result<std::shared_ptr<arrow::RecordBatch>> LazyBatch::RemoveColumn(int i) const {
  return loaded()->RemoveColumn(i);
}

std::shared_ptr<arrow::RecordBatch> LazyBatch::ReplaceSchemaMetadata(
    const std::shared_ptr<const arrow::KeyValueMetadata>& metadata) const {
  return std::shared_ptr<LazyBatch>(new LazyBatch(source_, schema_->WithMetadata(metadata), offset_, num_rows_));
}

std::shared_ptr<arrow::RecordBatch> LazyBatch::Slice(int64_t offset, int64_t length) const {
  const int64_t begin = std::min(offset, num_rows_);
  const int64_t rows = std::min(length, num_rows_ - begin);
  return std::shared_ptr<LazyBatch>(new LazyBatch(source_, schema_, offset_ + begin, rows));
}

const std::shared_ptr<arrow::Device::SyncEvent>& LazyBatch::GetSyncEvent() const {
  static const std::shared_ptr<arrow::Device::SyncEvent> none;
  return none;
}

}  // namespace ferro
