#include <algorithm>
#include <array>
#include <cctype>

#include "ferro/common/letter_case.h"
#include "ferro/engine/expr/calendar_names.h"
#include "ferro/engine/expr/date_pattern.h"
#include "ferro/engine/expr/time_text.h"

namespace ferro {

// What has been read of a text.
struct DatePattern::Parsed {
  CivilTime time;
  int era = -1;  // 1 for years before Christ
  int dayOfYear = -1;
  int halfDay = -1;       // 1 after noon
  bool fullHour = false;  // the hour counts from midnight, not from noon
  TimeZonePtr zone;       // null when the text names none

  // Puts the parts together; false when they are no time, or contradict each other.
  bool resolve() {
    if (era == 1) time.date.year = 1 - time.date.year;
    if (halfDay >= 0 && fullHour && (time.hour >= 12) != (halfDay == 1)) return false;
    if (halfDay == 1 && !fullHour) time.hour += 12;
    if (dayOfYear >= 0) {
      if (dayOfYear < 1 || dayOfYear > (isLeapYear(time.date.year) ? 366 : 365)) return false;
      time.date = civilDate(daysOf({time.date.year, 1, 1}) + dayOfYear - 1);
    }
    return isDate(time.date) && time.hour <= 23 && time.minute <= 59 && time.second <= 59;
  }
};

namespace {

// More digits than any part of a date can use, and few enough for a number of 64 bits.
constexpr size_t kMaxPatternDigits = 9;

constexpr std::array<std::string_view, 2> kShortEras{"AD", "BC"};
constexpr std::array<std::string_view, 2> kLongEras{"Anno Domini", "Before Christ"};

// The place of the name that the text begins with, from 1; 0 when there is none.
template <class Names>
int takeName(TextScanner& scanner, const Names& names, bool isShort) {
  for (size_t i = 0; i < names.size(); ++i) {
    const std::string_view name = isShort ? shortName(names[i]) : names[i];
    if (startsWithIgnoringCase(scanner.rest(), name)) {
      scanner.skip(name.size());
      return static_cast<int>(i) + 1;
    }
  }
  return 0;
}

bool takeZone(TextScanner& scanner, TimeZonePtr& zone) {
  const auto ends = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) == 0 &&
           std::string_view("+-:/_").find(c) == std::string_view::npos;
  };
  const std::string_view rest = scanner.rest();
  const auto length = static_cast<size_t>(std::find_if(rest.begin(), rest.end(), ends) - rest.begin());
  zone = TimeZone::find(rest.substr(0, length));
  if (!zone) return false;
  scanner.skip(length);
  return true;
}

// More digits than the letters of a year need a plus sign, unless they need not be so many.
std::optional<int64_t> takeYear(TextScanner& scanner, size_t count, bool adjacent) {
  if (count == 2) {
    const auto year = scanner.digits(2, 2);
    return year ? std::optional(2000 + *year) : std::nullopt;
  }
  const bool negative = scanner.take('-');
  const bool positive = !negative && count >= 4 && scanner.take('+');
  const bool any = !adjacent && (count < 4 || negative || positive);
  const auto year = scanner.digits(count + (positive ? 1 : 0), any ? kMaxPatternDigits : count);
  if (!year) return std::nullopt;
  return negative ? -*year : *year;
}

}  // namespace

bool DatePattern::matchNumber(const Item& item, TextScanner& scanner, Parsed& parsed) {
  const auto count = static_cast<size_t>(item.count);
  CivilTime& time = parsed.time;
  if (item.letter == 'S') {
    const auto micros = scanner.micros(1, count);
    time.micros = micros.value_or(0);
    return micros.has_value();
  }
  if (item.letter == 'y') {
    const auto year = takeYear(scanner, count, item.adjacent);
    time.date.year = year.value_or(0);
    return year.has_value();
  }
  size_t most = count == 1 && !item.adjacent ? kMaxPatternDigits : count;
  if (item.letter == 'D' && !item.adjacent) most = std::max<size_t>(count, 3);
  const auto value = scanner.digits(count, most);
  if (!value) return false;
  const int number = static_cast<int>(*value);
  switch (item.letter) {
    case 'M':
    case 'L': time.date.month = number; return true;
    case 'd': time.date.day = number; return true;
    case 'D': parsed.dayOfYear = number; return true;
    case 'm': time.minute = number; return true;
    case 's': time.second = number; return true;
    case 'h': time.hour = number % 12; return number >= 1 && number <= 12;
    case 'K': time.hour = number; return number <= 11;
    default: break;
  }
  parsed.fullHour = true;
  time.hour = item.letter == 'k' && number == 24 ? 0 : number;
  return item.letter != 'k' || (number >= 1 && number <= 24);
}

bool DatePattern::matchItem(const Item& item, TextScanner& scanner, Parsed& parsed) {
  if (isNumber(item)) return matchNumber(item, scanner, parsed);
  switch (item.letter) {
    case 0:
      if (!startsWithIgnoringCase(scanner.rest(), item.literal)) return false;
      scanner.skip(item.literal.size());
      return true;
    case 'M':
    case 'L': return (parsed.time.date.month = takeName(scanner, kMonthNames, item.count == 3)) > 0;
    case 'G': return (parsed.era = takeName(scanner, item.count < 4 ? kShortEras : kLongEras, false) - 1) >= 0;
    case 'E': return takeName(scanner, kDayNames, item.count < 4) > 0;
    case 'a': return (parsed.halfDay = takeName(scanner, kHalfDayNames, false) - 1) >= 0;
    default: return takeZone(scanner, parsed.zone);
  }
}

bool DatePattern::match(size_t from, size_t to, TextScanner& scanner, Parsed& parsed) const {
  for (size_t i = from; i < to; ++i) {
    const Item& item = items_[i];
    if (item.letter == '[') {
      const auto end = static_cast<size_t>(item.count);
      TextScanner tried = scanner;
      Parsed changed = parsed;
      if (match(i + 1, end, tried, changed)) {
        scanner = tried;
        parsed = changed;
      }
      i = end;
    } else if (!matchItem(item, scanner, parsed)) {
      return false;
    }
  }
  return true;
}

bool DatePattern::parseAll(std::string_view text, Parsed& parsed) const {
  TextScanner scanner(text);
  return match(0, items_.size(), scanner, parsed) && scanner.done() && parsed.resolve();
}

std::optional<int64_t> DatePattern::parse(std::string_view text, const TimeZone& zone) const {
  Parsed parsed;
  if (!parseAll(text, parsed) || !isYearOfTimestamp(parsed.time.date.year)) return std::nullopt;
  return (parsed.zone ? *parsed.zone : zone).toInstant(microsOf(parsed.time));
}

std::optional<int32_t> DatePattern::parseDays(std::string_view text) const {
  Parsed parsed;
  if (!parseAll(text, parsed)) return std::nullopt;
  const int64_t days = daysOf(parsed.time.date);
  if (days != static_cast<int32_t>(days)) return std::nullopt;
  return static_cast<int32_t>(days);
}

}  // namespace ferro
