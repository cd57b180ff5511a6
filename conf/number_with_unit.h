// Splits texts such as `512m` or `100 ms` into a number and a unit, for sizes and durations. Private to this room.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ferro::detail {

struct NumberWithUnit {
  int64_t number;
  std::string unit;  // in lower case, empty when the number stands alone
};

// A whole number and nothing else.
std::optional<int64_t> parseInteger(std::string_view text);

// Nothing when the text does not begin with a whole number of at least 0.
std::optional<NumberWithUnit> splitNumberAndUnit(std::string_view text);

// number * factor, or nothing when that does not fit.
std::optional<int64_t> scaled(int64_t number, int64_t factor);

}  // namespace ferro::detail
