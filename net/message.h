// What two processes exchange: a kind that says who understands it, a small body of encoded values, and a bulk payload
// that is gathered from buffers and files when it is sent and lies in one buffer when it was received. Movable values;
// the buffers and files are shared and immutable.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include <arrow/type_fwd.h>

namespace ferro {

// A file that is open for reading, closed when the last holder goes.
class OpenFile {
 public:
  // Throws Error that names the path.
  static std::shared_ptr<const OpenFile> open(const std::string& path);
  explicit OpenFile(int descriptor) : descriptor_(descriptor) {}
  ~OpenFile();
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

  int descriptor() const { return descriptor_; }
  int64_t size() const;

 private:
  int descriptor_;
};

// Bytes of a file: sent by the kernel without passing through this process (sendfile), or read piece by piece for TLS.
struct FileRegion {
  std::shared_ptr<const OpenFile> file;
  int64_t offset = 0;
  int64_t length = 0;
};

class Payload {
 public:
  using Part = std::variant<std::shared_ptr<arrow::Buffer>, FileRegion>;

  Payload() = default;
  void add(std::shared_ptr<arrow::Buffer> buffer);
  void add(FileRegion region);

  int64_t bytes() const { return bytes_; }
  const std::vector<Part>& parts() const { return parts_; }
  // Of a received message: all of it, or an empty buffer.
  std::shared_ptr<arrow::Buffer> buffer() const;

 private:
  std::vector<Part> parts_;
  int64_t bytes_ = 0;
};

struct Message {
  uint16_t kind = 0;
  std::string body;
  Payload payload;
};

// Kinds are numbered by room, so that no two rooms mean different things by one number.
namespace message_kinds {
inline constexpr uint16_t kSchedulerFirst = 0x100;
inline constexpr uint16_t kBlocksFirst = 0x200;
inline constexpr uint16_t kShuffleFirst = 0x300;
}  // namespace message_kinds

}  // namespace ferro
