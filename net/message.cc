#include "ferro/net/message.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include <arrow/buffer.h>

#include "ferro/common/error.h"
#include "ferro/common/system_error.h"

namespace ferro {

std::shared_ptr<const OpenFile> OpenFile::open(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) throwErrno(errno, "cannot open " + path);
  return std::make_shared<const OpenFile>(descriptor);
}

OpenFile::~OpenFile() { ::close(descriptor_); }

int64_t OpenFile::size() const {
  struct stat status;
  if (::fstat(descriptor_, &status) != 0) throwErrno(errno, "cannot ask for the size of an open file");
  return status.st_size;
}

void Payload::add(std::shared_ptr<arrow::Buffer> buffer) {
  if (!buffer || buffer->size() == 0) return;
  bytes_ += buffer->size();
  parts_.emplace_back(std::move(buffer));
}

void Payload::add(FileRegion region) {
  if (region.length == 0) return;
  if (!region.file || region.length < 0 || region.offset < 0) throwInternal("a file region without a file or length");
  bytes_ += region.length;
  parts_.emplace_back(std::move(region));
}

std::shared_ptr<arrow::Buffer> Payload::buffer() const {
  if (parts_.empty()) return std::make_shared<arrow::Buffer>(nullptr, 0);
  const auto* whole = std::get_if<std::shared_ptr<arrow::Buffer>>(&parts_.front());
  if (parts_.size() > 1 || whole == nullptr) throwInternal("only the payload of a received message lies in one buffer");
  return *whole;
}

}  // namespace ferro
