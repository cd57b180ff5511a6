#include "ferro/shuffle/segment_reader.h"

#include <utility>

#include <arrow/buffer.h>
#include <arrow/io/file.h>
#include <arrow/io/memory.h>
#include <arrow/ipc/message.h>
#include <arrow/ipc/options.h>
#include <arrow/ipc/reader.h>
#include <arrow/record_batch.h>

#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro/shuffle/checksum.h"
#include "ferro/shuffle/sealed_stream.h"
#include "ferro/shuffle/verified_stream.h"

namespace ferro {
namespace {

// Segments up to this size are read in one go. Longer ones are read twice, once for the checksum and then batch by
// batch, so that a reader never holds more than this or one batch.
constexpr int64_t kReadAtOnceBytes = 1 << 20;

}  // namespace

SegmentReader::SegmentReader(std::string path, const Segment& segment, bool verifyChecksum,
                             std::shared_ptr<arrow::Schema> schema, arrow::MemoryPool* pool,
                             std::shared_ptr<const FileKey> key)
    : path_(std::move(path)),
      segment_(segment),
      verifyChecksum_(verifyChecksum),
      schema_(std::move(schema)),
      key_(std::move(key)),
      format_(std::make_unique<arrow::ipc::IpcReadOptions>()),
      streamBytes_(segment.length) {
  format_->memory_pool = pool;
  format_->use_threads = false;
  const std::shared_ptr<arrow::io::ReadableFile> file = valueOf(arrow::io::ReadableFile::Open(path_, pool), path_);
  checkFileHolds(valueOf(file->GetSize(), path_));
  if (key_ != nullptr) {
    stream_ = openSealed(file);
  } else {
    stream_ = segment_.length <= kReadAtOnceBytes ? openAtOnce(*file) : openPiecewise(file);
  }
}

SegmentReader::~SegmentReader() = default;

std::string SegmentReader::describe() const {
  return "shuffle data " + path_ + ", bytes " + std::to_string(segment_.offset) + " to " +
         std::to_string(segment_.offset + segment_.length) + ",";
}

void SegmentReader::throwDamaged(const std::string& what) const {
  throw Error(ErrorCode::kMalformedData, describe() + " " + what);
}

void SegmentReader::checkFileHolds(int64_t fileBytes) const {
  if (segment_.offset + segment_.length > fileBytes) {
    throwDamaged("are beyond the end of the file at " + std::to_string(fileBytes));
  }
}

// Its chunks tell of damage themselves, so that nothing is read twice.
std::shared_ptr<arrow::io::InputStream> SegmentReader::openSealed(std::shared_ptr<arrow::io::RandomAccessFile> file) {
  const std::string name = "bytes " + std::to_string(segment_.offset) + " to " +
                           std::to_string(segment_.offset + segment_.length) + " of shuffle data " + path_;
  auto stream = std::make_shared<SealedStream>(std::move(file), segment_.offset, segment_.length, key_,
                                               format_->memory_pool, name);
  streamBytes_ = stream->plainBytes();
  return stream;
}

std::shared_ptr<arrow::io::InputStream> SegmentReader::openAtOnce(arrow::io::RandomAccessFile& file) const {
  const std::shared_ptr<arrow::Buffer> bytes = valueOf(file.ReadAt(segment_.offset, segment_.length), path_);
  if (bytes->size() != segment_.length) throwDamaged("end too early");
  if (verifyChecksum_ && Checksum::of(bytes->data(), static_cast<size_t>(bytes->size())) != segment_.checksum) {
    throwDamaged("do not match their checksum");
  }
  return std::make_shared<arrow::io::BufferReader>(bytes);
}

std::shared_ptr<arrow::io::InputStream> SegmentReader::openPiecewise(
    std::shared_ptr<arrow::io::RandomAccessFile> file) const {
  if (verifyChecksum_) {
    return std::make_shared<VerifiedStream>(std::move(file), segment_, describe(), format_->memory_pool);
  }
  return valueOf(arrow::io::RandomAccessFile::GetStream(std::move(file), segment_.offset, segment_.length), path_);
}

std::shared_ptr<arrow::RecordBatch> SegmentReader::next() {
  if (valueOf(stream_->Tell(), path_) >= streamBytes_) return nullptr;
  const std::unique_ptr<arrow::ipc::Message> message =
      valueOf(arrow::ipc::ReadMessage(stream_.get(), format_->memory_pool), path_);
  if (message == nullptr) throwDamaged("end within a batch");
  auto batch = valueOf(arrow::ipc::ReadRecordBatch(*message, schema_, nullptr, *format_), path_);
  if (!verifyChecksum_ && key_ == nullptr) check(batch->ValidateFull(), path_);
  return batch;
}

}  // namespace ferro
