#include "ferro/engine/io/parquet_sink.h"

#include <utility>

#include <arrow/record_batch.h>
#include <arrow/util/byte_size.h>
#include <arrow/util/key_value_metadata.h>
#include <parquet/arrow/writer.h>
#include <parquet/properties.h>

#include "ferro/common/arrow_check.h"
#include "ferro/engine/io/part_file.h"
#include "ferro/engine/io/part_stream.h"
#include "ferro/scheduler/executor_environment.h"

namespace ferro {

class ParquetPart::Writer {
 public:
  Writer(TaskContext& context, std::unique_ptr<PartFile> file, const std::shared_ptr<arrow::Schema>& schema,
         const ParquetSettings& settings)
      : context_(context),
        rowGroupBytes_(settings.rowGroupBytes),
        pool_(&context.environment().memory()),
        stream_(std::make_shared<PartStream>(std::move(file))) {
    auto properties = parquet::WriterProperties::Builder()
                          .memory_pool(pool_)
                          ->compression(settings.compression)
                          ->created_by("Ferro")
                          ->build();
    auto opened = parquet::arrow::FileWriter::Open(*schema, pool_, stream_, std::move(properties));
    stream_->check(opened.status());
    writer_ = std::move(opened).ValueUnsafe();
    if (!settings.metadata.empty()) {
      stream_->check(writer_->AddKeyValueMetadata(std::make_shared<arrow::KeyValueMetadata>(
          std::unordered_map<std::string, std::string>(settings.metadata.begin(), settings.metadata.end()))));
    }
  }

  arrow::MemoryPool* pool() const { return pool_; }
  int64_t bytes() const { return stream_->file().bytesWritten() + groupBytes_ / 3; }

  void add(const arrow::RecordBatch& batch) {
    context_.throwIfCancelled();
    if (groupBytes_ >= rowGroupBytes_) {
      stream_->check(writer_->NewBufferedRowGroup());
      groupBytes_ = 0;
    }
    stream_->check(writer_->WriteRecordBatch(batch));
    rows_ += batch.num_rows();
    groupBytes_ += valueOf(arrow::util::ReferencedBufferSize(batch), "cannot tell the size of a batch");
  }

  WrittenPart finish() {
    stream_->check(writer_->Close());
    return stream_->file().finish(rows_);
  }

 private:
  TaskContext& context_;
  int64_t rowGroupBytes_;
  arrow::MemoryPool* pool_;
  std::shared_ptr<PartStream> stream_;
  std::unique_ptr<parquet::arrow::FileWriter> writer_;
  int64_t rows_ = 0;
  int64_t groupBytes_ = 0;
};

ParquetPart::ParquetPart(TaskContext& context, const OutputTask& output, const std::shared_ptr<arrow::Schema>& schema)
    : ParquetPart(context, std::make_unique<PartFile>(context, output), schema, {}) {}

ParquetPart::ParquetPart(TaskContext& context, std::unique_ptr<PartFile> file,
                         const std::shared_ptr<arrow::Schema>& schema, const ParquetSettings& settings)
    : writer_(std::make_unique<Writer>(context, std::move(file), schema, settings)) {}

ParquetPart::~ParquetPart() = default;

arrow::MemoryPool* ParquetPart::pool() const { return writer_->pool(); }

int64_t ParquetPart::bytes() const { return writer_->bytes(); }

void ParquetPart::add(const std::shared_ptr<arrow::RecordBatch>& batch) { writer_->add(*batch); }

WrittenPart ParquetPart::finish() { return writer_->finish(); }

std::string parquetSuffix() { return "-" + newOutputId() + ".snappy.parquet"; }

}  // namespace ferro
