#include "ferro/engine/checkpoint_files.h"

#include <cstdio>
#include <filesystem>

#include <arrow/memory_pool.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>

#include "ferro/blockmanager/framed_file.h"
#include "ferro/common/error.h"
#include "ferro/common/system_error.h"
#include "ferro/engine/task_resources.h"
#include "ferro/scheduler/task_context.h"

namespace ferro {
namespace {

std::string fileOf(const std::string& directory, int partition) {
  char name[32];
  std::snprintf(name, sizeof(name), "part-%05d.arrow", partition);
  return directory + "/" + name;
}

class FileSink final : public BatchSink {
 public:
  FileSink(const std::string& path, const std::shared_ptr<arrow::Schema>& schema) : file_(path, schema) {}
  void add(std::shared_ptr<arrow::RecordBatch> batch) override { file_.write(*batch); }
  void close() { file_.finish(); }

 private:
  FramedFileWriter file_;
};

}  // namespace

void writeCheckpoint(TaskContext& context, const Node& node, UntypedIterator& rows, const std::string& directory,
                     int partition) {
  std::string aside = fileOf(directory, partition) + "." + std::to_string(context.taskAttemptId());
  FileSink sink(aside, node.schema());
  node.writeBatches(context, rows, uncountedPool(context), sink);
  sink.close();
  std::error_code error;
  std::filesystem::rename(aside, fileOf(directory, partition), error);
  if (error) throwErrno(error.value(), "renaming checkpoint file " + aside);
}

std::unique_ptr<BatchSource> readCheckpoint(const std::string& directory, int partition) {
  return readFramedFile(fileOf(directory, partition), arrow::default_memory_pool());
}

void throwLostLocalCheckpoint(const Node& node, int partition) {
  throw Error(ErrorCode::kNotFound,
              "partition " + std::to_string(partition) + " of the local checkpoint of '" + node.name() +
                  "' is lost and its lineage was cut; use checkpoint() for data that must survive");
}

}  // namespace ferro
