#include "ferro/engine/expr/calendar_names.h"
#include "ferro/engine/expr/date_pattern.h"
#include "ferro/engine/expr/time_text.h"

namespace ferro {

// What has been read of a text.
struct DatePattern::Parsed {
  CivilTime time;
  int dayOfYear = 0;
  int halfDay = -1;  // 1 after noon
  int zoneSeconds = 0;
};

namespace {

std::optional<int64_t> takeDigits(std::string_view& rest, size_t least, size_t most) {
  size_t count = 0;
  int64_t value = 0;
  while (count < rest.size() && count < most && rest[count] >= '0' && rest[count] <= '9') {
    value = value * 10 + (rest[count] - '0');
    ++count;
  }
  if (count < least) return std::nullopt;
  rest.remove_prefix(count);
  return value;
}

// The place of the name that the rest begins with, from 1; 0 when there is none.
template <class Names>
int takeName(std::string_view& rest, const Names& names, bool isShort) {
  for (size_t i = 0; i < names.size(); ++i) {
    const std::string_view name = isShort ? shortName(names[i]) : names[i];
    if (rest.starts_with(name)) {
      rest.remove_prefix(name.size());
      return static_cast<int>(i) + 1;
    }
  }
  return 0;
}

bool takeZone(std::string_view& rest, int& seconds) {
  const size_t end = std::min(rest.find_first_of(" ,)]"), rest.size());
  const auto found = parseZoneOffset(rest.substr(0, end));
  if (!found || end == 0) return false;
  seconds = *found;
  rest.remove_prefix(end);
  return true;
}

std::optional<int64_t> takeFraction(std::string_view& rest, int count) {
  auto value = takeDigits(rest, static_cast<size_t>(count), static_cast<size_t>(count));
  if (!value) return std::nullopt;
  for (int digits = count; digits < 6; ++digits) *value *= 10;
  for (int digits = count; digits > 6; --digits) *value /= 10;
  return value;
}

}  // namespace

bool DatePattern::parseItem(std::string_view& rest, const Item& item, bool adjacent, Parsed& parsed) const {
  if (item.letter == 0) {
    if (!rest.starts_with(item.literal)) return false;
    rest.remove_prefix(item.literal.size());
    return true;
  }
  CivilTime& time = parsed.time;
  if (!isNumber(item)) {
    switch (item.letter) {
      case 'M':
      case 'L': return (time.date.month = takeName(rest, kMonthNames, item.count == 3)) > 0;
      case 'E': return takeName(rest, kDayNames, item.count < 4) > 0;
      case 'a': {
        const int half = takeName(rest, kHalfDayNames, false);
        parsed.halfDay = half - 1;
        return half > 0;
      }
      case 'Q':
      case 'q': return takeDigits(rest, 1, 2).has_value();
      default: return takeZone(rest, parsed.zoneSeconds);
    }
  }
  if (item.letter == 'S') {
    const auto micros = takeFraction(rest, item.count);
    time.micros = static_cast<int>(micros.value_or(0));
    return micros.has_value();
  }
  const auto width = static_cast<size_t>(item.count);
  const size_t most = adjacent || item.count == 2 ? width : (item.count > 2 ? std::max<size_t>(width, 9) : 9);
  const auto value = takeDigits(rest, width, most);
  if (!value) return false;
  const int number = static_cast<int>(*value);
  switch (item.letter) {
    case 'y':
    case 'u': time.date.year = item.count == 2 ? 2000 + number : number; break;
    case 'M':
    case 'L': time.date.month = number; break;
    case 'd': time.date.day = number; break;
    case 'D': parsed.dayOfYear = number; break;
    case 'm': time.minute = number; break;
    case 's': time.second = number; break;
    case 'h': time.hour = number == 12 ? 0 : number; break;
    case 'k': time.hour = number == 24 ? 0 : number; break;
    default: time.hour = number; break;
  }
  return true;
}

std::optional<int64_t> DatePattern::parse(std::string_view text) const {
  Parsed parsed;
  std::string_view rest = text;
  for (size_t i = 0; i < items_.size(); ++i) {
    const bool adjacent = i + 1 < items_.size() && isNumber(items_[i + 1]);
    if (!parseItem(rest, items_[i], adjacent, parsed)) return std::nullopt;
  }
  CivilTime& time = parsed.time;
  if (!rest.empty() || !isYearOfTimestamp(time.date.year)) return std::nullopt;
  if (parsed.halfDay == 1) time.hour += 12;
  if (parsed.dayOfYear > 0) time.date = civilDate(daysOf({time.date.year, 1, 1}) + parsed.dayOfYear - 1);
  if (!isDate(time.date) || time.hour > 23 || time.minute > 59 || time.second > 59) return std::nullopt;
  return microsOf(time) - parsed.zoneSeconds * kMicrosPerSecond;
}

}  // namespace ferro
