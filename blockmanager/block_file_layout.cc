#include "ferro/blockmanager/block_file_layout.h"

#include <algorithm>
#include <array>
#include <utility>

#include <arrow/array/data.h>
#include <arrow/buffer.h>
#include <arrow/ipc/message.h>
#include <arrow/ipc/options.h>
#include <arrow/ipc/reader.h>
#include <arrow/ipc/writer.h>
#include <arrow/record_batch.h>

#include "ferro/blockmanager/damaged_block.h"
#include "ferro/common/arrow_check.h"

namespace ferro {
namespace {

constexpr int64_t kLayoutAlignment = 8;

arrow::Result<StoredRange> writeRange(ChecksumOutput& output, const arrow::Buffer& bytes) {
  ARROW_ASSIGN_OR_RAISE(const int64_t offset, output.Tell());
  StoredRange range{offset, bytes.size(), 0};
  ARROW_RETURN_NOT_OK(output.Write(bytes.data(), bytes.size()));
  range.checksum = output.takeChecksum();
  constexpr std::array<uint8_t, kLayoutAlignment> kZeros{};
  ARROW_RETURN_NOT_OK(
      output.Write(kZeros.data(), (kLayoutAlignment - bytes.size() % kLayoutAlignment) % kLayoutAlignment));
  output.takeChecksum();  // nobody reads the padding
  return range;
}

}  // namespace

int64_t BlockFileLayout::bufferBytes() const {
  int64_t bytes = 0;
  for (const StoredBatch& batch : batches) {
    for (const StoredRange& buffer : batch.buffers) bytes += buffer.size;
  }
  return bytes;
}

arrow::Result<StoredBatch> writeBatch(ChecksumOutput& output, const arrow::RecordBatch& batch) {
  auto options = arrow::ipc::IpcWriteOptions::Defaults();
  options.use_threads = false;
  options.allow_64bit = true;
  arrow::ipc::IpcPayload payload;
  ARROW_RETURN_NOT_OK(arrow::ipc::GetRecordBatchPayload(batch, options, &payload));
  StoredBatch stored;
  stored.rows = batch.num_rows();
  stored.fileOffset = output.position();
  ARROW_ASSIGN_OR_RAISE(stored.message, writeRange(output, *payload.metadata));
  ARROW_ASSIGN_OR_RAISE(stored.bodyOffset, output.Tell());
  for (const auto& buffer : payload.body_buffers) {
    if (buffer == nullptr || buffer->size() == 0) continue;
    ARROW_ASSIGN_OR_RAISE(StoredRange range, writeRange(output, *buffer));
    stored.buffers.push_back(range);
  }
  ARROW_ASSIGN_OR_RAISE(const int64_t end, output.Tell());
  stored.bodySize = end - stored.bodyOffset;
  ARROW_RETURN_NOT_OK(output.endFrame());
  stored.fileBytes = output.position() - stored.fileOffset;
  return stored;
}

arrow::ArrayDataVector decodeStored(const BlockFileLayout& layout, const StoredBatch& stored,
                                    const std::shared_ptr<arrow::Buffer>& bytes, int64_t begin,
                                    const std::string& path) {
  const std::string what = "reading block file " + path;
  auto message =
      valueOf(arrow::ipc::Message::Open(arrow::SliceBuffer(bytes, stored.message.offset - begin, stored.message.size),
                                        arrow::SliceBuffer(bytes, stored.bodyOffset - begin, stored.bodySize)),
              what);
  auto options = arrow::ipc::IpcReadOptions::Defaults();
  options.use_threads = false;
  return valueOf(arrow::ipc::ReadRecordBatch(*message, layout.schema, nullptr, options), what)->column_data();
}

MappedBatches::MappedBatches(std::string path, std::shared_ptr<arrow::Buffer> mapping,
                             std::shared_ptr<const BlockFileLayout> layout)
    : path_(std::move(path)), mapping_(std::move(mapping)), layout_(std::move(layout)) {}

arrow::ArrayDataVector MappedBatches::decode(size_t batch) const {
  const StoredBatch& stored = layout_->batches[batch];
  verifyRange(stored.message);
  return decodeStored(*layout_, stored, mapping_, 0, path_);
}

void MappedBatches::verify(size_t batch, const arrow::ArrayData& column) const {
  const std::vector<StoredRange>& ranges = layout_->batches[batch].buffers;
  for (const auto& buffer : column.buffers) {
    if (buffer == nullptr || buffer->size() == 0) continue;
    const int64_t offset = buffer->data() - mapping_->data();
    const auto range = std::lower_bound(ranges.begin(), ranges.end(), offset,
                                        [](const StoredRange& a, int64_t wanted) { return a.offset < wanted; });
    if (range == ranges.end() || range->offset != offset || range->size < buffer->size()) {
      throw DamagedBlock(path_, "a column lies outside of what was stored");
    }
    verifyRange(*range);
  }
  for (const auto& child : column.child_data) verify(batch, *child);
}

void MappedBatches::verifyAll() const {
  for (const StoredBatch& batch : layout_->batches) {
    verifyRange(batch.message);
    for (const StoredRange& buffer : batch.buffers) verifyRange(buffer);
  }
}

void MappedBatches::verifyRange(const StoredRange& range) const {
  if (checksumOf(mapping_->data() + range.offset, range.size) != range.checksum) {
    throw DamagedBlock(path_, "the checksum of " + std::to_string(range.size) + " bytes at " +
                                  std::to_string(range.offset) + " does not match");
  }
}

}  // namespace ferro
