// The pieces that texts of dates and times are made of, each taken from the front of a text. Shared by date_text.cc and
// time_pattern.cc. Pure functions; any thread may call them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace ferro::date_scan {

// Between least and most digits.
std::optional<int64_t> takeNumber(std::string_view& text, size_t least, size_t most);
bool takeCharacter(std::string_view& text, char wanted);
// Digits of a fraction as microseconds; more than six are cut.
std::optional<int64_t> takeFraction(std::string_view& text, size_t most);
// Seconds east of UTC of Z, UTC, GMT, +01, +0130, +01:30, also +01:30:15.
std::optional<int64_t> takeZone(std::string_view& text);
// Days since 1970-01-01; nothing when there is no such day.
std::optional<int64_t> daysOf(int64_t year, int64_t month, int64_t day);

}  // namespace ferro::date_scan
