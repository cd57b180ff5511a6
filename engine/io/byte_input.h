// The bytes of an input file from front to back, decompressed where the file's name says so. Paths are those of
// file_system.h: local ones and URIs. Belongs to one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace ferro {

class ByteInput {
 public:
  virtual ~ByteInput() = default;
  // Reads at least one byte and at most capacity, which is not 0; 0 at the end.
  virtual size_t read(char* to, size_t capacity) = 0;
  // How many bytes of the file itself were taken so far.
  virtual int64_t fileBytesRead() const = 0;
};

// True for names that end in .gz, .zst or .bz2.
bool isCompressed(std::string_view path);

// A file as it is, from an offset on.
std::unique_ptr<ByteInput> openPlainInput(const std::string& path, int64_t offset);

// A whole file, decompressed if its name says that it is compressed. Damaged or truncated data is an Error
// kMalformedData that names the file and the byte.
std::unique_ptr<ByteInput> openInput(const std::string& path);

}  // namespace ferro
