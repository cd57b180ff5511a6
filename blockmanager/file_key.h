// The key under which an application encrypts the temporary files of its processes: random, made by the driver, and
// told to each executor over its connection. It exists in memory only, never in a file, an argument, the environment or
// a log. Immutable and shared; any thread may use it.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace ferro {

class Conf;

class FileKey {
 public:
  // 16, 24 or 32 bytes; Error kMalformedData for any other number.
  explicit FileKey(std::string bytes);
  // Wipes the bytes.
  ~FileKey();
  FileKey(const FileKey&) = delete;
  FileKey& operator=(const FileKey&) = delete;

  // A new one, as the settings want it; null when they want no encryption.
  static std::shared_ptr<const FileKey> makeFor(const Conf& conf);

  std::string_view bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

}  // namespace ferro
