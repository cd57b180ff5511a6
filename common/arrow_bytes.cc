#include "ferro/common/arrow_bytes.h"

#include <arrow/buffer.h>
#include <arrow/io/memory.h>
#include <arrow/ipc/dictionary.h>
#include <arrow/ipc/reader.h>
#include <arrow/ipc/writer.h>
#include <arrow/record_batch.h>

#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"

namespace ferro {
namespace {

template <class T>
T decoded(arrow::Result<T>&& result, const char* what) {
  if (!result.ok()) {
    throw Error(ErrorCode::kMalformedData, std::string(what) + " cannot be decoded: " + result.status().message());
  }
  return std::move(result).ValueUnsafe();
}

// The decoded arrays keep their buffer, so they need one that owns its bytes.
std::shared_ptr<arrow::Buffer> ownBuffer(std::string_view bytes) {
  return arrow::Buffer::FromString(std::string(bytes));
}

}  // namespace

std::string schemaToBytes(const arrow::Schema& schema) {
  return valueOf(arrow::ipc::SerializeSchema(schema), "encoding a schema")->ToString();
}

std::shared_ptr<arrow::Schema> schemaFromBytes(std::string_view bytes) {
  arrow::io::BufferReader reader(ownBuffer(bytes));
  arrow::ipc::DictionaryMemo memo;
  return decoded(arrow::ipc::ReadSchema(&reader, &memo), "a schema");
}

std::string batchToBytes(const arrow::RecordBatch& batch) {
  const auto options = arrow::ipc::IpcWriteOptions::Defaults();
  return valueOf(arrow::ipc::SerializeRecordBatch(batch, options), "encoding a batch")->ToString();
}

std::shared_ptr<arrow::RecordBatch> batchFromBytes(std::string_view bytes,
                                                   const std::shared_ptr<arrow::Schema>& schema) {
  arrow::io::BufferReader reader(ownBuffer(bytes));
  arrow::ipc::DictionaryMemo memo;
  auto batch =
      decoded(arrow::ipc::ReadRecordBatch(schema, &memo, arrow::ipc::IpcReadOptions::Defaults(), &reader), "a batch");
  const arrow::Status valid = batch->ValidateFull();
  if (!valid.ok()) throw Error(ErrorCode::kMalformedData, "a batch is damaged: " + valid.message());
  return batch;
}

}  // namespace ferro
