#include "ferro/scheduler/eventlog/log_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include <arrow/util/compression.h>

#include "ferro/common/arrow_check.h"
#include "ferro/common/system_error.h"

namespace ferro {

namespace {

constexpr size_t kOutputBytes = 128 << 10;
constexpr mode_t kMode = 0660;  // Spark's: the history server often runs as another user of the group

}  // namespace

LogFile::LogFile(std::string path, bool compress) : path_(std::move(path)) {
  if (compress) {
    codec_ = valueOf(arrow::util::Codec::Create(arrow::Compression::ZSTD), "cannot compress " + path_);
    compressor_ = valueOf(codec_->MakeCompressor(), "cannot compress " + path_);
    output_.resize(kOutputBytes);
  }
  descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kMode);
  if (descriptor_ < 0) throwErrno(errno, "cannot make " + path_);
}

LogFile::~LogFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void LogFile::write(std::string_view lines) {
  if (compressor_ == nullptr) {
    writeToFile(lines);
  } else {
    compress(lines);
  }
  bytesTaken_ += static_cast<int64_t>(lines.size());
}

void LogFile::close() {
  if (compressor_ != nullptr) endFrame();
  if (::close(std::exchange(descriptor_, -1)) != 0) throwErrno(errno, "cannot close " + path_);
}

// Flushed at the end, so that all of it can be read though the frame goes on.
void LogFile::compress(std::string_view lines) {
  packed_.clear();
  while (!lines.empty()) {
    const auto result = valueOf(
        compressor_->Compress(static_cast<int64_t>(lines.size()), reinterpret_cast<const uint8_t*>(lines.data()),
                              static_cast<int64_t>(output_.size()), output_.data()),
        "cannot compress " + path_);
    packed_.append(reinterpret_cast<const char*>(output_.data()), static_cast<size_t>(result.bytes_written));
    if (result.bytes_read == 0 && result.bytes_written == 0) output_.resize(2 * output_.size());
    lines.remove_prefix(static_cast<size_t>(result.bytes_read));
  }
  drainCompressor([this](int64_t size, uint8_t* output) { return compressor_->Flush(size, output); });
  writeToFile(packed_);
}

void LogFile::endFrame() {
  packed_.clear();
  drainCompressor([this](int64_t size, uint8_t* output) { return compressor_->End(size, output); });
  writeToFile(packed_);
}

template <class Step>
void LogFile::drainCompressor(Step step) {
  for (bool more = true; more;) {
    const auto result = valueOf(step(static_cast<int64_t>(output_.size()), output_.data()), "cannot compress " + path_);
    packed_.append(reinterpret_cast<const char*>(output_.data()), static_cast<size_t>(result.bytes_written));
    more = result.should_retry;
    if (more && result.bytes_written == 0) output_.resize(2 * output_.size());
  }
}

void LogFile::writeToFile(std::string_view bytes) {
  const auto size = static_cast<int64_t>(bytes.size());
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      const int error = errno;
      // Half a line would be read as a damaged file. If even this fails, there is no more that could be done.
      [[maybe_unused]] const int cut = ::ftruncate(descriptor_, goodSize_);
      throwErrno(error, "cannot write to " + path_);
    }
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  goodSize_ += size;
}

}  // namespace ferro
