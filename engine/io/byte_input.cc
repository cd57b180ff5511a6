#include "ferro/engine/io/byte_input.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <vector>

#include <arrow/util/compression.h>

#include "ferro/common/arrow_check.h"
#include "ferro/common/system_error.h"
#include "ferro/engine/io/compression.h"

namespace ferro {
namespace {

class PlainInput final : public ByteInput {
 public:
  PlainInput(const std::string& path, int64_t offset) : path_(path), start_(offset), position_(offset) {
    descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor_ < 0) throwErrno(errno, "cannot open input file " + path);
    ::posix_fadvise(descriptor_, offset, 0, POSIX_FADV_SEQUENTIAL);
  }
  ~PlainInput() override { ::close(descriptor_); }
  PlainInput(const PlainInput&) = delete;
  PlainInput& operator=(const PlainInput&) = delete;

  size_t read(char* to, size_t capacity) override {
    ssize_t bytes = 0;
    do {
      bytes = ::pread(descriptor_, to, capacity, position_);
    } while (bytes < 0 && errno == EINTR);
    if (bytes < 0) throwErrno(errno, "cannot read " + path_ + " at byte " + std::to_string(position_));
    position_ += bytes;
    return static_cast<size_t>(bytes);
  }

  int64_t fileBytesRead() const override { return position_ - start_; }

 private:
  std::string path_;
  int64_t start_;
  int64_t position_;
  int descriptor_ = -1;
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
