#include "ferro/engine/io/parquet_sink.h"

#include <utility>

#include <arrow/memory_pool.h>
#include <arrow/record_batch.h>
#include <arrow/util/byte_size.h>
#include <arrow/util/key_value_metadata.h>
#include <parquet/arrow/writer.h>
#include <parquet/properties.h>

#include "ferro/common/arrow_check.h"
#include "ferro/engine/io/parquet_settings.h"
#include "ferro/engine/io/part_file.h"
#include "ferro/engine/io/part_stream.h"
#include "ferro/engine/task_resources.h"
#include "ferro/scheduler/executor_environment.h"

namespace ferro {

class ParquetPart::Writer {
 public:
  Writer(TaskContext& context, std::unique_ptr<PartFile> file, const std::shared_ptr<arrow::Schema>& schema,
         const ParquetSettings& settings)
      : context_(context),
        rowGroupBytes_(settings.rowGroupBytes),
        pool_(uncountedPool(context)),
        claim_(context, "row groups of " + file->name()),
        stream_(std::make_shared<PartStream>(std::move(file))) {
    auto properties = parquet::WriterProperties::Builder()
                          .memory_pool(&pool_)
                          ->compression(settings.compression)
                          ->created_by("Ferro")
                          ->build();
    auto opened = parquet::arrow::FileWriter::Open(*schema, &pool_, stream_, std::move(properties));
    stream_->check(opened.status());
    writer_ = std::move(opened).ValueUnsafe();
    if (!settings.metadata.empty()) {
      stream_->check(writer_->AddKeyValueMetadata(std::make_shared<arrow::KeyValueMetadata>(
          std::unordered_map<std::string, std::string>(settings.metadata.begin(), settings.metadata.end()))));
    }
  }

  arrow::MemoryPool* poolOfBatches() const { return &context_.environment().memory(); }
  int64_t bytes() const { return stream_->file().bytesWritten() + groupBytes_ / 3; }

  void add(const arrow::RecordBatch& batch) {
    context_.throwIfCancelled();
    if (isFull_ || groupBytes_ >= rowGroupBytes_) endRowGroup();
    stream_->check(writer_->WriteRecordBatch(batch));
    rows_ += batch.num_rows();
    groupBytes_ += valueOf(arrow::util::ReferencedBufferSize(batch), "cannot tell the size of a batch");
    isFull_ = !claimWhatIsHeld();
  }

  WrittenPart finish() {
    stream_->check(writer_->Close());
    return stream_->file().finish(rows_);
  }

 private:
  // False when memory is short: then the row group, which is in memory until it ends, ends before the next batch.
  bool claimWhatIsHeld() {
    const int64_t more = pool_.bytes_allocated() - claim_.held();
    if (more > 0) return claim_.tryGrow(more);
    claim_.shrink(-more);
    return true;
  }

  void endRowGroup() {
    stream_->check(writer_->NewBufferedRowGroup());
    groupBytes_ = 0;
    // The little that an empty row group takes is not worth a failure when nothing is free.
    claimWhatIsHeld();
  }

  TaskContext& context_;
  int64_t rowGroupBytes_;
  arrow::ProxyMemoryPool pool_;  // tells what the writer holds
  MemoryClaim claim_;
  std::shared_ptr<PartStream> stream_;
  std::unique_ptr<parquet::arrow::FileWriter> writer_;
  int64_t rows_ = 0;
  int64_t groupBytes_ = 0;
  bool isFull_ = false;
};

ParquetPart::ParquetPart(TaskContext& context, const OutputTask& output, const std::shared_ptr<arrow::Schema>& schema)
    : ParquetPart(context, std::make_unique<PartFile>(context, output), schema, {}) {}

ParquetPart::ParquetPart(TaskContext& context, std::unique_ptr<PartFile> file,
                         const std::shared_ptr<arrow::Schema>& schema, const ParquetSettings& settings)
    : writer_(std::make_unique<Writer>(context, std::move(file), schema, settings)) {}

ParquetPart::~ParquetPart() = default;

arrow::MemoryPool* ParquetPart::pool() const { return writer_->poolOfBatches(); }

int64_t ParquetPart::bytes() const { return writer_->bytes(); }

void ParquetPart::add(const std::shared_ptr<arrow::RecordBatch>& batch) { writer_->add(*batch); }

WrittenPart ParquetPart::finish() { return writer_->finish(); }

std::string parquetSuffix() { return "-" + newOutputId() + ".snappy.parquet"; }

}  // namespace ferro
