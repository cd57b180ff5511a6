// Schemas and batches as bytes that travel inside messages and operators' arguments, in Arrow's own encoding. What
// comes back was validated: bytes that are damaged are an Error kMalformedData. Any thread may call these.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <arrow/type_fwd.h>

namespace ferro {

std::string schemaToBytes(const arrow::Schema& schema);
std::shared_ptr<arrow::Schema> schemaFromBytes(std::string_view bytes);

// Without the schema, which the reader must know.
std::string batchToBytes(const arrow::RecordBatch& batch);
std::shared_ptr<arrow::RecordBatch> batchFromBytes(std::string_view bytes,
                                                   const std::shared_ptr<arrow::Schema>& schema);

}  // namespace ferro
