#include "ferro/shuffle/verified_stream.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include <arrow/buffer.h>
#include <arrow/result.h>

#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro/shuffle/checksum.h"

namespace ferro {
namespace {

constexpr int64_t kPieceBytes = 256 << 10;

}  // namespace

VerifiedStream::VerifiedStream(std::shared_ptr<arrow::io::RandomAccessFile> file, const Segment& segment,
                               std::string name, arrow::MemoryPool* pool)
    : file_(std::move(file)),
      segment_(segment),
      name_(std::move(name)),
      pool_(pool),
      piece_(static_cast<size_t>(std::min(kPieceBytes, segment.length))) {
  set_mode(arrow::io::FileMode::READ);
  Checksum whole;
  for (size_t piece = 0; sizeOfPiece(piece) > 0; ++piece) {
    check(loadPiece(piece), name_);
    whole.update(piece_.data(), static_cast<size_t>(inPiece_));
    checksums_.push_back(Checksum::of(piece_.data(), static_cast<size_t>(inPiece_)));
  }
  inPiece_ = 0;
  if (whole.digest() != segment_.checksum) {
    throw Error(ErrorCode::kMalformedData, name_ + " do not match their checksum");
  }
}

int64_t VerifiedStream::sizeOfPiece(size_t piece) const {
  return std::min(kPieceBytes, segment_.length - static_cast<int64_t>(piece) * kPieceBytes);
}

arrow::Status VerifiedStream::loadPiece(size_t piece) {
  const int64_t size = sizeOfPiece(piece);
  const int64_t offset = segment_.offset + static_cast<int64_t>(piece) * kPieceBytes;
  ARROW_ASSIGN_OR_RAISE(inPiece_, file_->ReadAt(offset, size, piece_.data()));
  if (inPiece_ != size) return arrow::Status::Invalid(name_, " end too early");
  consumed_ = 0;
  return arrow::Status::OK();
}

arrow::Result<int64_t> VerifiedStream::Read(int64_t bytes, void* out) {
  int64_t done = 0;
  while (done < bytes) {
    if (consumed_ == inPiece_) {
      if (nextPiece_ == checksums_.size()) break;
      ARROW_RETURN_NOT_OK(loadPiece(nextPiece_));
      if (Checksum::of(piece_.data(), static_cast<size_t>(inPiece_)) != checksums_[nextPiece_++]) {
        return arrow::Status::Invalid(name_, " changed while they were read");
      }
    }
    const int64_t part = std::min(bytes - done, inPiece_ - consumed_);
    std::memcpy(static_cast<char*>(out) + done, piece_.data() + consumed_, static_cast<size_t>(part));
    consumed_ += part;
    done += part;
  }
  position_ += done;
  return done;
}

arrow::Result<std::shared_ptr<arrow::Buffer>> VerifiedStream::Read(int64_t bytes) {
  bytes = std::min(bytes, segment_.length - position_);
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Buffer> buffer, arrow::AllocateBuffer(bytes, pool_));
  ARROW_RETURN_NOT_OK(Read(bytes, buffer->mutable_data()));
  return buffer;
}

}  // namespace ferro
