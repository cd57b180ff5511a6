#include "ferro/shuffle/segment_payload.h"

#include <memory>
#include <utility>

#include <arrow/buffer.h>
#include <arrow/io/interfaces.h>
#include <arrow/ipc/options.h>
#include <arrow/ipc/writer.h>
#include <arrow/record_batch.h>

#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro/shuffle/checksum.h"
#include "ferro/shuffle/file_io.h"

namespace ferro {
namespace {

// Shorter buffers are cheaper to copy together than to send each by itself.
constexpr int64_t kLeastReferredBytes = 4 << 10;
// Shorter segments are read at once: an open file for each of thousands of small segments would be too many.
constexpr int64_t kLeastFileBytes = 128 << 10;

// Gathers what Arrow writes: large buffers by reference, all else in copies.
class GatherStream final : public arrow::io::OutputStream {
 public:
  GatherStream(bool withChecksum, Payload& payload) : withChecksum_(withChecksum), payload_(payload) {
    set_mode(arrow::io::FileMode::WRITE);
  }

  arrow::Status Write(const void* data, int64_t size) override {
    copied_.append(static_cast<const char*>(data), static_cast<size_t>(size));
    length_ += size;
    return arrow::Status::OK();
  }

  arrow::Status Write(const std::shared_ptr<arrow::Buffer>& buffer) override {
    if (buffer->size() < kLeastReferredBytes) return Write(buffer->data(), buffer->size());
    flushCopied();
    add(buffer);
    length_ += buffer->size();
    return arrow::Status::OK();
  }

  arrow::Result<int64_t> Tell() const override { return length_; }
  arrow::Status Close() override { return arrow::Status::OK(); }
  bool closed() const override { return false; }

  SentSegment finish() {
    flushCopied();
    return {length_, withChecksum_ && length_ > 0, withChecksum_ && length_ > 0 ? checksum_.digest() : 0, false};
  }

 private:
  void flushCopied() {
    if (!copied_.empty()) add(arrow::Buffer::FromString(std::exchange(copied_, std::string())));
  }

  void add(std::shared_ptr<arrow::Buffer> buffer) {
    if (withChecksum_) checksum_.update(buffer->data(), static_cast<size_t>(buffer->size()));
    payload_.add(std::move(buffer));
  }

  const bool withChecksum_;
  Payload& payload_;
  std::string copied_;
  Checksum checksum_;
  int64_t length_ = 0;
};

}  // namespace

SentSegment addBatches(std::span<const ReducerBatch> batches, bool withChecksum, arrow::MemoryPool* pool,
                       Payload& payload) {
  auto format = arrow::ipc::IpcWriteOptions::Defaults();
  format.memory_pool = pool;
  format.use_threads = false;
  format.allow_64bit = true;
  GatherStream stream(withChecksum, payload);
  for (const ReducerBatch& part : batches) {
    int32_t metadataLength = 0;
    int64_t bodyLength = 0;
    check(arrow::ipc::WriteRecordBatch(*part.batch, 0, &stream, &metadataLength, &bodyLength, format),
          "encoding a batch of shuffle data");
  }
  return stream.finish();
}

SentSegment addFileSegment(const std::string& dataPath, const IndexedSegment& indexed, arrow::MemoryPool* pool,
                           Payload& payload) {
  const Segment& segment = indexed.segment;
  if (segment.length == 0) return {};
  auto file = OpenFile::open(dataPath);
  if (segment.offset > file->size() || segment.length > file->size() - segment.offset) {
    throw Error(ErrorCode::kMalformedData, "shuffle data " + dataPath + " end at byte " + std::to_string(file->size()) +
                                               ", before the segment from " + std::to_string(segment.offset) + " to " +
                                               std::to_string(segment.offset + segment.length));
  }
  if (segment.length < kLeastFileBytes) {
    std::shared_ptr<arrow::Buffer> bytes = valueOf(arrow::AllocateBuffer(segment.length, pool), dataPath);
    readFully(file->descriptor(), dataPath, segment.offset, bytes->mutable_data(), segment.length);
    payload.add(std::move(bytes));
  } else {
    payload.add(FileRegion{std::move(file), segment.offset, segment.length});
  }
  return {segment.length, indexed.hasChecksum, segment.checksum, true};
}

}  // namespace ferro
