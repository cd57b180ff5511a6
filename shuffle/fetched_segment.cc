#include "ferro/shuffle/fetched_segment.h"

#include <utility>

#include <arrow/buffer.h>
#include <arrow/io/memory.h>
#include <arrow/ipc/message.h>
#include <arrow/ipc/options.h>
#include <arrow/ipc/reader.h>
#include <arrow/record_batch.h>

#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro/shuffle/sealed_stream.h"

namespace ferro {

FetchedSegment::FetchedSegment(std::shared_ptr<arrow::Buffer> bytes, bool validate,
                               std::shared_ptr<arrow::Schema> schema, arrow::MemoryPool* pool,
                               const std::shared_ptr<const FileKey>& key, std::string name)
    : validate_(validate && key == nullptr),
      schema_(std::move(schema)),
      name_(std::move(name)),
      format_(std::make_unique<arrow::ipc::IpcReadOptions>()),
      length_(bytes->size()) {
  format_->memory_pool = pool;
  format_->use_threads = false;
  auto reader = std::make_shared<arrow::io::BufferReader>(std::move(bytes));
  if (key == nullptr) {
    stream_ = std::move(reader);
  } else {
    auto sealed = std::make_shared<SealedStream>(std::move(reader), 0, length_, key, pool, name_);
    length_ = sealed->plainBytes();
    stream_ = std::move(sealed);
  }
}

FetchedSegment::~FetchedSegment() = default;

std::shared_ptr<arrow::RecordBatch> FetchedSegment::next() {
  if (valueOf(stream_->Tell(), name_) >= length_) return nullptr;
  const std::unique_ptr<arrow::ipc::Message> message =
      valueOf(arrow::ipc::ReadMessage(stream_.get(), format_->memory_pool), name_);
  if (message == nullptr) throw Error(ErrorCode::kMalformedData, name_ + " ends within a batch");
  auto batch = valueOf(arrow::ipc::ReadRecordBatch(*message, schema_, nullptr, *format_), name_);
  if (validate_) check(batch->ValidateFull(), name_);
  return batch;
}

}  // namespace ferro
