#include "ferro/blockmanager/block_stream.h"

#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#define XXH_INLINE_ALL
#include <arrow/buffer.h>
#include <arrow/io/memory.h>
#include <arrow/ipc/options.h>
#include <arrow/ipc/reader.h>
#include <arrow/ipc/writer.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>
#include <xxhash.h>

#include "ferro/blockmanager/checksum_output.h"
#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro/common/plain_columns.h"

namespace ferro {
namespace {

// A message of an IPC stream starts with this and the size of its metadata; a size of 0 ends the stream.
constexpr uint32_t kContinuation = 0xFFFFFFFF;
constexpr std::string_view kEndOfStream("\xFF\xFF\xFF\xFF\0\0\0\0", 8);
constexpr int64_t kAlignment = 8;
// What is smaller than this is cheaper to copy than to send as a piece of its own.
constexpr int64_t kSmallPart = 4096;

int64_t paddingOf(int64_t size) { return (kAlignment - size % kAlignment) % kAlignment; }

using Batches = std::vector<std::shared_ptr<arrow::RecordBatch>>;

// Bytes of a string, and batches that are in use as long as these are being sent.
class GatheredBytes final : public arrow::Buffer {
 public:
  GatheredBytes(std::string bytes, Batches batches)
      : arrow::Buffer(nullptr, 0), bytes_(std::move(bytes)), batches_(std::move(batches)) {
    data_ = reinterpret_cast<const uint8_t*>(bytes_.data());
    size_ = capacity_ = static_cast<int64_t>(bytes_.size());
  }

 private:
  const std::string bytes_;
  const Batches batches_;
};

// Gathers IPC messages: small bytes together in one part, each large buffer as a part of its own.
class PayloadGatherer {
 public:
  void add(const arrow::ipc::IpcPayload& message) {
    const int64_t metadataSize = message.metadata->size();
    const auto prefixed = static_cast<uint32_t>(metadataSize + paddingOf(metadataSize));
    addSmall(&kContinuation, sizeof(kContinuation));
    addSmall(&prefixed, sizeof(prefixed));
    addSmall(message.metadata->data(), metadataSize);
    pad(metadataSize);
    for (const auto& buffer : message.body_buffers) {
      if (buffer != nullptr && buffer->size() > 0) addBody(buffer);
    }
  }

  Payload finish(const Batches& batches) {
    small_.append(kEndOfStream);
    flushSmall(batches);
    return std::move(payload_);
  }

 private:
  void addSmall(const void* data, int64_t size) {
    small_.append(static_cast<const char*>(data), static_cast<size_t>(size));
  }
  void pad(int64_t size) { small_.append(static_cast<size_t>(paddingOf(size)), '\0'); }

  void addBody(const std::shared_ptr<arrow::Buffer>& buffer) {
    if (buffer->size() < kSmallPart) {
      addSmall(buffer->data(), buffer->size());
    } else {
      flushSmall();
      payload_.add(buffer);
    }
    pad(buffer->size());
  }

  void flushSmall(Batches batches = {}) {
    if (small_.empty()) return;
    payload_.add(std::make_shared<GatheredBytes>(std::exchange(small_, std::string()), std::move(batches)));
  }

  Payload payload_;
  std::string small_;
};

// Where Arrow's stream writer, which knows about schemas and dictionaries, hands its messages.
class MessageSink final : public arrow::ipc::internal::IpcPayloadWriter {
 public:
  explicit MessageSink(PayloadGatherer& gatherer) : gatherer_(gatherer) {}
  arrow::Status WritePayload(const arrow::ipc::IpcPayload& message) override {
    gatherer_.add(message);
    return arrow::Status::OK();
  }
  arrow::Status Close() override { return arrow::Status::OK(); }

