#include "ferro/shuffle/output_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "ferro/shuffle/file_io.h"

namespace ferro {
namespace {

constexpr int64_t kSmallestBuffer = 4096;

}  // namespace

OutputFile::OutputFile(std::string path, int64_t bufferBytes)
    : path_(std::move(path)),
      asidePath_(path_ + ".part"),
      buffer_(static_cast<size_t>(std::max(bufferBytes, kSmallestBuffer))) {
  descriptor_ = ::open(asidePath_.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (descriptor_ < 0) throwFileError("cannot create", asidePath_, errno, 0);
}

OutputFile::~OutputFile() {
  if (descriptor_ < 0) return;
  ::close(descriptor_);
  ::unlink(asidePath_.c_str());
}

void OutputFile::write(const void* data, int64_t size) {
  const auto* bytes = static_cast<const char*>(data);
  const auto capacity = static_cast<int64_t>(buffer_.size());
  if (buffered_ + size > capacity) flush();
  if (size >= capacity) {
    writeThrough(bytes, size);
    return;
  }
  std::memcpy(buffer_.data() + buffered_, bytes, static_cast<size_t>(size));
  buffered_ += size;
}

void OutputFile::flush() {
  const int64_t size = std::exchange(buffered_, 0);
  writeThrough(buffer_.data(), size);
}

void OutputFile::writeThrough(const char* data, int64_t size) {
  while (size > 0) {
    const ssize_t written = ::pwrite(descriptor_, data, static_cast<size_t>(size), flushed_);
    if (written < 0) {
      if (errno == EINTR) continue;
      throwFileError("cannot write", asidePath_, errno, size);
    }
    flushed_ += written;
    data += written;
    size -= written;
  }
}

void OutputFile::readBack(int64_t offset, void* data, int64_t size) const {
  readFully(descriptor_, asidePath_, offset, data, size);
}

void OutputFile::publish() {
  flush();
  if (::close(std::exchange(descriptor_, -1)) != 0) {
    const int error = errno;
    ::unlink(asidePath_.c_str());
    throwFileError("cannot close", asidePath_, error, 0);
  }
  if (std::rename(asidePath_.c_str(), path_.c_str()) != 0) {
    const int error = errno;
    ::unlink(asidePath_.c_str());
    throwFileError("cannot rename to its final name", asidePath_, error, 0);
  }
}

}  // namespace ferro
