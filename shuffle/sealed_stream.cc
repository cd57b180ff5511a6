#include "ferro/shuffle/sealed_stream.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include <arrow/buffer.h>
#include <arrow/result.h>

#include "ferro/common/error.h"

namespace ferro {

SealedStream::SealedStream(std::shared_ptr<arrow::io::RandomAccessFile> file, int64_t offset, int64_t length,
                           std::shared_ptr<const FileKey> key, arrow::MemoryPool* pool, std::string name)
    : file_(std::move(file)),
      pool_(pool),
      name_(std::move(name)),
      unsealer_(std::move(key), length),
      nextOffset_(offset),
      sealed_(static_cast<size_t>(unsealer_.nextSealedBytes())),
      plain_(static_cast<size_t>(unsealer_.nextPlainBytes())) {
  set_mode(arrow::io::FileMode::READ);
}

// No piece has more bytes than the first.
arrow::Status SealedStream::loadPiece() {
  const int64_t wanted = unsealer_.nextSealedBytes();
  ARROW_ASSIGN_OR_RAISE(const int64_t got, file_->ReadAt(nextOffset_, wanted, sealed_.data()));
  if (got != wanted) return arrow::Status::Invalid(name_, " end too early");
  const int64_t plainBytes = unsealer_.nextPlainBytes();
  try {
    unsealer_.unseal(sealed_.data(), plain_.data());
  } catch (const Error& error) {
    return arrow::Status::Invalid(name_, ": ", error.what());
  }
  nextOffset_ += wanted;
  inPiece_ = plainBytes;
  consumed_ = 0;
  return arrow::Status::OK();
}

arrow::Result<int64_t> SealedStream::Read(int64_t bytes, void* out) {
  int64_t done = 0;
  while (done < bytes) {
    if (consumed_ == inPiece_) {
      if (unsealer_.nextSealedBytes() == 0) break;
      ARROW_RETURN_NOT_OK(loadPiece());
    }
    const int64_t part = std::min(bytes - done, inPiece_ - consumed_);
    std::memcpy(static_cast<uint8_t*>(out) + done, plain_.data() + consumed_, static_cast<size_t>(part));
    consumed_ += part;
    done += part;
  }
  position_ += done;
  return done;
}

arrow::Result<std::shared_ptr<arrow::Buffer>> SealedStream::Read(int64_t bytes) {
  bytes = std::min(bytes, plainBytes() - position_);
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Buffer> buffer, arrow::AllocateBuffer(bytes, pool_));
  ARROW_ASSIGN_OR_RAISE(const int64_t read, Read(bytes, buffer->mutable_data()));
  if (read != bytes) return arrow::Status::Invalid(name_, " end too early");
  return buffer;
}

}  // namespace ferro
