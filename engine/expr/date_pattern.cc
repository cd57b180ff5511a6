#include "ferro/engine/expr/date_pattern.h"

#include "ferro/common/error.h"
#include "ferro/engine/expr/calendar_names.h"

namespace ferro {

namespace {

constexpr std::string_view kLetters = "yuMLdDEaHhKkmsSQqzZXxV";

void appendPadded(std::string& text, int64_t value, int width) {
  const std::string digits = std::to_string(value);
  if (static_cast<int>(digits.size()) < width) text.append(static_cast<size_t>(width) - digits.size(), '0');
  text += digits;
}

void appendYear(std::string& text, int64_t year, int count) {
  if (count == 2) {
    appendPadded(text, floorRemainder(year, 100), 2);
    return;
  }
  if (year > 9999 && count >= 4) text += '+';
  appendPadded(text, year, count);
}

void appendMonth(std::string& text, int month, int count) {
  if (count < 3) {
    appendPadded(text, month, count);
  } else {
    text += count == 3 ? shortName(kMonthNames[static_cast<size_t>(month - 1)])
                       : kMonthNames[static_cast<size_t>(month - 1)];
  }
}

void appendQuarter(std::string& text, int month, int count) {
  constexpr std::array<std::string_view, 4> kOrdinals{"1st", "2nd", "3rd", "4th"};
  const int quarter = (month - 1) / 3 + 1;
  if (count < 3) {
    appendPadded(text, quarter, count);
  } else if (count == 3) {
    text += "Q" + std::to_string(quarter);
  } else {
    text += std::string(kOrdinals[static_cast<size_t>(quarter - 1)]) + " quarter";
  }
}

// All times are in UTC.
std::string_view zoneText(char letter, int count) {
  if (letter == 'X') return "Z";
  if (letter == 'x') return count == 1 ? "+00" : (count == 2 ? "+0000" : "+00:00");
  if (letter == 'Z') return count < 4 ? "+0000" : (count == 4 ? "GMT" : "Z");
  return letter == 'z' && count == 4 ? "Coordinated Universal Time" : "UTC";
}

}  // namespace

DatePattern::DatePattern(std::string_view pattern) : text_(pattern) {
  for (size_t i = 0; i < pattern.size();) {
    const char letter = pattern[i];
    if (letter == '\'') {
      const size_t end = pattern.find('\'', i + 1);
      const size_t until = end == std::string_view::npos ? pattern.size() : end;
      const std::string_view inside = pattern.substr(i + 1, until - i - 1);
      items_.push_back({0, 0, inside.empty() ? "'" : std::string(inside)});
      i = until + 1;
      continue;
    }
    const bool isLetter = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
    if (!isLetter) {
      items_.push_back({0, 0, std::string(1, letter)});
      ++i;
      continue;
    }
    if (kLetters.find(letter) == std::string_view::npos) {
      throw Error(ErrorCode::kInvalidArgument,
                  "[INVALID_DATETIME_PATTERN.WITH_SUGGESTION] Unrecognized datetime pattern: '" + text_ +
                      "'. Illegal pattern character found in datetime pattern: '" + std::string(1, letter) +
                      "'. Please provide legal character.");
    }
    size_t end = i;
    while (end < pattern.size() && pattern[end] == letter) ++end;
    items_.push_back({letter, static_cast<int>(end - i), {}});
    i = end;
  }
}

bool DatePattern::isNumber(const Item& item) {
  if (item.letter == 'M' || item.letter == 'L') return item.count < 3;
  return std::string_view("yudDHhKkmsS").find(item.letter) != std::string_view::npos && item.letter != 0;
}

void DatePattern::appendItem(std::string& text, const Item& item, const CivilTime& time) const {
  switch (item.letter) {
    case 0: text += item.literal; return;
    case 'y':
    case 'u': appendYear(text, time.date.year, item.count); return;
    case 'M':
    case 'L': appendMonth(text, time.date.month, item.count); return;
    case 'd': appendPadded(text, time.date.day, item.count); return;
    case 'D': appendPadded(text, dayOfYear(time.date), item.count); return;
    case 'E': {
      const std::string_view name = kDayNames[static_cast<size_t>(isoDayOfWeek(daysOf(time.date)) - 1)];
      text += item.count < 4 ? shortName(name) : name;
      return;
    }
    case 'a': text += time.hour < 12 ? "AM" : "PM"; return;
    case 'H': appendPadded(text, time.hour, item.count); return;
    case 'k': appendPadded(text, time.hour == 0 ? 24 : time.hour, item.count); return;
    case 'K': appendPadded(text, time.hour % 12, item.count); return;
    case 'h': appendPadded(text, time.hour % 12 == 0 ? 12 : time.hour % 12, item.count); return;
    case 'm': appendPadded(text, time.minute, item.count); return;
    case 's': appendPadded(text, time.second, item.count); return;
    case 'Q':
    case 'q': appendQuarter(text, time.date.month, item.count); return;
    case 'S': {
      std::string fraction;
      appendPadded(fraction, time.micros, 6);
      fraction.resize(static_cast<size_t>(item.count), '0');
      text += fraction;
      return;
    }
    default: text += zoneText(item.letter, item.count);
  }
}

std::string DatePattern::format(const CivilTime& time) const {
  std::string text;
  for (const Item& item : items_) appendItem(text, item, time);
  return text;
}

}  // namespace ferro
