// A record batch whose columns come from somewhere else when they are first asked for, verified right then: whoever
// reads two columns of twenty pays for two. Any thread may read one; asking for a column may throw what its loader
// throws.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include <arrow/record_batch.h>

namespace ferro {

// Where the columns of a block's batches come from. Immutable; any thread may call it.
class BatchLoader {
 public:
  virtual ~BatchLoader() = default;
  // All columns of a batch, of which nobody reads one before it was verified.
  virtual arrow::ArrayDataVector decode(size_t batch) const = 0;
  // Throws when the bytes of the column are not those that were stored.
  virtual void verify(size_t batch, const arrow::ArrayData& column) const = 0;
};

class LazyBatch final : public arrow::RecordBatch {
 public:
  LazyBatch(std::shared_ptr<const BatchLoader> loader, size_t batch, std::shared_ptr<arrow::Schema> schema,
            int64_t rows);

  // The same batch with nothing loaded or verified yet.
  std::shared_ptr<arrow::RecordBatch> unread() const;

  const std::vector<std::shared_ptr<arrow::Array>>& columns() const override;
  std::shared_ptr<arrow::Array> column(int i) const override;
  std::shared_ptr<arrow::ArrayData> column_data(int i) const override;
  const arrow::ArrayDataVector& column_data() const override;

  arrow::Result<std::shared_ptr<arrow::RecordBatch>> AddColumn(
      int i, const std::shared_ptr<arrow::Field>& field, const std::shared_ptr<arrow::Array>& column) const override;
  arrow::Result<std::shared_ptr<arrow::RecordBatch>> SetColumn(
      int i, const std::shared_ptr<arrow::Field>& field, const std::shared_ptr<arrow::Array>& column) const override;
  arrow::Result<std::shared_ptr<arrow::RecordBatch>> RemoveColumn(int i) const override;
  std::shared_ptr<arrow::RecordBatch> ReplaceSchemaMetadata(
      const std::shared_ptr<const arrow::KeyValueMetadata>& metadata) const override;
  using arrow::RecordBatch::AddColumn;
  using arrow::RecordBatch::Slice;
  std::shared_ptr<arrow::RecordBatch> Slice(int64_t offset, int64_t length) const override;

  const std::shared_ptr<arrow::Device::SyncEvent>& GetSyncEvent() const override;
  arrow::DeviceAllocationType device_type() const override { return arrow::DeviceAllocationType::kCPU; }

 private:
  class Source;
  LazyBatch(std::shared_ptr<Source> source, std::shared_ptr<arrow::Schema> schema, int64_t offset, int64_t rows);
  std::shared_ptr<arrow::RecordBatch> loaded() const;
  // Needs the lock.
  const std::shared_ptr<arrow::ArrayData>& dataOf(size_t i) const;
  const std::shared_ptr<arrow::Array>& arrayOf(size_t i) const;

  const std::shared_ptr<Source> source_;  // of all columns and rows; slices share it
  const int64_t offset_;
  mutable std::mutex mutex_;
  mutable arrow::ArrayDataVector data_;
  mutable std::vector<std::shared_ptr<arrow::Array>> arrays_;
};

}  // namespace ferro
