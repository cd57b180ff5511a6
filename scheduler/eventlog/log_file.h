// One file of lines, compressed or not, that is readable up to the last write whatever happens to the process. One
// thread at a time; errors are ferro::Error and name the path.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace arrow::util {
class Codec;
class Compressor;
}  // namespace arrow::util

namespace ferro {

class LogFile {
 public:
  // Makes the file, which must not exist.
  LogFile(std::string path, bool compress);
  // Without close(), the file is left as the last write left it.
  ~LogFile();
  LogFile(const LogFile&) = delete;
  LogFile& operator=(const LogFile&) = delete;

  // Whole lines. When it returns they are with the operating system; when it throws, none of them is in the file.
  void write(std::string_view lines);
  void close();

  const std::string& path() const { return path_; }
  int64_t bytesTaken() const { return bytesTaken_; }  // before compression

 private:
  void compress(std::string_view lines);
  void endFrame();
  void writeToFile(std::string_view bytes);
  template <class Step>
  void drainCompressor(Step step);

  const std::string path_;
  int descriptor_ = -1;
  int64_t bytesTaken_ = 0;
  int64_t goodSize_ = 0;
  std::unique_ptr<arrow::util::Codec> codec_;
  std::shared_ptr<arrow::util::Compressor> compressor_;
  std::string packed_;
  std::vector<uint8_t> output_;
};

}  // namespace ferro
