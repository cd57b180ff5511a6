// An encrypted segment, in a file or in memory, as a stream of its bytes before they were encrypted. Each chunk is
// verified before any of it is handed out. One thread each.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <arrow/io/interfaces.h>
#include <arrow/result.h>

#include "ferro/blockmanager/sealed_bytes.h"

namespace ferro {

class SealedStream final : public arrow::io::InputStream {
 public:
  // The segment is `length` bytes of `file` from `offset` on. Throws Error kMalformedData when none can be so long.
  // Buffers come from `pool`; `name` is for errors.
  SealedStream(std::shared_ptr<arrow::io::RandomAccessFile> file, int64_t offset, int64_t length,
               std::shared_ptr<const FileKey> key, arrow::MemoryPool* pool, std::string name);

  // All bytes before they were encrypted.
  int64_t plainBytes() const { return unsealer_.plainBytes(); }

  // Status::Invalid when the segment is damaged.
  arrow::Result<int64_t> Read(int64_t bytes, void* out) override;
  arrow::Result<std::shared_ptr<arrow::Buffer>> Read(int64_t bytes) override;
  arrow::Status Close() override { return arrow::Status::OK(); }
  arrow::Result<int64_t> Tell() const override { return position_; }
  bool closed() const override { return false; }

 private:
  arrow::Status loadPiece();

  const std::shared_ptr<arrow::io::RandomAccessFile> file_;
  arrow::MemoryPool* const pool_;
  const std::string name_;
  Unsealer unsealer_;
  int64_t nextOffset_;
  std::vector<uint8_t> sealed_;
  std::vector<uint8_t> plain_;
  int64_t inPiece_ = 0;   // bytes of plain_ that are loaded
  int64_t consumed_ = 0;  // of those
  int64_t position_ = 0;
};

}  // namespace ferro
