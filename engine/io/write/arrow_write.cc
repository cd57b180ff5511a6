#include <array>
#include <utility>

#include <arrow/ipc/options.h>
#include <arrow/ipc/writer.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>
#include <arrow/util/compression.h>

#include "ferro/common/arrow_check.h"
#include "ferro/engine/io/formats/format_options.h"
#include "ferro/engine/io/part_stream.h"
#include "ferro/engine/io/write/write_format.h"
#include "ferro/engine/task_resources.h"

namespace ferro {
namespace {

constexpr std::array<std::string_view, 1> kArrowOptions = {"compression"};
constexpr std::array<std::string_view, 4> kArrowCompressions = {"none", "uncompressed", "lz4", "zstd"};

class ArrowFile final : public RowFile {
 public:
  ArrowFile(TaskContext& context, std::unique_ptr<PartFile> file, const std::shared_ptr<arrow::Schema>& schema,
            arrow::Compression::type compression)
      : context_(context), stream_(std::make_shared<PartStream>(std::move(file))) {
    auto options = arrow::ipc::IpcWriteOptions::Defaults();
    options.memory_pool = uncountedPool(context);
    options.use_threads = false;
    if (compression != arrow::Compression::UNCOMPRESSED) {
      options.codec = valueOf(arrow::util::Codec::Create(compression), "cannot compress Arrow files");
    }
    auto writer = arrow::ipc::MakeFileWriter(stream_, schema, options);
    stream_->check(writer.status());
    writer_ = std::move(writer).ValueUnsafe();
  }

  void add(const std::shared_ptr<arrow::RecordBatch>& batch) override {
    context_.throwIfCancelled();
    stream_->check(writer_->WriteRecordBatch(*batch));
    rows_ += batch->num_rows();
  }
  int64_t bytes() const override { return stream_->file().bytesWritten(); }
  WrittenPart finish() override {
    stream_->check(writer_->Close());
    return stream_->file().finish(rows_);
  }

 private:
  TaskContext& context_;
  std::shared_ptr<PartStream> stream_;
  std::shared_ptr<arrow::ipc::RecordBatchWriter> writer_;
  int64_t rows_ = 0;
};

class ArrowWriteFormat final : public WriteFormat {
 public:
  explicit ArrowWriteFormat(const std::map<std::string, std::string>& given) {
    const FormatOptions options("arrow", given, kArrowOptions);
    const std::string name = options.choice("compression", "none", kArrowCompressions);
    if (name == "lz4") compression_ = arrow::Compression::LZ4_FRAME;
    if (name == "zstd") compression_ = arrow::Compression::ZSTD;
  }

  std::string extension() const override { return ".arrow"; }
  void checkSchema(const arrow::Schema&) const override {}
  std::unique_ptr<RowFile> open(TaskContext& context, std::unique_ptr<PartFile> file,
                                const std::shared_ptr<arrow::Schema>& schema, int64_t) const override {
    return std::make_unique<ArrowFile>(context, std::move(file), schema, compression_);
  }

 private:
  arrow::Compression::type compression_ = arrow::Compression::UNCOMPRESSED;
};

}  // namespace

std::unique_ptr<const WriteFormat> makeArrowWriteFormat(const std::map<std::string, std::string>& options) {
  return std::make_unique<const ArrowWriteFormat>(options);
}

}  // namespace ferro
