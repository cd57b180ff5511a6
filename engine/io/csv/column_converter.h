// Turns the fields of one CSV column into an Arrow array of its type, written straight into the array's buffers.
// Belongs to one task's thread. For .cc files: it parses Arrow headers.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <arrow/type_fwd.h>

#include "ferro/engine/io/csv/csv_fields.h"
#include "ferro/engine/io/csv/csv_options.h"

namespace ferro {

// What a converter is given: the fields of its column in a block.
struct ColumnFields {
  const char* text = nullptr;
  CsvColumn fields;
  size_t count = 0;
  bool isAscii = false;
};

class ColumnConverter {
 public:
  virtual ~ColumnConverter() = default;

  // Adds a value for each field. The positions of those that are no value of the type are appended to `bad`; they
  // become null.
  virtual void append(const ColumnFields& column, std::vector<uint32_t>& bad) = 0;
  // The values so far; the converter starts anew.
  virtual std::shared_ptr<arrow::Array> finish() = 0;
};

// Error kInvalidArgument for a type that CSV text cannot hold. The options must outlive the converter.
std::unique_ptr<ColumnConverter> makeColumnConverter(const std::shared_ptr<arrow::DataType>& type,
                                                     const CsvOptions& options, arrow::MemoryPool* pool);
bool canConvertTo(const arrow::DataType& type);

// In FAILFAST mode text that is not UTF-8 is bad; else it is repaired.
std::unique_ptr<ColumnConverter> makeTextConverter(const std::shared_ptr<arrow::DataType>& type, bool badTextIsNull,
                                                   arrow::MemoryPool* pool);

}  // namespace ferro
