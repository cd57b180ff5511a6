// Text that lies in memory as codes and a dictionary, turned into plain text: what leaves a process or goes to a disk
// is always plain. Codes have 32 bits, dictionaries hold text or bytes. Pure functions; any thread.
#pragma once

#include <memory>

#include "ferro/common/column_arrow.h"

namespace ferro {

bool isDictionary(const arrow::DataType& type);

// The column with its dictionary resolved; the column itself where there is none.
ArrayPointer plainColumn(const ArrayPointer& column, arrow::MemoryPool* pool);
// The schema with the types that dictionaries stand for.
std::shared_ptr<arrow::Schema> plainSchema(const arrow::Schema& schema);
// The batch under a schema without dictionaries; itself where it is so already.
std::shared_ptr<arrow::RecordBatch> plainBatch(const std::shared_ptr<arrow::RecordBatch>& batch,
                                               const std::shared_ptr<arrow::Schema>& schema, arrow::MemoryPool* pool);

}  // namespace ferro
