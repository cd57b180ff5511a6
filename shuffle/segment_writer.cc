#include "ferro/shuffle/segment_writer.h"

#include <exception>
#include <utility>

#include <arrow/io/interfaces.h>
#include <arrow/ipc/options.h>
#include <arrow/ipc/writer.h>
#include <arrow/record_batch.h>
#include <arrow/util/compression.h>

#include "ferro/blockmanager/sealed_bytes.h"
#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"

namespace ferro {
namespace {

// Lets Arrow write into a segment. Arrow knows no exceptions, so the one that writing threw waits here meanwhile.
class SegmentStream final : public arrow::io::OutputStream {
 public:
  explicit SegmentStream(SegmentWriter& writer) : writer_(writer) { set_mode(arrow::io::FileMode::WRITE); }

  arrow::Status Write(const void* data, int64_t size) override {
    try {
      writer_.appendEncoded(data, size);
    } catch (const Error& error) {
      failure_ = std::current_exception();
      return arrow::Status::IOError(error.what());
    }
    return arrow::Status::OK();
  }

  arrow::Result<int64_t> Tell() const override { return writer_.plainBytes(); }
  arrow::Status Close() override { return arrow::Status::OK(); }
  bool closed() const override { return false; }

  void rethrowFailure() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  SegmentWriter& writer_;
  std::exception_ptr failure_;
};

std::unique_ptr<arrow::util::Codec> makeCodec(ShuffleCodec codec) {
  switch (codec) {
    case ShuffleCodec::kNone: return nullptr;
    case ShuffleCodec::kLz4: return valueOf(arrow::util::Codec::Create(arrow::Compression::LZ4_FRAME), "LZ4 codec");
    case ShuffleCodec::kZstd: return valueOf(arrow::util::Codec::Create(arrow::Compression::ZSTD, 1), "ZSTD codec");
  }
  throwInternal("unknown shuffle codec");
}

// What compresses worse than this is stored as it is, which spares the reader the decompression.
constexpr double kLeastSaving = 0.05;

}  // namespace

SegmentWriter::SegmentWriter(std::string path, const ShuffleOptions& options, ShuffleCodec codec,
                             arrow::MemoryPool* pool, const std::shared_ptr<const FileKey>& key)
    : file_(std::move(path), options.fileBufferBytes),
      format_(std::make_unique<arrow::ipc::IpcWriteOptions>()),
      withChecksum_(options.checksum),
      sealer_(key == nullptr ? nullptr : std::make_unique<Sealer>(key)) {
  format_->memory_pool = pool;
  format_->codec = makeCodec(codec);
  format_->min_space_savings = kLeastSaving;
  // Tasks already use all cores.
  format_->use_threads = false;
  // A column of more than 2^31 rows or bytes is read back by Ferro alone.
  format_->allow_64bit = true;
}

SegmentWriter::~SegmentWriter() = default;

void SegmentWriter::append(const arrow::RecordBatch& batch) {
  SegmentStream stream(*this);
  int32_t metadataLength = 0;
  int64_t bodyLength = 0;
  const auto status = arrow::ipc::WriteRecordBatch(batch, 0, &stream, &metadataLength, &bodyLength, *format_);
  stream.rethrowFailure();
  check(status, "encoding a batch of shuffle data");
}

void SegmentWriter::appendEncoded(const void* data, int64_t size) {
  plainBytes_ += size;
  if (sealer_ == nullptr) {
    writeBytes(data, size);
  } else {
    sealer_->write(data, size, [this](const uint8_t* sealed, int64_t bytes) { writeBytes(sealed, bytes); });
  }
}

void SegmentWriter::writeBytes(const void* data, int64_t size) {
  if (withChecksum_) checksum_.update(data, static_cast<size_t>(size));
  file_.write(data, size);
}

Segment SegmentWriter::endSegment() {
  if (sealer_ != nullptr) {
    sealer_->finish([this](const uint8_t* sealed, int64_t bytes) { writeBytes(sealed, bytes); });
  }
  Segment segment{segmentStart_, file_.position() - segmentStart_, 0};
  segmentStart_ = file_.position();
  if (withChecksum_ && segment.length > 0) {
    segment.checksum = checksum_.digest();
    checksum_.reset();
  }
  return segment;
}

}  // namespace ferro
