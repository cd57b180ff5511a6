#include "ferro/engine/io/part_file.h"

#include <fcntl.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "ferro/common/system_error.h"
#include "ferro/scheduler/task_context.h"

namespace ferro {

PartFile::PartFile(TaskContext& context, const OutputTask& output) : context_(context) {
  part_.name = partName(context.partitionId(), output.suffix);
  part_.staged = "attempt-" + std::to_string(context.taskAttemptId()) + "-" + part_.name;
  path_ = output.staging + "/" + part_.staged;
  descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor_ < 0) fail(errno);
}

PartFile::~PartFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!finished_) ::unlink(path_.c_str());
}

void PartFile::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(errno);
    bytes_ += written;
    bytes.remove_prefix(static_cast<size_t>(written));
  }
}

WrittenPart PartFile::finish(int64_t rows) {
  if (::close(std::exchange(descriptor_, -1)) != 0) fail(errno);
  finished_ = true;
  part_.rows = rows;
  part_.bytes = bytes_;
  context_.metrics().outputRows += rows;
  context_.metrics().outputBytes += bytes_;
  return std::move(part_);
}

void PartFile::fail(int errorNumber) const {
  std::string what = "cannot write output part " + path_ + " after " + std::to_string(bytes_) + " bytes";
  struct statvfs space{};
  const std::string directory = path_.substr(0, path_.find_last_of('/'));
  if (errorCodeOf(errorNumber) == ErrorCode::kDiskFull && ::statvfs(directory.c_str(), &space) == 0) {
    what += " with " + std::to_string(space.f_bavail * space.f_frsize) + " bytes free";
  }
  throwErrno(errorNumber, what);
}

}  // namespace ferro
