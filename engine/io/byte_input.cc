#include "ferro/engine/io/byte_input.h"

#include <vector>

#include <arrow/io/interfaces.h>
#include <arrow/util/compression.h>

#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro/engine/io/compression.h"
#include "ferro/engine/io/file_system.h"

namespace ferro {
namespace {

class PlainInput final : public ByteInput {
 public:
  PlainInput(const std::string& location, int64_t offset)
      : location_(location), file_(openInputFile(location)), start_(offset), position_(offset) {}

  size_t read(char* to, size_t capacity) override {
    const auto bytes = file_->ReadAt(position_, static_cast<int64_t>(capacity), to);
    if (!bytes.ok()) check(bytes.status(), "cannot read " + location_ + " at byte " + std::to_string(position_));
    position_ += *bytes;
    return static_cast<size_t>(*bytes);
  }

  int64_t fileBytesRead() const override { return position_ - start_; }

 private:
  std::string location_;
  std::shared_ptr<arrow::io::RandomAccessFile> file_;
  int64_t start_;
  int64_t position_;
};

// Any number of compressed streams one after another, as gzip and its kin allow.
class DecompressedInput final : public ByteInput {
 public:
  DecompressedInput(const std::string& path, arrow::Compression::type type)
      : path_(path),
        file_(path, 0),
        codec_(valueOf(arrow::util::Codec::Create(type), "cannot decompress " + path)),
        decompressor_(valueOf(codec_->MakeDecompressor(), "cannot decompress " + path)),
        input_(kInputBytes) {}

  size_t read(char* to, size_t capacity) override {
    while (true) {
      const bool ended = inputStart_ == inputEnd_ && !fill();
      if (ended && betweenStreams_) return 0;
      const size_t written = decompress(to, capacity, ended);
      if (written > 0) return written;
    }
  }

  int64_t fileBytesRead() const override {
    return file_.fileBytesRead() - static_cast<int64_t>(inputEnd_ - inputStart_);
  }

 private:
  static constexpr size_t kInputBytes = 64 << 10;

  bool fill() {
    inputStart_ = 0;
    inputEnd_ = file_.read(input_.data(), input_.size());
    return inputEnd_ > 0;
  }

  size_t decompress(char* to, size_t capacity, bool ended) {
    const auto result = decompressor_->Decompress(static_cast<int64_t>(inputEnd_ - inputStart_),
                                                  reinterpret_cast<const uint8_t*>(input_.data() + inputStart_),
                                                  static_cast<int64_t>(capacity), reinterpret_cast<uint8_t*>(to));
    if (!result.ok()) fail("is damaged", result.status().message());
    inputStart_ += static_cast<size_t>(result->bytes_read);
    const bool stuck = result->bytes_read == 0 && result->bytes_written == 0;
    betweenStreams_ = decompressor_->IsFinished();
    if (betweenStreams_) {
      check(decompressor_->Reset(), "cannot decompress " + path_);
    } else if (stuck) {
      fail(ended ? "ends in the middle of its compressed data" : "is damaged", "");
    }
    return static_cast<size_t>(result->bytes_written);
  }

  [[noreturn]] void fail(std::string_view how, const std::string& detail) const {
    std::string message =
        "input file " + path_ + " " + std::string(how) + " at byte " + std::to_string(fileBytesRead());
    if (!detail.empty()) message += " (" + detail + ")";
    throw Error(ErrorCode::kMalformedData, message + "; make or fetch it again");
  }

  std::string path_;
  PlainInput file_;
  std::unique_ptr<arrow::util::Codec> codec_;
  std::shared_ptr<arrow::util::Decompressor> decompressor_;
  std::vector<char> input_;
  size_t inputStart_ = 0;
  size_t inputEnd_ = 0;
  bool betweenStreams_ = true;
};

}  // namespace

bool isCompressed(std::string_view path) { return compressionOf(path).has_value(); }

std::unique_ptr<ByteInput> openPlainInput(const std::string& path, int64_t offset) {
  return std::make_unique<PlainInput>(path, offset);
}

std::unique_ptr<ByteInput> openInput(const std::string& path) {
  if (auto type = compressionOf(path)) return std::make_unique<DecompressedInput>(path, *type);
  return openPlainInput(path, 0);
}

}  // namespace ferro
