// A number of bytes, and its text form with Spark's binary units (1k = 1024). An immutable value.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ferro {

class ByteSize {
 public:
  constexpr ByteSize() = default;
  constexpr explicit ByteSize(int64_t bytes) : bytes_(bytes) {}
  static constexpr ByteSize kibibytes(int64_t n) { return ByteSize(n << 10); }
  static constexpr ByteSize mebibytes(int64_t n) { return ByteSize(n << 20); }
  static constexpr ByteSize gibibytes(int64_t n) { return ByteSize(n << 30); }

  constexpr int64_t bytes() const { return bytes_; }
  constexpr bool operator==(const ByteSize&) const = default;
  constexpr std::strong_ordering operator<=>(const ByteSize& other) const { return bytes_ <=> other.bytes_; }

 private:
  int64_t bytes_ = 0;
};

enum class ByteUnit { kByte, kKibibyte, kMebibyte };

// Reads `4096`, `64k`, `512m`, `1g`, `2tb` ...; a number alone counts `bareUnit`. Nothing when the text is no size, is
// negative or fractional, or does not fit.
std::optional<ByteSize> parseByteSize(std::string_view text, ByteUnit bareUnit = ByteUnit::kByte);

// The shortest exact form with its unit, such as `48m` or `1000b`; reads back as the same size whatever the bare unit.
std::string toText(ByteSize size);

}  // namespace ferro
