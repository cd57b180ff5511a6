// A new file that is written front to back, encrypted if there is a key, and checksummed on the way, as an
// arrow::io::OutputStream. For .cc files of this room; used by one thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <arrow/io/interfaces.h>
#include <arrow/result.h>

namespace ferro {

class FileKey;
class Sealer;

class ChecksumOutput : public arrow::io::OutputStream {
 public:
  // Error when the file exists or cannot be made.
  explicit ChecksumOutput(std::string path, const std::shared_ptr<const FileKey>& key = nullptr);
  ~ChecksumOutput() override;

  using arrow::io::OutputStream::Write;
  arrow::Status Write(const void* data, int64_t bytes) override;
  arrow::Status Flush() override;
  arrow::Status Close() override;
  // Of what was given to Write.
  arrow::Result<int64_t> Tell() const override { return plainPosition_; }
  bool closed() const override { return descriptor_ < 0; }

  const std::string& path() const { return path_; }
  // In the file.
  int64_t position() const { return position_; }
  // Ends what is encrypted by itself, and so can be read by itself. Without a key it does nothing.
  arrow::Status endFrame();
  // XXH3-64 of what went to the file since the last call.
  uint64_t takeChecksum();
  // Forgets everything after `position`, which was reached by a Flush, and the failure that came after it.
  void truncate(int64_t position);
  // A write failed because the device, or the user's share of it, is full.
  bool diskWasFull() const;

 private:
  // As they go to the file.
  arrow::Status writeBytes(const uint8_t* begin, int64_t bytes);
  arrow::Status writeOut(const uint8_t* data, int64_t bytes);

  struct Hash;

  const std::string path_;
  int descriptor_;
  int64_t position_ = 0;
  int64_t plainPosition_ = 0;
  int writeError_ = 0;
  std::vector<uint8_t> pending_;  // small writes on their way to the file
  std::unique_ptr<Hash> hash_;
  std::unique_ptr<Sealer> sealer_;  // null without a key
};

// XXH3-64 of a whole range, the same as takeChecksum gives for it.
uint64_t checksumOf(const void* data, int64_t bytes);

}  // namespace ferro
