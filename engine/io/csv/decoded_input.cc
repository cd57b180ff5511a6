#include "ferro/engine/io/csv/decoded_input.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "ferro/engine/io/csv/utf8.h"

namespace ferro {
namespace {

// Decodes a chunk of the input at a time and hands it out as asked.
class DecodedInput : public ByteInput {
 public:
  explicit DecodedInput(std::unique_ptr<ByteInput> input) : input_(std::move(input)), raw_(kRawBytes) {}

  size_t read(char* to, size_t capacity) override {
    while (given_ == decoded_.size()) {
      if (ended_) return 0;
      decoded_.clear();
      given_ = 0;
      const size_t bytes = input_->read(raw_.data(), raw_.size());
      ended_ = bytes == 0;
      decode({raw_.data(), bytes}, ended_, decoded_);
    }
    const size_t bytes = std::min(capacity, decoded_.size() - given_);
    std::memcpy(to, decoded_.data() + given_, bytes);
    given_ += bytes;
    return bytes;
  }

  int64_t fileBytesRead() const override { return input_->fileBytesRead(); }

 protected:
  virtual void decode(std::string_view raw, bool atEnd, std::string& decoded) = 0;

 private:
  static constexpr size_t kRawBytes = 64 << 10;

  std::unique_ptr<ByteInput> input_;
  std::vector<char> raw_;
  std::string decoded_;
  size_t given_ = 0;
  bool ended_ = false;
};

class SingleByteInput final : public DecodedInput {
 public:
  SingleByteInput(std::unique_ptr<ByteInput> input, TextEncoding encoding)
      : DecodedInput(std::move(input)), encoding_(encoding) {}

 private:
  void decode(std::string_view raw, bool, std::string& decoded) override {
    for (const char c : raw) {
      const auto byte = static_cast<unsigned char>(c);
      if (byte < 0x80) {
        decoded.push_back(c);
      } else {
        appendUtf8(characterOf(byte), decoded);
      }
    }
  }

  char32_t characterOf(unsigned char byte) const {
    if (encoding_ == TextEncoding::kAscii) return kReplacementCharacter;
    // Windows has letters and signs where ISO has control characters.
    if (encoding_ == TextEncoding::kWindows1252 && byte < 0xA0) return kWindowsSigns[byte - 0x80];
    return byte;
  }

  static constexpr char32_t kWindowsSigns[] = {0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                               0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0xFFFD, 0x017D, 0xFFFD,
                                               0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                               0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0xFFFD, 0x017E, 0x0178};

  TextEncoding encoding_;
};

class Utf16Input final : public DecodedInput {
 public:
  Utf16Input(std::unique_ptr<ByteInput> input, TextEncoding encoding)
      : DecodedInput(std::move(input)),
        littleEndian_(encoding == TextEncoding::kUtf16LittleEndian),
        markDecides_(encoding == TextEncoding::kUtf16) {}

 private:
  void decode(std::string_view raw, bool atEnd, std::string& decoded) override {
    for (const char c : raw) {
      pending_.push_back(c);
      if (pending_.size() < 2) continue;
      const auto first = static_cast<unsigned char>(pending_[0]);
      const auto second = static_cast<unsigned char>(pending_[1]);
      pending_.clear();
      addUnit(littleEndian_ ? first | second << 8 : first << 8 | second, decoded);
    }
    if (atEnd && (highSurrogate_ != 0 || !pending_.empty())) appendUtf8(kReplacementCharacter, decoded);
  }

  void addUnit(int unit, std::string& decoded) {
    const bool first = std::exchange(atStart_, false);
    if (first && (unit == kMark || (unit == kSwappedMark && markDecides_))) {
      if (unit == kSwappedMark) littleEndian_ = !littleEndian_;
      return;
    }
    const bool isLow = unit >= 0xDC00 && unit < 0xE000;
    if (highSurrogate_ != 0) {
      const int high = std::exchange(highSurrogate_, 0);
      if (isLow) return appendUtf8(static_cast<char32_t>(0x10000 + ((high - 0xD800) << 10) + (unit - 0xDC00)), decoded);
      appendUtf8(kReplacementCharacter, decoded);
    }
    if (unit >= 0xD800 && unit < 0xDC00) {
      highSurrogate_ = unit;
    } else {
      appendUtf8(isLow ? kReplacementCharacter : static_cast<char32_t>(unit), decoded);
    }
  }

  static constexpr int kMark = 0xFEFF;
  static constexpr int kSwappedMark = 0xFFFE;

  bool littleEndian_;
  bool markDecides_;
  bool atStart_ = true;
  int highSurrogate_ = 0;
  std::string pending_;
};

}  // namespace

std::unique_ptr<ByteInput> decodedInput(std::unique_ptr<ByteInput> input, TextEncoding encoding) {
  switch (encoding) {
    case TextEncoding::kUtf8: return input;
    case TextEncoding::kLatin1:
    case TextEncoding::kWindows1252:
    case TextEncoding::kAscii: return std::make_unique<SingleByteInput>(std::move(input), encoding);
    default: return std::make_unique<Utf16Input>(std::move(input), encoding);
  }
}

}  // namespace ferro
