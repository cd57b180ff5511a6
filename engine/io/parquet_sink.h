// Writing Parquet: batches become row groups of a part file, and for saveAsParquetFile rows become batches. Belongs to
// one task.
#pragma once

#include <memory>
#include <string>

#include "arrow/type_fwd.h"
#include "ferro/common/owned.h"
#include "ferro/engine/batch_rows.h"
#include "ferro/engine/io/output_committer.h"
#include "ferro/engine/iterator.h"
#include "ferro/scheduler/task_context.h"

namespace ferro {

class PartFile;

struct ParquetSettings;

class ParquetPart {
 public:
  ParquetPart(TaskContext& context, const OutputTask& output, const std::shared_ptr<arrow::Schema>& schema);
  ParquetPart(TaskContext& context, std::unique_ptr<PartFile> file, const std::shared_ptr<arrow::Schema>& schema,
              const ParquetSettings& settings);
  ~ParquetPart();

  // Where the batches' memory comes from: counted by the executor.
  arrow::MemoryPool* pool() const;
  void add(const std::shared_ptr<arrow::RecordBatch>& batch);
  // About what the file would have if it ended now.
  int64_t bytes() const;
  WrittenPart finish();

 private:
  class Writer;
  Owned<Writer> writer_;
};

// The suffix of a new output's parts, with an id of its own, so that outputs can be thrown together.
std::string parquetSuffix();

template <class T>
WrittenPart writeParquetPart(TaskContext& context, const OutputTask& output, Rows<T>& rows) {
  ParquetPart part(context, output, schemaOf<T>());
  forEachBatch<T>(context, rows, part.pool(), [&](const auto& batch) { part.add(batch); });
  return part.finish();
}

// The same as an action on rows with a trailing argument.
struct WriteParquetPart {
  template <class T>
  WrittenPart operator()(Rows<T>& rows, const OutputTask& output) const {
    return writeParquetPart(*TaskContext::get(), output, rows);
  }
};

}  // namespace ferro
