#include "ferro/net/stream_writer.h"

#include <sys/sendfile.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace ferro {
namespace {

constexpr size_t kMostBuffers = 64;  // as many as Asio gives to one system call
constexpr int64_t kFilePiece = 256 << 10;
// The loop serves others between two calls of sendfile.
constexpr int64_t kSendfileStep = 4 << 20;

}  // namespace

void StreamWriter::push(const FrameHeader& header, std::string body, Payload payload) {
  queue_.push(header, std::move(body), std::move(payload));
}

void StreamWriter::flush() {
  if (!writing_) proceed();
}

void StreamWriter::stop() {
  stopped_ = true;
  if (!writing_) queue_.clear();
}

void StreamWriter::proceed() {
  if (stopped_ || queue_.empty()) return;
  writing_ = true;
  const FileRegion* region = queue_.file();
  if (region == nullptr) return writeMemory();
  if (stream_.isPlain()) return sendFile(*region);
  writeFilePiece(*region);
}

void StreamWriter::writeMemory() {
  queue_.gather(kMostBuffers, memory_);
  buffers_.clear();
  for (const WriteQueue::Memory& piece : memory_) buffers_.emplace_back(piece.data, piece.size);
  stream_.writeSome(
      buffers_, [this, alive = owner_.keepAlive()](const error_code& error, size_t bytes) { finished(error, bytes); });
}

void StreamWriter::sendFile(const FileRegion& region) {
  off_t offset = region.offset;
  const auto length = static_cast<size_t>(std::min(region.length, kSendfileStep));
  const ssize_t sent = ::sendfile(stream_.socket().native_handle(), region.file->descriptor(), &offset, length);
  if (sent < 0 && (errno == EAGAIN || errno == EINTR)) return waitUntilWritable();
  if (sent == 0) return fileTooShort();
  const error_code error = sent < 0 ? error_code(errno, boost::system::system_category()) : error_code();
  const size_t bytes = sent < 0 ? 0 : static_cast<size_t>(sent);
  asio::post(stream_.socket().get_executor(),
             [this, error, bytes, alive = owner_.keepAlive()] { finished(error, bytes); });
}

void StreamWriter::waitUntilWritable() {
  stream_.socket().async_wait(tcp::socket::wait_write,
                              [this, alive = owner_.keepAlive()](const error_code& error) { finished(error, 0); });
}

void StreamWriter::writeFilePiece(const FileRegion& region) {
  filePiece_.resize(static_cast<size_t>(std::min(region.length, kFilePiece)));
  const ssize_t got = ::pread(region.file->descriptor(), filePiece_.data(), filePiece_.size(), region.offset);
  if (got <= 0) return fileTooShort();
  buffers_.assign(1, asio::const_buffer(filePiece_.data(), static_cast<size_t>(got)));
  stream_.writeSome(
      buffers_, [this, alive = owner_.keepAlive()](const error_code& error, size_t bytes) { finished(error, bytes); });
}

// The peer was promised bytes that do not exist, and there is no way to take the promise back.
void StreamWriter::fileTooShort() {
  asio::post(stream_.socket().get_executor(), [this, alive = owner_.keepAlive()] {
    writing_ = false;
    owner_.onWriteFailed("a file that was to be sent is shorter than it was, or cannot be read", false);
  });
}

void StreamWriter::finished(const error_code& error, size_t bytes) {
  writing_ = false;
  if (error || stopped_) return owner_.onWriteFailed(error.message(), true);
  queue_.sent(bytes);
  if (bytes > 0) owner_.onWritten();
  if (!writing_) proceed();
}

}  // namespace ferro
