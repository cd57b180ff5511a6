#include "ferro/engine/io/part_file.h"

#include <sys/statvfs.h>

#include <utility>

#include <arrow/io/interfaces.h>

#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro/engine/io/file_system.h"
#include "ferro/scheduler/task_context.h"

namespace ferro {

PartFile::PartFile(TaskContext& context, const OutputTask& output)
    : PartFile(context, output.staging, partName(context.partitionId(), output.suffix), 0) {}

PartFile::PartFile(TaskContext& context, const std::string& staging, std::string name, int number) : context_(context) {
  // Directories in the name come only when the part is committed.
  const std::string fileName = name.substr(name.find_last_of('/') + 1);
  part_.name = std::move(name);
  part_.staged = "attempt-" + std::to_string(context.taskAttemptId()) + "-" + std::to_string(number) + "-" + fileName;
  place_ = std::make_unique<ResolvedPath>(resolvePath(staging).child(part_.staged));
  path_ = place_->location;
  auto opened = place_->fileSystem->OpenOutputStream(place_->path);
  check(opened.status());
  stream_ = std::move(opened).ValueUnsafe();
}

PartFile::~PartFile() {
  if (finished_ || stream_ == nullptr) return;
  // Whatever stays goes with the staging directory.
  static_cast<void>(stream_->Abort());
  static_cast<void>(place_->fileSystem->DeleteFile(place_->path));
}

void PartFile::write(std::string_view bytes) {
  check(stream_->Write(bytes.data(), static_cast<int64_t>(bytes.size())));
  bytes_ += static_cast<int64_t>(bytes.size());
}

WrittenPart PartFile::finish(int64_t rows) {
  check(stream_->Close());
  finished_ = true;
  part_.rows = rows;
  part_.bytes = bytes_;
  context_.metrics().outputRows += rows;
  context_.metrics().outputBytes += bytes_;
  return std::move(part_);
}

void PartFile::check(const arrow::Status& status) const {
  if (status.ok()) return;
  std::string what = "cannot write output part " + path_ + " after " + std::to_string(bytes_) + " bytes";
  try {
    ferro::check(status, what);
  } catch (const Error& error) {
    struct statvfs space{};
    const bool knowsSpace = error.code() == ErrorCode::kDiskFull && place_->isLocal() &&
                            ::statvfs(place_->parent().path.c_str(), &space) == 0;
    if (!knowsSpace) throw;
    what += " with " + std::to_string(space.f_bavail * space.f_frsize) + " bytes free";
    ferro::check(status, what);
  }
}

}  // namespace ferro
