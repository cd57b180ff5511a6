#include "ferro/engine/io/formats/arrow_files.h"

#include <algorithm>
#include <utility>

#include <arrow/array/util.h>
#include <arrow/buffer.h>
#include <arrow/io/interfaces.h>
#include <arrow/ipc/options.h>
#include <arrow/ipc/reader.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>
#include <arrow/util/future.h>

#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro/engine/io/file_system.h"
#include "ferro/engine/io/formats/column_cast.h"
#include "ferro/engine/io/formats/file_relation.h"
#include "ferro/engine/task_resources.h"
#include "ferro/engine/types/data_types.h"

namespace ferro {
namespace {

// Arrow reads footers on threads of its own, which would outlive the session for nothing: a task waits anyway.
class WaitingFile final : public arrow::io::RandomAccessFile {
 public:
  explicit WaitingFile(std::shared_ptr<arrow::io::RandomAccessFile> file) : file_(std::move(file)) {}

  using Bytes = arrow::Future<std::shared_ptr<arrow::Buffer>>;
  using RandomAccessFile::ReadAsync;
  Bytes ReadAsync(const arrow::io::IOContext&, int64_t position, int64_t bytes) override {
    return Bytes::MakeFinished(ReadAt(position, bytes));
  }
  Bytes ReadAsync(const arrow::io::IOContext&, int64_t position, int64_t bytes, bool mayBeShort) override {
    return Bytes::MakeFinished(file_->ReadAt(position, bytes, mayBeShort));
  }
  arrow::Status Close() override { return file_->Close(); }
  bool closed() const override { return file_->closed(); }
  arrow::Result<int64_t> Tell() const override { return file_->Tell(); }
  arrow::Status Seek(int64_t position) override { return file_->Seek(position); }
  arrow::Result<int64_t> GetSize() override { return file_->GetSize(); }
  arrow::Result<int64_t> Read(int64_t bytes, void* out) override { return file_->Read(bytes, out); }
  arrow::Result<std::shared_ptr<arrow::Buffer>> Read(int64_t bytes) override { return file_->Read(bytes); }
  arrow::Result<int64_t> ReadAt(int64_t position, int64_t bytes, void* out) override {
    return file_->ReadAt(position, bytes, out);
  }
  arrow::Result<std::shared_ptr<arrow::Buffer>> ReadAt(int64_t position, int64_t bytes) override {
    return file_->ReadAt(position, bytes);
  }

 private:
  std::shared_ptr<arrow::io::RandomAccessFile> file_;
};

std::shared_ptr<arrow::ipc::RecordBatchFileReader> openReader(const std::string& location,
                                                              const arrow::ipc::IpcReadOptions& options) {
  auto reader =
      arrow::ipc::RecordBatchFileReader::Open(std::make_shared<WaitingFile>(openInputFile(location)), options);
  if (reader.ok()) return std::move(reader).ValueUnsafe();
  throw Error(ErrorCode::kMalformedData,
              "input file " + location + " is not an Arrow file: " + reader.status().message());
}

class ArrowBatches final : public BatchSource {
 public:
  ArrowBatches(TaskContext& context, const FileSplit& split, const ReadRequest& request)
      : context_(context), location_(split.location), request_(request) {
    auto options = arrow::ipc::IpcReadOptions::Defaults();
    options.memory_pool = uncountedPool(context);
    options.use_threads = false;
    auto schema = openReader(location_, options)->schema();
    for (const auto& field : request.wanted->fields()) {
      if (const int found = schema->GetFieldIndex(field->name()); found >= 0) options.included_fields.push_back(found);
    }
    // No field at all means all of them to Arrow.
    if (options.included_fields.empty() && schema->num_fields() > 0) options.included_fields.push_back(0);
    reader_ = openReader(location_, options);
    // A piece stands for the batches whose middle would lie in it if all were of one size.
    const double perByte = reader_->num_record_batches() / static_cast<double>(std::max<int64_t>(split.fileBytes, 1));
    auto firstAt = [&](int64_t byte) { return static_cast<int>(static_cast<double>(byte) * perByte + 0.5); };
    next_ = split.offset == 0 ? 0 : firstAt(split.offset);
    const bool isLast = split.offset + split.length >= split.fileBytes;
    end_ = isLast ? reader_->num_record_batches() : firstAt(split.offset + split.length);
    context.metrics().inputBytes += split.length;
  }

  std::shared_ptr<arrow::RecordBatch> next() override {
    if (rest_ == nullptr || rest_->num_rows() == 0) {
      if (next_ >= end_) return nullptr;
      context_.throwIfCancelled();
      rest_ = read(next_++);
    }
    auto batch = rest_->Slice(0, std::min<int64_t>(kBatchRows, rest_->num_rows()));
    rest_ = rest_->Slice(batch->num_rows());
    return batch;
  }

 private:
  std::shared_ptr<arrow::RecordBatch> read(int number) {
    const std::string what = "cannot read batch " + std::to_string(number) + " of " + location_;
    auto batch = valueOf(reader_->ReadRecordBatch(number), what);
    check(batch->ValidateFull(), what);
    arrow::ArrayVector columns;
    for (const auto& field : request_.wanted->fields()) {
      const auto column = batch->GetColumnByName(field->name());
      columns.push_back(column ? columnAs(column, *field, location_, uncountedPool(context_))
                               : valueOf(arrow::MakeArrayOfNull(field->type(), batch->num_rows()), what));
    }
    return arrow::RecordBatch::Make(request_.wanted, batch->num_rows(), std::move(columns));
  }

  TaskContext& context_;
  std::string location_;
  const ReadRequest& request_;
  std::shared_ptr<arrow::ipc::RecordBatchFileReader> reader_;
  int next_ = 0;
  int end_ = 0;
  std::shared_ptr<arrow::RecordBatch> rest_;
};

class ArrowFormat final : public FileFormat {
 public:
  std::unique_ptr<BatchSource> open(TaskContext& context, const FileSplit& split,
                                    const ReadRequest& request) const override {
    return std::make_unique<ArrowBatches>(context, split, request);
  }
};

}  // namespace

std::unique_ptr<const FileFormat> makeArrowFormat(const std::map<std::string, std::string>&) {
  return std::make_unique<const ArrowFormat>();
}

RelationPtr makeArrowRelation(const SessionPtr&, const std::vector<std::string>& paths,
                              const std::map<std::string, std::string>& given,
                              std::shared_ptr<arrow::Schema> userSchema) {
  const FormatOptions options("arrow", given, {});
  FileIndex index = indexFiles(paths, options, userSchema.get());
  std::shared_ptr<arrow::Schema> schema = userSchema;
  if (!schema) {
    const auto reader = openReader(index.files.front().location, arrow::ipc::IpcReadOptions::Defaults());
    schema = normalizedSchema(*reader->schema());
  }
  FileSource source{"arrow", options.all(), index, withoutPartitionColumns(*schema, index), splitAlways};
  return std::make_shared<const FileRelation>(std::move(source), schema.get());
}

}  // namespace ferro
