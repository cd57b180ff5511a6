#include "ferro/blockmanager/checksum_input.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include <arrow/buffer.h>
#include <arrow/result.h>

#include "ferro/blockmanager/checksum_output.h"
#include "ferro/blockmanager/sealed_bytes.h"
#include "ferro/common/error.h"

namespace ferro {

ChecksumInput::ChecksumInput(std::string path, std::vector<Frame> frames, arrow::MemoryPool* pool,
                             std::shared_ptr<const FileKey> key)
    : path_(std::move(path)),
      frames_(std::move(frames)),
      pool_(pool),
      key_(std::move(key)),
      descriptor_(open(path_.c_str(), O_RDONLY | O_CLOEXEC)) {
  if (descriptor_ < 0) {
    throw Error(errno == ENOENT ? ErrorCode::kNotFound : ErrorCode::kIo,
                "cannot read back " + path_ + ": " + std::strerror(errno));
  }
}

ChecksumInput::~ChecksumInput() {
  if (descriptor_ >= 0) close(descriptor_);
}

arrow::Status ChecksumInput::Close() {
  if (descriptor_ >= 0) close(std::exchange(descriptor_, -1));
  return arrow::Status::OK();
}

arrow::Result<int64_t> ChecksumInput::Read(int64_t bytes, void* out) {
  int64_t done = 0;
  while (done < bytes) {
    ARROW_ASSIGN_OR_RAISE(bool more, loadFrame());
    if (!more) break;
    const int64_t part = std::min(bytes - done, frame_->size() - consumed_);
    std::memcpy(static_cast<uint8_t*>(out) + done, frame_->data() + consumed_, static_cast<size_t>(part));
    consumed_ += part;
    position_ += part;
    done += part;
  }
  return done;
}

arrow::Result<std::shared_ptr<arrow::Buffer>> ChecksumInput::Read(int64_t bytes) {
  ARROW_ASSIGN_OR_RAISE(bool more, loadFrame());
  // Messages do not cross frames, so that what is asked for is in this one, or there is nothing any more.
  const int64_t part = more ? std::min(bytes, frame_->size() - consumed_) : 0;
  if (part == 0) return std::make_shared<arrow::Buffer>(nullptr, 0);
  auto slice = arrow::SliceBuffer(frame_, consumed_, part);
  consumed_ += part;
  position_ += part;
  return slice;
}

arrow::Result<bool> ChecksumInput::loadFrame() {
  while (frame_ == nullptr || consumed_ == frame_->size()) {
    if (nextFrame_ == frames_.size()) return false;
    const Frame& frame = frames_[nextFrame_++];
    const int64_t bytes = key_ == nullptr ? frame.bytes : plainBytesOf(frame.bytes);
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Buffer> buffer, arrow::AllocateBuffer(bytes, pool_));
    ARROW_RETURN_NOT_OK(key_ == nullptr ? fill(frame, buffer->mutable_data()) : unseal(frame, buffer->mutable_data()));
    frame_ = std::move(buffer);
    consumed_ = 0;
  }
  return true;
}

arrow::Status ChecksumInput::fill(const Frame& frame, uint8_t* out) const {
  int64_t done = 0;
  while (done < frame.bytes) {
    const ssize_t got = pread(descriptor_, out + done, static_cast<size_t>(frame.bytes - done), frame.offset + done);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return arrow::Status::IOError("cannot read back ", path_, ": ", std::strerror(errno));
    if (got == 0) return arrow::Status::Invalid(path_, " is damaged: it ends too early");
    done += got;
  }
  if (checksumOf(out, frame.bytes) != frame.checksum) {
    return arrow::Status::Invalid(path_, " is damaged: the checksum of ", frame.bytes, " bytes at ", frame.offset,
                                  " does not match");
  }
  return arrow::Status::OK();
}

arrow::Status ChecksumInput::unseal(const Frame& frame, uint8_t* out) const {
  try {
    unsealFrom(descriptor_, path_, frame.offset, frame.bytes, key_, out);
    return arrow::Status::OK();
  } catch (const Error& error) {
    if (error.code() == ErrorCode::kIo) return arrow::Status::IOError(error.what());
    return arrow::Status::Invalid(path_, " is damaged: ", error.what());
  }
}

}  // namespace ferro
