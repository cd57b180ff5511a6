// One file of an output directory while a task writes it. Bytes go to the attempt's own file under staging; without
// finish() nothing stays. Belongs to one task.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "ferro/engine/io/output_committer.h"

namespace ferro {

class TaskContext;

class PartFile {
 public:
  PartFile(TaskContext& context, const OutputTask& output);
  ~PartFile();
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;

  void write(std::string_view bytes);
  int64_t bytesWritten() const { return bytes_; }
  const std::string& path() const { return path_; }

  // Closes the file and counts it among the task's output.
  WrittenPart finish(int64_t rows);

 private:
  [[noreturn]] void fail(int errorNumber) const;

  TaskContext& context_;
  WrittenPart part_;
  std::string path_;
  int descriptor_ = -1;
  int64_t bytes_ = 0;
  bool finished_ = false;
};

}  // namespace ferro
