// Numbers laid out for people, `1,234,567.89`, by the patterns of Java's DecimalFormat: `#,##0.00`, `0.#%`, `$0;($0)`.
// A half is rounded to the even side. Immutable; any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <arrow/type_fwd.h>

namespace ferro {

class NumberLayout {
 public:
  // Commas between thousands and exactly so many digits behind the point.
  explicit NumberLayout(int digits);
  // Error kInvalidArgument for a pattern that DecimalFormat does not take, or one with an exponent.
  explicit NumberLayout(std::string_view pattern);

  const std::string& pattern() const { return pattern_; }

  std::string format(double value) const;
  std::string format(int64_t value) const;
  std::string format(const arrow::Decimal128& value, int scale) const;

 private:
  // A number without its sign: "12" and "5" for 12.5.
  struct Digits;

  void readNumber(std::string_view& rest);
  std::string readAffix(std::string_view& rest);
  [[noreturn]] void fail(const std::string& what) const;

  std::string formatPlain(std::string text) const;
  std::string laidOut(bool negative, Digits digits) const;

  std::string pattern_;
  std::string prefix_;
  std::string suffix_;
  std::string negativePrefix_ = "-";
  std::string negativeSuffix_;
  size_t leastWhole_ = 1;
  size_t leastFraction_ = 0;
  size_t mostFraction_ = 0;
  size_t group_ = 3;    // digits between two separators; 0 for none
  int multiplier_ = 1;  // 100 for percent, 1000 for per mille
};

}  // namespace ferro
