#include "ferro/engine/expr/time_text.h"

#include <array>

#include "ferro/engine/expr/calendar.h"
#include "ferro/engine/expr/number_text.h"
#include "ferro/engine/expr/text_scanner.h"

namespace ferro {

namespace {

void appendPadded(std::string& text, int64_t value, size_t width) {
  const std::string digits = std::to_string(value);
  if (digits.size() < width) text.append(width - digits.size(), '0');
  text += digits;
}

void appendCivil(std::string& text, const CivilDate& date) {
  if (date.year < 0) {
    text += '-';
  } else if (date.year > 9999) {
    text += '+';
  }
  appendPadded(text, date.year < 0 ? -date.year : date.year, 4);
  text += '-';
  appendPadded(text, date.month, 2);
  text += '-';
  appendPadded(text, date.day, 2);
}

// A timestamp's year has up to six digits, a date's up to seven.
std::optional<CivilDate> takeDate(TextScanner& scanner, size_t mostOfYear, bool& hasDay) {
  const bool negative = scanner.take('-');
  if (!negative) scanner.take('+');
  const auto year = scanner.number(4, mostOfYear);
  if (!year) return std::nullopt;
  CivilDate date{negative ? -*year : *year, 1, 1};
  for (int* part : {&date.month, &date.day}) {
    if (!scanner.take('-')) break;
    const auto value = scanner.number(1, 2);
    if (!value) return std::nullopt;
    *part = static_cast<int>(*value);
    hasDay = part == &date.day;
  }
  if (!isDate(date)) return std::nullopt;
  return date;
}

// hasSeconds: behind those a zone may follow.
bool takeTime(TextScanner& scanner, CivilTime& time, bool& hasSeconds) {
  const auto hour = scanner.number(1, 2);
  if (!hour) return false;
  if (scanner.done() && *hour <= 23) {
    time.hour = static_cast<int>(*hour);
    return true;
  }
  if (!scanner.take(':')) return false;
  const auto minute = scanner.number(1, 2);
  if (!minute) return false;
  int64_t second = 0;
  if (scanner.take(':')) {
    const auto value = scanner.number(1, 2);
    if (!value) return false;
    second = *value;
    hasSeconds = true;
    if (scanner.take('.')) time.micros = *scanner.micros(0, std::string_view::npos);
  }
  if (*hour > 23 || *minute > 59 || second > 59) return false;
  time.hour = static_cast<int>(*hour);
  time.minute = static_cast<int>(*minute);
  time.second = static_cast<int>(second);
  return true;
}

}  // namespace

void appendDate(std::string& text, int64_t days) { appendCivil(text, civilDate(days)); }

void appendTimestamp(std::string& text, int64_t localMicros) {
  const CivilTime time = civilTime(localMicros);
  appendCivil(text, time.date);
  text += ' ';
  appendPadded(text, time.hour, 2);
  text += ':';
  appendPadded(text, time.minute, 2);
  text += ':';
  appendPadded(text, time.second, 2);
  if (time.micros == 0) return;
  text += '.';
  appendPadded(text, time.micros, 6);
  while (text.back() == '0') text.pop_back();
}

std::optional<int32_t> parseDate(std::string_view text) {
  TextScanner scanner(trimForCast(text));
  bool hasDay = false;
  const auto date = takeDate(scanner, 7, hasDay);
  if (!date) return std::nullopt;
  // Only behind a day something else may follow.
  if (!scanner.done() && (!hasDay || (!scanner.take(' ') && !scanner.take('T')))) return std::nullopt;
  const int64_t days = daysOf(*date);
  if (days != static_cast<int32_t>(days)) return std::nullopt;
  return static_cast<int32_t>(days);
}

std::optional<int32_t> parseIsoDate(std::string_view text) {
  constexpr std::string_view kForm = "dddd-dd-dd";
  if (text.size() != kForm.size()) return std::nullopt;
  for (size_t i = 0; i < kForm.size(); ++i) {
    const bool fits = kForm[i] == '-' ? text[i] == '-' : text[i] >= '0' && text[i] <= '9';
    if (!fits) return std::nullopt;
  }
  const auto pair = [&](size_t at) { return (text[at] - '0') * 10 + (text[at + 1] - '0'); };
  const CivilDate date{pair(0) * 100 + pair(2), pair(5), pair(8)};
  if (!isDate(date)) return std::nullopt;
  return static_cast<int32_t>(daysOf(date));
}

bool isLongIsoDate(std::string_view text) {
  const bool hasSign = text.starts_with('-') || text.starts_with('+');
  constexpr size_t kBehindYear = 6;  // `-MM-dd`
  if (!hasSign || text.size() < 1 + 4 + kBehindYear) return false;
  // A plus sign says that the year has more than four digits.
  const std::string_view year = text.substr(1, text.size() - 1 - kBehindYear);
  if (text[0] == '+' && year.size() == 4) return false;
  const std::string_view behind = text.substr(text.size() - kBehindYear);
  return behind[0] == '-' && behind[3] == '-' && parseDate(text).has_value();
}

std::optional<int> parseZoneOffset(std::string_view text) {
  for (const std::string_view prefix : {"UTC", "GMT", "UT"}) {
    if (text.starts_with(prefix)) {
      text.remove_prefix(prefix.size());
      if (text.empty()) return 0;
      break;
    }
  }
  if (text == "Z") return 0;
  TextScanner scanner(text);
  const bool west = scanner.take('-');
  if (!west && !scanner.take('+')) return std::nullopt;
  // Without colons all parts have two digits, unless the hour stands alone.
  const bool colons = text.find(':') != std::string_view::npos;
  auto hour = scanner.digits(colons || text.size() <= 3 ? 1 : 2, 2);
  std::array<int64_t, 2> parts{};
  for (int64_t& part : parts) {
    if (scanner.done()) break;
    if (colons && !scanner.take(':')) return std::nullopt;
    const auto value = scanner.digits(colons ? 1 : 2, 2);
    if (!value || *value > 59) return std::nullopt;
    part = *value;
  }
  if (!hour || *hour > 18 || !scanner.done()) return std::nullopt;
  const int seconds = static_cast<int>(*hour * 3'600 + parts[0] * 60 + parts[1]);
  return west ? -seconds : seconds;
}

namespace {

struct ZonedTime {
  int64_t localMicros = 0;
  TimeZonePtr zone;  // null when the text names none
};

std::optional<ZonedTime> parseZonedTime(std::string_view text) {
  TextScanner scanner(trimForCast(text));
  CivilTime time;
  ZonedTime zoned;
  bool hasDay = false;
  const auto date = takeDate(scanner, 6, hasDay);
  if (!date || !isYearOfTimestamp(date->year)) return std::nullopt;
  time.date = *date;
  if (!scanner.done()) {
    if (!hasDay || (!scanner.take(' ') && !scanner.take('T'))) return std::nullopt;
    bool hasSeconds = false;
    if (!takeTime(scanner, time, hasSeconds)) return std::nullopt;
    if (!scanner.done()) {
      zoned.zone = hasSeconds ? TimeZone::find(trimForCast(scanner.rest())) : nullptr;
      if (!zoned.zone) return std::nullopt;
    }
  }
  zoned.localMicros = microsOf(time);
  return zoned;
}

}  // namespace

std::optional<int64_t> parseTimestamp(std::string_view text, const TimeZone& zone) {
  const auto time = parseZonedTime(text);
  if (!time) return std::nullopt;
  return (time->zone ? *time->zone : zone).toInstant(time->localMicros);
}

std::optional<int64_t> parseTimestampWithoutZone(std::string_view text) {
  const auto time = parseZonedTime(text);
  return time ? std::optional(time->localMicros) : std::nullopt;
}

bool hasZoneOfItsOwn(std::string_view text) {
  const auto time = parseZonedTime(text);
  return time && time->zone;
}

}  // namespace ferro
