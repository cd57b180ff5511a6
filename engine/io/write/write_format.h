// How one format's files are written: the part of a write that knows bytes. Made anew in each task from its name and
// options. Immutable; any thread may use one.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include <arrow/type_fwd.h>

#include "ferro/engine/io/part_file.h"
#include "ferro/scheduler/task_context.h"

namespace ferro {

// A file that is being written. Belongs to one task.
class RowFile {
 public:
  virtual ~RowFile() = default;
  // Of the file's schema, without dictionaries.
  virtual void add(const std::shared_ptr<arrow::RecordBatch>& batch) = 0;
  // About what the file has so far.
  virtual int64_t bytes() const = 0;
  virtual WrittenPart finish() = 0;
};

class WriteFormat {
 public:
  virtual ~WriteFormat() = default;
  // What file names end in: `.snappy.parquet`, `.csv.gz`.
  virtual std::string extension() const = 0;
  // Error kInvalidArgument for columns that the format cannot hold.
  virtual void checkSchema(const arrow::Schema& schema) const = 0;
  // bufferBytes is about what the file may hold in memory.
  virtual std::unique_ptr<RowFile> open(TaskContext& context, std::unique_ptr<PartFile> file,
                                        const std::shared_ptr<arrow::Schema>& schema, int64_t bufferBytes) const = 0;
};

std::unique_ptr<const WriteFormat> makeWriteFormat(const std::string& name,
                                                   const std::map<std::string, std::string>& options);

std::unique_ptr<const WriteFormat> makeCsvWriteFormat(const std::map<std::string, std::string>& options);
std::unique_ptr<const WriteFormat> makeJsonWriteFormat(const std::map<std::string, std::string>& options);
std::unique_ptr<const WriteFormat> makeParquetWriteFormat(const std::map<std::string, std::string>& options);
std::unique_ptr<const WriteFormat> makeArrowWriteFormat(const std::map<std::string, std::string>& options);
std::unique_ptr<const WriteFormat> makeTextWriteFormat(const std::map<std::string, std::string>& options);
std::unique_ptr<const WriteFormat> makeLibsvmWriteFormat(const std::map<std::string, std::string>& options);

// Spark's words for a column that a format cannot hold.
[[noreturn]] void throwUnsupportedType(std::string_view format, const arrow::Field& field);

}  // namespace ferro
