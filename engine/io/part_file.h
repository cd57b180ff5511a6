// One file of an output directory while a task writes it, on any file system. Bytes go to the attempt's own file under
// staging; without finish() nothing stays. Belongs to one task.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <arrow/io/type_fwd.h>

#include "ferro/engine/io/output_committer.h"

namespace ferro {

class TaskContext;
struct ResolvedPath;

class PartFile {
 public:
  // The part of the task's partition, with the output's suffix.
  PartFile(TaskContext& context, const OutputTask& output);
  // A part that will be called `name`; `number` tells the files of one task apart.
  PartFile(TaskContext& context, const std::string& staging, std::string name, int number);
  ~PartFile();
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;

  void write(std::string_view bytes);
  int64_t bytesWritten() const { return bytes_; }
  // Where the bytes go, and what the part will be called.
  const std::string& path() const { return path_; }
  const std::string& name() const { return part_.name; }

  // Closes the file and counts it among the task's output.
  WrittenPart finish(int64_t rows);

 private:
  void check(const arrow::Status& status) const;

  TaskContext& context_;
  WrittenPart part_;
  std::string path_;
  std::unique_ptr<ResolvedPath> place_;
  std::shared_ptr<arrow::io::OutputStream> stream_;
  int64_t bytes_ = 0;
  bool finished_ = false;
};

}  // namespace ferro
