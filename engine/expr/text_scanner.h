// Takes numbers and characters off the front of a text: what parsers of dates and times are made of. Belongs to one
// thread; the text must outlive it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace ferro {

class TextScanner {
 public:
  explicit TextScanner(std::string_view text) : rest_(text) {}

  bool done() const { return rest_.empty(); }
  std::string_view rest() const { return rest_; }
  void skip(size_t bytes) { rest_.remove_prefix(bytes); }

  bool take(char character) {
    if (rest_.empty() || rest_.front() != character) return false;
    rest_.remove_prefix(1);
    return true;
  }

  // From least to most digits; those behind them stay.
  std::optional<int64_t> digits(size_t least, size_t most) {
    size_t count = 0;
    int64_t value = 0;
    for (; count < most && hasDigit(count); ++count) value = value * 10 + (rest_[count] - '0');
    if (count < least) return std::nullopt;
    rest_.remove_prefix(count);
    return value;
  }

  // The same, but that no digit may follow.
  std::optional<int64_t> number(size_t least, size_t most) {
    const auto value = digits(least, most);
    if (hasDigit(0)) return std::nullopt;
    return value;
  }

  // Up to so many digits behind a point, as microseconds; those behind the sixth count for nothing.
  std::optional<int> micros(size_t least, size_t most) {
    size_t count = 0;
    int value = 0;
    for (; count < most && hasDigit(count); ++count) {
      if (count < kMicroDigits) value = value * 10 + (rest_[count] - '0');
    }
    if (count < least) return std::nullopt;
    for (size_t i = count; i < kMicroDigits; ++i) value *= 10;
    rest_.remove_prefix(count);
    return value;
  }

 private:
  static constexpr size_t kMicroDigits = 6;

  bool hasDigit(size_t at) const { return at < rest_.size() && rest_[at] >= '0' && rest_[at] <= '9'; }

  std::string_view rest_;
};

}  // namespace ferro
