#include "ferro/engine/io/formats/time_pattern.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>

#include "ferro/common/error.h"
#include "ferro/engine/io/formats/date_scan.h"
#include "ferro/engine/io/formats/date_text.h"

namespace ferro {

struct TimePattern::Fields {
  int64_t year = 1970;
  int64_t month = 1;
  int64_t day = 1;
  int64_t hour = 0;
  int64_t minute = 0;
  int64_t second = 0;
  int64_t micros = 0;
  int64_t zoneSeconds = 0;
  int afternoon = -1;  // of a clock with twelve hours: 0 before noon, 1 after it
};

namespace {

using namespace date_scan;

constexpr std::array<std::string_view, 12> kMonths = {"January",   "February", "March",    "April",
                                                      "May",       "June",     "July",     "August",
                                                      "September", "October",  "November", "December"};
constexpr std::array<std::string_view, 7> kDays = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                                   "Thursday", "Friday", "Saturday"};

// A name of a month or a day, long or of three letters.
template <size_t N>
std::optional<int64_t> takeName(std::string_view& text, const std::array<std::string_view, N>& names) {
  for (const size_t length : {size_t{0}, size_t{3}}) {
    for (size_t i = 0; i < N; ++i) {
      const std::string_view name = length == 0 ? names[i] : names[i].substr(0, length);
      if (!text.starts_with(name)) continue;
      text.remove_prefix(name.size());
      return static_cast<int64_t>(i);
    }
  }
  return std::nullopt;
}

void appendPadded(std::string& text, int64_t value, int width) {
  const std::string digits = std::to_string(value < 0 ? -value : value);
  if (value < 0) text.push_back('-');
  if (static_cast<size_t>(width) > digits.size()) text.append(static_cast<size_t>(width) - digits.size(), '0');
  text.append(digits);
}

// A moment taken apart, for all items of a pattern at once.
struct Moment {
  explicit Moment(int64_t micros) {
    const auto days = std::chrono::floor<std::chrono::days>(std::chrono::microseconds(micros));
    const std::chrono::sys_days at(days);
    const std::chrono::year_month_day date(at);
    year = static_cast<int>(date.year());
    month = static_cast<unsigned>(date.month());
    day = static_cast<unsigned>(date.day());
    weekday = std::chrono::weekday(at).c_encoding();
    time = micros - days.count() * kDayMicros;
  }

  int year;
  unsigned month;
  unsigned day;
  unsigned weekday;
  int64_t time;  // microseconds since midnight
};

void appendNamed(std::string_view name, bool whole, std::string& text) {
  text.append(whole ? name : name.substr(0, 3));
}

void appendDate(char letter, int count, const Moment& moment, std::string& text) {
  switch (letter) {
    case 'M':
      if (count < 3) return appendPadded(text, moment.month, count);
      return appendNamed(kMonths[moment.month - 1], count > 3, text);
    case 'd': return appendPadded(text, moment.day, count);
    case 'E': return appendNamed(kDays[moment.weekday], count > 3, text);
    default: return appendPadded(text, count == 2 ? moment.year % 100 : moment.year, count);
  }
}

void appendFraction(int64_t micros, int count, std::string& text) {
  std::string fraction;
  appendPadded(fraction, micros, 6);
  fraction.resize(static_cast<size_t>(count), '0');
  text.append(fraction);
}

void appendTime(char letter, int count, int64_t time, std::string& text) {
  const int64_t hour = time / (3600 * kSecondMicros);
  switch (letter) {
    case 'H': return appendPadded(text, hour, count);
    case 'k': return appendPadded(text, hour == 0 ? 24 : hour, count);
    case 'h': return appendPadded(text, hour % 12 == 0 ? 12 : hour % 12, count);
    case 'K': return appendPadded(text, hour % 12, count);
    case 'm': return appendPadded(text, time / (60 * kSecondMicros) % 60, count);
    case 's': return appendPadded(text, time / kSecondMicros % 60, count);
    case 'S': return appendFraction(time % kSecondMicros, count, text);
    default: text.append(hour < 12 ? "AM" : "PM");
  }
}

void appendZone(char letter, int count, std::string& text) {
  switch (letter) {
    case 'X': text.push_back('Z'); break;
    case 'x': text.append(count == 1 ? "+00" : count % 2 == 0 ? "+0000" : "+00:00"); break;
    case 'Z': text.append(count < 4 ? "+0000" : count == 4 ? "GMT" : "Z"); break;
    case 'O': text.append("GMT"); break;
    default: text.append("UTC"); break;
  }
}

bool isNumberLetter(char letter) { return std::string_view("yuMdHhkKmsS").find(letter) != std::string_view::npos; }

}  // namespace

