// Part of a file that is too long to be held at once, as a stream of bytes that were verified. The part is read twice:
// first to compare its checksum and to take one of each piece, then piece by piece, each compared again, since what
// comes from the disk the second time may differ. One thread each.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <arrow/io/interfaces.h>
#include <arrow/result.h>

#include "ferro/shuffle/segment.h"

namespace ferro {

class VerifiedStream final : public arrow::io::InputStream {
 public:
  // Throws Error kMalformedData when the segment does not match its checksum. `name` is for errors.
  VerifiedStream(std::shared_ptr<arrow::io::RandomAccessFile> file, const Segment& segment, std::string name,
                 arrow::MemoryPool* pool);

  arrow::Result<int64_t> Read(int64_t bytes, void* out) override;
  arrow::Result<std::shared_ptr<arrow::Buffer>> Read(int64_t bytes) override;
  arrow::Status Close() override { return arrow::Status::OK(); }
  arrow::Result<int64_t> Tell() const override { return position_; }
  bool closed() const override { return false; }

 private:
  arrow::Status loadPiece(size_t piece);
  int64_t sizeOfPiece(size_t piece) const;

  const std::shared_ptr<arrow::io::RandomAccessFile> file_;
  const Segment segment_;
  const std::string name_;
  arrow::MemoryPool* const pool_;
  std::vector<uint64_t> checksums_;  // of the pieces
  std::vector<char> piece_;
  size_t nextPiece_ = 0;
  int64_t inPiece_ = 0;   // bytes of piece_ that are loaded
  int64_t consumed_ = 0;  // of those
  int64_t position_ = 0;
};

}  // namespace ferro
