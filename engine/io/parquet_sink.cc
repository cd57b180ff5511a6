#include "ferro/engine/io/parquet_sink.h"

#include <exception>
#include <utility>

#include <arrow/buffer.h>
#include <arrow/io/interfaces.h>
#include <arrow/record_batch.h>
#include <arrow/util/byte_size.h>
#include <parquet/arrow/writer.h>
#include <parquet/properties.h>

#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro/engine/io/part_file.h"
#include "ferro/scheduler/executor_environment.h"

namespace ferro {
namespace {

// What a row group holds before compression. It is in memory until it ends.
constexpr int64_t kRowGroupBytes = int64_t{32} << 20;

// Gives Arrow's writers a part file to write to. Arrow takes no exceptions, so an Error waits here until Arrow has
// returned: it says more than a Status made of it.
class PartStream final : public arrow::io::OutputStream {
 public:
  explicit PartStream(PartFile& file) : file_(file) {}

  arrow::Status Write(const void* data, int64_t bytes) override {
    try {
      file_.write({static_cast<const char*>(data), static_cast<size_t>(bytes)});
      return arrow::Status::OK();
    } catch (const Error& error) {
      error_ = std::current_exception();
      return arrow::Status::IOError(error.what());
    }
  }
  arrow::Result<int64_t> Tell() const override { return file_.bytesWritten(); }
  arrow::Status Close() override {
    closed_ = true;
    return arrow::Status::OK();
  }
  bool closed() const override { return closed_; }

  void check(const arrow::Status& status) {
    if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
    ferro::check(status, "cannot write output part " + file_.path());
  }

 private:
  PartFile& file_;
  std::exception_ptr error_;
  bool closed_ = false;
};

}  // namespace

class ParquetPart::Writer {
 public:
  Writer(TaskContext& context, const OutputTask& output, const std::shared_ptr<arrow::Schema>& schema)
      : context_(context),
        pool_(&context.environment().memory()),
        file_(context, output),
        stream_(std::make_shared<PartStream>(file_)) {
    auto properties = parquet::WriterProperties::Builder()
                          .memory_pool(pool_)
                          ->compression(parquet::Compression::SNAPPY)
                          ->created_by("Ferro")
                          ->build();
    auto opened = parquet::arrow::FileWriter::Open(*schema, pool_, stream_, std::move(properties));
    stream_->check(opened.status());
    writer_ = std::move(opened).ValueUnsafe();
  }

  arrow::MemoryPool* pool() const { return pool_; }

  void add(const arrow::RecordBatch& batch) {
    context_.throwIfCancelled();
    if (groupBytes_ >= kRowGroupBytes) {
      stream_->check(writer_->NewBufferedRowGroup());
      groupBytes_ = 0;
    }
    stream_->check(writer_->WriteRecordBatch(batch));
    rows_ += batch.num_rows();
    groupBytes_ += arrow::util::TotalBufferSize(batch);
  }

  WrittenPart finish() {
    stream_->check(writer_->Close());
    return file_.finish(rows_);
  }

 private:
  TaskContext& context_;
  arrow::MemoryPool* pool_;
  PartFile file_;
  std::shared_ptr<PartStream> stream_;
  std::unique_ptr<parquet::arrow::FileWriter> writer_;
  int64_t rows_ = 0;
  int64_t groupBytes_ = 0;
};

ParquetPart::ParquetPart(TaskContext& context, const OutputTask& output, const std::shared_ptr<arrow::Schema>& schema)
    : writer_(std::make_unique<Writer>(context, output, schema)) {}

ParquetPart::~ParquetPart() = default;

arrow::MemoryPool* ParquetPart::pool() const { return writer_->pool(); }

void ParquetPart::add(const std::shared_ptr<arrow::RecordBatch>& batch) { writer_->add(*batch); }

WrittenPart ParquetPart::finish() { return writer_->finish(); }

std::string parquetSuffix() { return "-" + newOutputId() + ".snappy.parquet"; }

}  // namespace ferro
