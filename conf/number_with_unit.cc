#include "ferro/conf/number_with_unit.h"

#include <charconv>

#include "ferro/common/letter_case.h"
#include "ferro/common/text.h"

namespace ferro::detail {

std::optional<int64_t> parseInteger(std::string_view text) {
  int64_t number = 0;
  auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::optional<NumberWithUnit> splitNumberAndUnit(std::string_view text) {
  text = trim(text);
  size_t digits = text.find_first_not_of("0123456789");
  if (digits == std::string_view::npos) digits = text.size();
  std::optional<int64_t> number = parseInteger(text.substr(0, digits));
  if (!number) return std::nullopt;
  return NumberWithUnit{*number, lowerCase(trim(text.substr(digits)))};
}

std::optional<int64_t> scaled(int64_t number, int64_t factor) {
  int64_t product = 0;
  if (__builtin_mul_overflow(number, factor, &product)) return std::nullopt;
  return product;
}

}  // namespace ferro::detail
