// A local file that is written once, front to back and aside; it takes its name when it is whole. One that is never
// published goes with the object. One thread each.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ferro {

class OutputFile {
 public:
  OutputFile(std::string path, int64_t bufferBytes);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  // Errors name the path; a full disk is kDiskFull.
  void write(const void* data, int64_t size);
  int64_t position() const { return flushed_ + buffered_; }
  // Where it lies until it is published.
  const std::string& path() const { return asidePath_; }
  void flush();

  // Fills all of `data` from what was flushed before.
  void readBack(int64_t offset, void* data, int64_t size) const;

  // Nothing may be written after it.
  void publish();

 private:
  void writeThrough(const char* data, int64_t size);

  const std::string path_;
  const std::string asidePath_;
  int descriptor_ = -1;
  std::vector<char> buffer_;
  int64_t buffered_ = 0;
  int64_t flushed_ = 0;
};

}  // namespace ferro
