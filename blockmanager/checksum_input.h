// Reads back what ChecksumOutput wrote, one checksummed frame at a time, as an arrow::io::InputStream. Nothing of a
// frame is handed out before all of it is verified: by its checksum, or by decrypting it where there is a key. For .cc
// files of this room; used by one thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <arrow/io/interfaces.h>
#include <arrow/result.h>

namespace ferro {

class FileKey;

// In the file.
struct Frame {
  int64_t offset = 0;
  int64_t bytes = 0;
  uint64_t checksum = 0;  // XXH3-64
};

class ChecksumInput : public arrow::io::InputStream {
 public:
  // Error when the file cannot be opened. Frames are read into buffers from `pool`, and slices of them handed out.
  ChecksumInput(std::string path, std::vector<Frame> frames, arrow::MemoryPool* pool,
                std::shared_ptr<const FileKey> key = nullptr);
  ~ChecksumInput() override;

  // Status::Invalid when a frame is damaged.
  arrow::Result<int64_t> Read(int64_t bytes, void* out) override;
  arrow::Result<std::shared_ptr<arrow::Buffer>> Read(int64_t bytes) override;
  arrow::Status Close() override;
  arrow::Result<int64_t> Tell() const override { return position_; }
  bool closed() const override { return descriptor_ < 0; }

 private:
  // Makes sure that unread bytes of a frame are at hand; false at the end.
  arrow::Result<bool> loadFrame();
  arrow::Status fill(const Frame& frame, uint8_t* out) const;
  arrow::Status unseal(const Frame& frame, uint8_t* out) const;

  const std::string path_;
  const std::vector<Frame> frames_;
  arrow::MemoryPool* const pool_;
  const std::shared_ptr<const FileKey> key_;
  int descriptor_;
  size_t nextFrame_ = 0;
  std::shared_ptr<arrow::Buffer> frame_;
  int64_t consumed_ = 0;  // of frame_
  int64_t position_ = 0;
};

}  // namespace ferro