 private:
  PayloadGatherer& gatherer_;
};

arrow::Status gather(const Batches& batches, const std::shared_ptr<arrow::Schema>& schema, PayloadGatherer& gatherer) {
  auto options = arrow::ipc::IpcWriteOptions::Defaults();
  options.use_threads = false;
  ARROW_ASSIGN_OR_RAISE(auto writer, arrow::ipc::internal::OpenRecordBatchWriter(
                                         std::make_unique<MessageSink>(gatherer), schema, options));
  for (const auto& batch : batches) ARROW_RETURN_NOT_OK(writer->WriteRecordBatch(*batch));
  return writer->Close();
}

enum class Validation { kShape, kEveryValue };

arrow::Result<std::vector<std::shared_ptr<arrow::RecordBatch>>> readStream(const std::shared_ptr<arrow::Buffer>& bytes,
                                                                           Validation validation) {
  auto options = arrow::ipc::IpcReadOptions::Defaults();
  options.use_threads = false;
  auto input = std::make_shared<arrow::io::BufferReader>(bytes);
  ARROW_ASSIGN_OR_RAISE(auto reader, arrow::ipc::RecordBatchStreamReader::Open(input, options));
  for (const auto& field : reader->schema()->fields()) {
    if (isDictionary(*field->type())) return arrow::Status::Invalid("it has a dictionary, which no peer sends");
  }
  std::vector<std::shared_ptr<arrow::RecordBatch>> batches;
  while (true) {
    ARROW_ASSIGN_OR_RAISE(auto batch, reader->Next());
    if (batch == nullptr) break;
    ARROW_RETURN_NOT_OK(validation == Validation::kEveryValue ? batch->ValidateFull() : batch->Validate());
    batches.push_back(std::move(batch));
  }
  ARROW_ASSIGN_OR_RAISE(const int64_t position, input->Tell());
  if (position != bytes->size()) return arrow::Status::Invalid("bytes are left after the end of the stream");
  return batches;
}

std::shared_ptr<const Block> decode(const std::shared_ptr<arrow::Buffer>& bytes, Validation validation) {
  // Arrow takes the end of the bytes for the end of the stream as well, and so would not notice what was cut off.
  const auto size = static_cast<size_t>(bytes->size());
  const std::string_view all(reinterpret_cast<const char*>(bytes->data()), size);
  if (!all.ends_with(kEndOfStream)) {
    throw Error(ErrorCode::kMalformedData,
                "a block that was received is cut off after " + std::to_string(size) + " bytes");
  }
  auto batches = readStream(bytes, validation);
  if (!batches.ok()) {
    throw Error(ErrorCode::kMalformedData, "a block that was received is no block: " + batches.status().message());
  }
  return std::make_shared<const Block>(std::move(batches).ValueUnsafe());
}

}  // namespace

BlockStream encodeBlock(const std::shared_ptr<const Block>& block) {
  PayloadGatherer gatherer;
  const auto schema = plainSchemaOf(*block);
  Batches batches = block->batches();
  for (auto& batch : batches) batch = plainBatch(batch, schema, arrow::default_memory_pool());
  check(gather(batches, schema, gatherer), "encoding a block");
  BlockStream stream{gatherer.finish(batches), 0};
  stream.checksum = checksumOf(stream.payload);
  return stream;
}

std::shared_ptr<const Block> decodeBlock(const std::shared_ptr<arrow::Buffer>& bytes, uint64_t checksum) {
  if (checksumOf(bytes->data(), bytes->size()) != checksum) {
    throw Error(ErrorCode::kMalformedData, "a block of " + std::to_string(bytes->size()) +
                                               " bytes was damaged on its way: its checksum does not match");
  }
  return decode(bytes, Validation::kShape);
}

std::shared_ptr<const Block> decodeUncheckedBlock(const std::shared_ptr<arrow::Buffer>& bytes) {
  return decode(bytes, Validation::kEveryValue);
}

uint64_t checksumOf(const Payload& payload) {
  XXH3_state_t state;
  XXH3_64bits_reset(&state);
  for (const Payload::Part& part : payload.parts()) {
    const auto* buffer = std::get_if<std::shared_ptr<arrow::Buffer>>(&part);
    if (buffer == nullptr) throwInternal("the checksum of a file region is asked for");
    XXH3_64bits_update(&state, (*buffer)->data(), static_cast<size_t>((*buffer)->size()));
  }
  return XXH3_64bits_digest(&state);
}

}  // namespace ferro
