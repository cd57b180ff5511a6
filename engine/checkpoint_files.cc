#include "ferro/engine/checkpoint_files.h"

#include <cstdio>
#include <filesystem>

#include <arrow/io/file.h>
#include <arrow/ipc/options.h>
#include <arrow/ipc/reader.h>
#include <arrow/ipc/writer.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>

#include "ferro/common/arrow_check.h"
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

// Tasks are parallel already, and Arrow's threads would outlive the session: hence no threads, and the stream format,
// which is read by the thread that asks.
arrow::ipc::IpcWriteOptions writeOptions() {
  auto options = arrow::ipc::IpcWriteOptions::Defaults();
  options.use_threads = false;
  return options;
}

arrow::ipc::IpcReadOptions readOptions() {
  auto options = arrow::ipc::IpcReadOptions::Defaults();
  options.use_threads = false;
  return options;
}

class FileSink final : public BatchSink {
 public:
  FileSink(const std::string& path, const std::shared_ptr<arrow::Schema>& schema)
      : path_(path),
        file_(valueOf(arrow::io::FileOutputStream::Open(path), "writing checkpoint " + path)),
        writer_(valueOf(arrow::ipc::MakeStreamWriter(file_, schema, writeOptions()), "writing checkpoint " + path)) {}

  void add(std::shared_ptr<arrow::RecordBatch> batch) override {
    check(writer_->WriteRecordBatch(*batch), "writing checkpoint " + path_);
  }

  void close() {
    check(writer_->Close(), "writing checkpoint " + path_);
    check(file_->Close(), "writing checkpoint " + path_);
  }

 private:
  std::string path_;
  std::shared_ptr<arrow::io::FileOutputStream> file_;
  std::shared_ptr<arrow::ipc::RecordBatchWriter> writer_;
};

class FileSource final : public BatchSource {
 public:
  explicit FileSource(const std::string& path)
      : path_(path),
        file_(valueOf(arrow::io::MemoryMappedFile::Open(path, arrow::io::FileMode::READ), "checkpoint " + path)),
        reader_(valueOf(arrow::ipc::RecordBatchStreamReader::Open(file_, readOptions()), "checkpoint " + path)) {}

  std::shared_ptr<arrow::RecordBatch> next() override {
    std::shared_ptr<arrow::RecordBatch> batch;
    check(reader_->ReadNext(&batch), "checkpoint " + path_);
    if (batch == nullptr) return nullptr;
    check(batch->Validate(), "checkpoint " + path_);
    return batch;
  }

 private:
  std::string path_;
  std::shared_ptr<arrow::io::MemoryMappedFile> file_;
  std::shared_ptr<arrow::ipc::RecordBatchStreamReader> reader_;
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
  return std::make_unique<FileSource>(fileOf(directory, partition));
}

void throwLostLocalCheckpoint(const Node& node, int partition) {
  throw Error(ErrorCode::kNotFound,
              "partition " + std::to_string(partition) + " of the local checkpoint of '" + node.name() +
                  "' is lost and its lineage was cut; use checkpoint() for data that must survive");
}

}  // namespace ferro