TimePattern::TimePattern(std::string_view pattern) {
  int depth = 0;
  auto fail = [&](const std::string& what) {
    throw Error(ErrorCode::kInvalidArgument, "date pattern '" + std::string(pattern) + "' " + what);
  };
  for (size_t i = 0; i < pattern.size(); ++i) {
    const char c = pattern[i];
    if (c == '\'') {
      const size_t end = pattern.find('\'', i + 1);
      if (end == std::string_view::npos) fail("has an unclosed quote");
      const std::string_view quoted = pattern.substr(i + 1, end - i - 1);
      items_.push_back({0, 0, quoted.empty() ? "'" : std::string(quoted)});
      i = end;
    } else if (std::isalpha(static_cast<unsigned char>(c)) != 0) {
      if (std::string_view("yuMdHhkKmsSaEXxZzVO").find(c) == std::string_view::npos) {
        fail(std::string("has the letter '") + c + "', which is not known; put text into single quotes");
      }
      const size_t end = std::min(pattern.find_first_not_of(c, i), pattern.size());
      items_.push_back({c, static_cast<int>(end - i), ""});
      i = end - 1;
    } else if (c == '[' || c == ']') {
      depth += c == '[' ? 1 : -1;
      if (depth < 0) fail("closes a bracket that is not open");
      items_.push_back({c, 0, ""});
    } else {
      items_.push_back({0, 0, std::string(1, c)});
    }
  }
  if (depth != 0) fail("has an unclosed bracket");
}

size_t TimePattern::endOfOptional(size_t open) const {
  int depth = 0;
  for (size_t i = open; i < items_.size(); ++i) {
    if (items_[i].letter == '[') ++depth;
    if (items_[i].letter == ']' && --depth == 0) return i + 1;
  }
  throwInternal("an optional part of a date pattern has no end");
}

bool TimePattern::parseItems(size_t from, size_t to, std::string_view& text, Fields& fields) const {
  for (size_t i = from; i < to;) {
    if (items_[i].letter == '[') {
      const size_t end = endOfOptional(i);
      std::string_view rest = text;
      Fields changed = fields;
      if (parseItems(i + 1, end - 1, rest, changed)) {
        text = rest;
        fields = changed;
      }
      i = end;
    } else if (!parseItem(i++, text, fields)) {
      return false;
    }
  }
  return true;
}

bool TimePattern::parseItem(size_t index, std::string_view& text, Fields& fields) const {
  const Item& item = items_[index];
  if (item.letter == 0) {
    if (!text.starts_with(item.literal)) return false;
    text.remove_prefix(item.literal.size());
    return true;
  }
  if (item.letter == 'E') return takeName(text, kDays).has_value();
  if (item.letter == 'M' && item.count >= 3) {
    const auto month = takeName(text, kMonths);
    fields.month = month.value_or(0) + 1;
    return month.has_value();
  }
  if (item.letter == 'a') {
    fields.afternoon = text.starts_with("PM") || text.starts_with("pm") ? 1 : 0;
    if (fields.afternoon == 0 && !text.starts_with("AM") && !text.starts_with("am")) return false;
    text.remove_prefix(2);
    return true;
  }
  if (!isNumberLetter(item.letter)) {
    const auto zone = takeZone(text);
    fields.zoneSeconds = zone.value_or(0);
    return zone.has_value();
  }
  return parseNumberItem(index, text, fields);
}

bool TimePattern::parseNumberItem(size_t index, std::string_view& text, Fields& fields) const {
  const Item& item = items_[index];
  const auto count = static_cast<size_t>(item.count);
  if (item.letter == 'S') {
    const auto fraction = takeFraction(text, count);
    fields.micros = fraction.value_or(0);
    return fraction.has_value();
  }
  const bool isYear = item.letter == 'y' || item.letter == 'u';
  const size_t most = count > 1 ? count : isYear ? 4 : 2;
  const auto number = takeNumber(text, count, most);
  if (!number) return false;
  switch (item.letter) {
    case 'M': fields.month = *number; break;
    case 'd': fields.day = *number; break;
    case 'm': fields.minute = *number; break;
    case 's': fields.second = *number; break;
    case 'y':
    case 'u': fields.year = count == 2 ? 2000 + *number : *number; break;
    case 'k': fields.hour = *number % 24; break;
    default: fields.hour = *number; break;
  }
  return true;
}

std::optional<int64_t> TimePattern::parse(std::string_view text) const {
  Fields fields;
  if (!parseItems(0, items_.size(), text, fields) || !text.empty()) return std::nullopt;
  if (fields.afternoon >= 0) fields.hour = fields.hour % 12 + 12 * fields.afternoon;
  const auto days = daysOf(fields.year, fields.month, fields.day);
  if (!days || fields.hour > 23 || fields.minute > 59 || fields.second > 59) return std::nullopt;
  const int64_t seconds = (fields.hour * 60 + fields.minute) * 60 + fields.second - fields.zoneSeconds;
  return *days * kDayMicros + seconds * kSecondMicros + fields.micros;
}

void TimePattern::append(int64_t micros, std::string& text) const {
  const Moment moment(micros);
  for (const Item& item : items_) {
    if (item.letter == 0) {
      text.append(item.literal);
    } else if (std::string_view("yuMdE").find(item.letter) != std::string_view::npos) {
      appendDate(item.letter, item.count, moment, text);
    } else if (std::string_view("HkhKmsSa").find(item.letter) != std::string_view::npos) {
      appendTime(item.letter, item.count, moment.time, text);
    } else if (item.letter != '[' && item.letter != ']') {
      appendZone(item.letter, item.count, text);
    }
  }
}

}  // namespace ferro
