#include "ferro/blockmanager/checksum_output.h"

#include <fcntl.h>
#include <unistd.h>

#include <arrow/status.h>

#define XXH_INLINE_ALL
#include <cerrno>
#include <cstring>
#include <utility>

#include <xxhash.h>

#include "ferro/blockmanager/local_dirs.h"
#include "ferro/blockmanager/sealed_bytes.h"
#include "ferro/common/error.h"

namespace ferro {
namespace {

constexpr size_t kPendingBytes = size_t{256} << 10;

bool isDiskFull(int error) { return error == ENOSPC || error == EDQUOT; }

[[noreturn]] void throwCannotCreate(const std::string& path, int error) {
  if (isDiskFull(error)) throwDiskFull(path, 1);
  throw Error(error == EACCES ? ErrorCode::kPermissionDenied : ErrorCode::kIo,
              "cannot create " + path + ": " + std::strerror(error));
}

}  // namespace

struct ChecksumOutput::Hash {
  Hash() { XXH3_64bits_reset(&state); }
  XXH3_state_t state;
};

ChecksumOutput::ChecksumOutput(std::string path, const std::shared_ptr<const FileKey>& key)
    : path_(std::move(path)),
      descriptor_(open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600)),
      hash_(std::make_unique<Hash>()),
      sealer_(key == nullptr ? nullptr : std::make_unique<Sealer>(key)) {
  if (descriptor_ < 0) throwCannotCreate(path_, errno);
  set_mode(arrow::io::FileMode::WRITE);
  pending_.reserve(kPendingBytes);
}

ChecksumOutput::~ChecksumOutput() {
  if (descriptor_ >= 0) close(descriptor_);
}

arrow::Status ChecksumOutput::Write(const void* data, int64_t bytes) {
  plainPosition_ += bytes;
  if (sealer_ == nullptr) return writeBytes(static_cast<const uint8_t*>(data), bytes);
  arrow::Status status;
  sealer_->write(data, bytes, [&](const uint8_t* sealed, int64_t size) {
    if (status.ok()) status = writeBytes(sealed, size);
  });
  return status;
}

arrow::Status ChecksumOutput::endFrame() {
  arrow::Status status;
  if (sealer_ == nullptr) return status;
  sealer_->finish([&](const uint8_t* sealed, int64_t size) {
    if (status.ok()) status = writeBytes(sealed, size);
  });
  return status;
}

arrow::Status ChecksumOutput::writeBytes(const uint8_t* begin, int64_t bytes) {
  XXH3_64bits_update(&hash_->state, begin, static_cast<size_t>(bytes));
  position_ += bytes;
  if (pending_.size() + static_cast<size_t>(bytes) <= kPendingBytes) {
    pending_.insert(pending_.end(), begin, begin + bytes);
    return arrow::Status::OK();
  }
  ARROW_RETURN_NOT_OK(Flush());
  return writeOut(begin, bytes);
}

arrow::Status ChecksumOutput::Flush() {
  arrow::Status status = writeOut(pending_.data(), static_cast<int64_t>(pending_.size()));
  pending_.clear();
  return status;
}

arrow::Status ChecksumOutput::Close() {
  if (descriptor_ < 0) return arrow::Status::OK();
  arrow::Status status = Flush();
  if (close(std::exchange(descriptor_, -1)) != 0 && status.ok()) {
    writeError_ = errno;
    status = arrow::Status::IOError("cannot write ", path_, ": ", std::strerror(writeError_));
  }
  return status;
}

arrow::Status ChecksumOutput::writeOut(const uint8_t* data, int64_t bytes) {
  while (bytes > 0) {
    const ssize_t written = write(descriptor_, data, static_cast<size_t>(bytes));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      writeError_ = errno;
      return arrow::Status::IOError("cannot write ", path_, ": ", std::strerror(writeError_));
    }
    data += written;
    bytes -= written;
  }
  return arrow::Status::OK();
}

uint64_t ChecksumOutput::takeChecksum() {
  const uint64_t checksum = XXH3_64bits_digest(&hash_->state);
  XXH3_64bits_reset(&hash_->state);
  return checksum;
}

void ChecksumOutput::truncate(int64_t position) {
  pending_.clear();
  if (sealer_ != nullptr) sealer_->discard();
  XXH3_64bits_reset(&hash_->state);
  writeError_ = 0;
  position_ = position;
  if (ftruncate(descriptor_, position) != 0 || lseek(descriptor_, position, SEEK_SET) != position) {
    throw Error(ErrorCode::kIo, "cannot shorten " + path_ + ": " + std::strerror(errno));
  }
}

bool ChecksumOutput::diskWasFull() const { return isDiskFull(writeError_); }

uint64_t checksumOf(const void* data, int64_t bytes) { return XXH3_64bits(data, static_cast<size_t>(bytes)); }

}  // namespace ferro
