#include "ferro/engine/io/formats/date_scan.h"

#include <chrono>

#include "ferro/engine/io/formats/date_text.h"

namespace ferro::date_scan {
namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

std::optional<int64_t> takeNumber(std::string_view& text, size_t least, size_t most) {
  size_t length = 0;
  int64_t value = 0;
  while (length < most && length < text.size() && isDigit(text[length])) value = value * 10 + (text[length++] - '0');
  if (length < least) return std::nullopt;
  text.remove_prefix(length);
  return value;
}

bool takeCharacter(std::string_view& text, char wanted) {
  if (text.empty() || text.front() != wanted) return false;
  text.remove_prefix(1);
  return true;
}

std::optional<int64_t> takeFraction(std::string_view& text, size_t most) {
  size_t length = 0;
  int64_t micros = 0;
  int64_t unit = kSecondMicros / 10;
  while (length < most && length < text.size() && isDigit(text[length])) {
    micros += (text[length++] - '0') * unit;
    unit /= 10;
  }
  if (length == 0) return std::nullopt;
  text.remove_prefix(length);
  return micros;
}

std::optional<int64_t> takeZone(std::string_view& text) {
  for (const std::string_view name : {"UTC", "GMT", "UT"}) {
    if (text.starts_with(name)) {
      text.remove_prefix(name.size());
      if (text.empty()) return 0;
      break;
    }
  }
  if (takeCharacter(text, 'Z')) return 0;
  const int64_t sign = text.starts_with('-') ? -1 : 1;
  if (!takeCharacter(text, '-') && !takeCharacter(text, '+')) return std::nullopt;
  const auto hours = takeNumber(text, 1, 2);
  if (!hours || *hours > 18) return std::nullopt;
  int64_t seconds = *hours * 3600;
  for (const int64_t unit : {60, 1}) {
    std::string_view rest = text;
    const bool colon = takeCharacter(rest, ':');
    const auto part = takeNumber(rest, 2, 2);
    if (!part) {
      if (colon) return std::nullopt;
      break;
    }
    if (*part > 59) return std::nullopt;
    seconds += *part * unit;
    text = rest;
  }
  return sign * seconds;
}

std::optional<int64_t> daysOf(int64_t year, int64_t month, int64_t day) {
  if (year < -32767 || year > 32767 || month < 1 || month > 12 || day < 1 || day > 31) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(static_cast<int>(year)),
                                         std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  if (!date.ok()) return std::nullopt;
  return std::chrono::sys_days(date).time_since_epoch().count();
}

}  // namespace ferro::date_scan
