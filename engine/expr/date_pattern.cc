#include "ferro/engine/expr/date_pattern.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "ferro/common/error.h"
#include "ferro/engine/expr/calendar_names.h"

namespace ferro {

namespace {

constexpr std::string_view kLetters = "GyMLdDEaHhKkmsSzZXxVO";
constexpr std::string_view kLettersToFormat = "FQq";

// How many of a letter may stand together. Spark refuses Java's narrow names, which are five letters.
bool isKnownCount(char letter, int count) {
  switch (letter) {
    case 'y': return count <= 6;
    case 'a':
    case 'F': return count == 1;
    case 'V': return count == 2;
    case 'O': return count == 1 || count == 4;
    case 'D': return count <= 3;
    case 'S': return count <= 9;
    case 'X':
    case 'x':
    case 'Z': return count <= 5;
    default: return count <= (std::string_view("dHhKkms").find(letter) == std::string_view::npos ? 4 : 2);
  }
}

void appendPadded(std::string& text, int64_t value, int width) {
  std::array<char, 24> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value < 0 ? -value : value).ptr;
  const auto count = static_cast<size_t>(end - digits.data());
  if (value < 0) text += '-';
  if (count < static_cast<size_t>(width)) text.append(static_cast<size_t>(width) - count, '0');
  text.append(digits.data(), count);
}

void appendYear(std::string& text, int64_t year, int count) {
  if (count == 2) return appendPadded(text, floorRemainder(year, 100), 2);
  if (year > 9999 && count >= 4) text += '+';
  appendPadded(text, year, count);
}

void appendEra(std::string& text, int64_t year, int count) {
  if (count < 4) {
    text += year > 0 ? "AD" : "BC";
  } else {
    text += year > 0 ? "Anno Domini" : "Before Christ";
  }
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

void appendFraction(std::string& text, int micros, int count) {
  const size_t before = text.size();
  appendPadded(text, micros, 6);
  text.resize(before + static_cast<size_t>(count), '0');
}

// +01, +0100, +01:00, +0100:30; the parts that a form leaves out when they are 0 are `optional`.
struct OffsetForm {
  bool colons = false;
  bool minutes = true;          // also where they are 0
  bool seconds = false;         // where they are not 0
  std::string_view zero = "Z";  // what stands for UTC
};

void appendOffset(std::string& text, int offset, const OffsetForm& form) {
  if (offset == 0 && !form.zero.empty()) {
    text += form.zero;
    return;
  }
  const int size = offset < 0 ? -offset : offset;
  const int minutes = size / 60 % 60;
  const int seconds = form.seconds ? size % 60 : 0;
  text += offset < 0 ? '-' : '+';
  appendPadded(text, size / 3'600, 2);
  if (!form.minutes && minutes == 0) return;
  if (form.colons) text += ':';
  appendPadded(text, minutes, 2);
  if (seconds == 0) return;
  if (form.colons) text += ':';
  appendPadded(text, seconds, 2);
}

// GMT+1, or GMT+01:00 in the long form.
void appendLocalizedOffset(std::string& text, int offset, bool isLong) {
  text += "GMT";
  if (offset == 0) return;
  const int size = offset < 0 ? -offset : offset;
  text += offset < 0 ? '-' : '+';
  appendPadded(text, size / 3'600, isLong ? 2 : 1);
  if (!isLong && size % 3'600 == 0) return;
  text += ':';
  appendPadded(text, size / 60 % 60, 2);
  if (size % 60 == 0) return;
  text += ':';
  appendPadded(text, size % 60, 2);
}

}  // namespace

DatePattern::DatePattern(std::string_view pattern, PatternUse use) : text_(pattern) {
  for (size_t at = 0; at < text_.size();) at = addItem(at, use);
  matchBrackets();
  const bool hasEra = std::ranges::any_of(items_, [](const Item& item) { return item.letter == 'G'; });
  for (Item& item : items_) item.ofEra = hasEra && item.letter == 'y';
  for (size_t i = 0; i + 1 < items_.size(); ++i) items_[i].adjacent = isNumber(items_[i + 1]);
}

// Text in quotes, where two quotes are one; nothing between quotes is a quote too.
size_t DatePattern::addQuoted(size_t at) {
  std::string literal;
  for (size_t i = at + 1; i < text_.size(); ++i) {
    if (text_[i] != '\'') {
      literal += text_[i];
    } else if (i + 1 < text_.size() && text_[i + 1] == '\'') {
      literal += text_[i++];
    } else {
      items_.push_back({0, 0, i == at + 1 ? "'" : literal});
      return i + 1;
    }
  }
  fail("a quote is not closed");
}

// Adds what begins there; gives where the next begins.
size_t DatePattern::addItem(size_t at, PatternUse use) {
  const char letter = text_[at];
  if (letter == '\'') {
    return addQuoted(at);
  }
  const bool isLetter = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
  if (!isLetter) {
    const bool bracket = letter == '[' || letter == ']';
    items_.push_back({bracket ? letter : '\0', 0, std::string(bracket ? 0 : 1, letter)});
    return at + 1;
  }
  const bool known = kLetters.find(letter) != std::string_view::npos ||
                     (use == PatternUse::kFormat && kLettersToFormat.find(letter) != std::string_view::npos);
  if (!known) {
    fail("Illegal pattern character found in datetime pattern: '" + std::string(1, letter) +
         "'. Please provide legal character.");
  }
  const size_t end = std::min(text_.find_first_not_of(letter, at), text_.size());
  const int count = static_cast<int>(end - at);
  if (!isKnownCount(letter, count))
    fail("'" + text_.substr(at, end - at) + "' has a meaning for another number of letters only");
  items_.push_back({letter, count, {}});
  return end;
}

void DatePattern::matchBrackets() {
  std::vector<size_t> open;
  for (size_t i = 0; i < items_.size(); ++i) {
    if (items_[i].letter == '[') open.push_back(i);
    if (items_[i].letter != ']') continue;
    if (open.empty()) fail("a bracket is closed that is not open");
    items_[open.back()].count = static_cast<int>(i);
    open.pop_back();
  }
  if (!open.empty()) fail("a bracket is not closed");
}

void DatePattern::fail(const std::string& what) const {
  throw Error(ErrorCode::kInvalidArgument,
              "[INVALID_DATETIME_PATTERN.WITH_SUGGESTION] Unrecognized datetime pattern: '" + text_ + "'. " + what);
}

bool DatePattern::isNumber(const Item& item) {
  if (item.letter == 'M' || item.letter == 'L') return item.count < 3;
  return item.letter != 0 && std::string_view("ydDHhKkmsS").find(item.letter) != std::string_view::npos;
}

void DatePattern::appendItem(std::string& text, const Item& item, const CivilTime& time, const ZoneAt& zone) {
  switch (item.letter) {
    case '[':
    case ']': return;
    case 0: text += item.literal; return;
    case 'G': appendEra(text, time.date.year, item.count); return;
    case 'y':
      appendYear(text, item.ofEra && time.date.year <= 0 ? 1 - time.date.year : time.date.year, item.count);
      return;
    case 'M':
    case 'L': appendMonth(text, time.date.month, item.count); return;
    case 'd': appendPadded(text, time.date.day, item.count); return;
    case 'D': appendPadded(text, dayOfYear(time.date), item.count); return;
    case 'F': appendPadded(text, (time.date.day - 1) % 7 + 1, item.count); return;
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
    case 'S': appendFraction(text, time.micros, item.count); return;
    default: appendZone(text, item, zone);
  }
}

void DatePattern::appendZone(std::string& text, const Item& item, const ZoneAt& at) {
  const int offset = at.zone.offsetAt(at.second);
  const int count = item.count;
  switch (item.letter) {
    case 'X':
    case 'x': {
      const std::string_view zero = item.letter == 'X' ? "Z" : "";
      appendOffset(text, offset, {count % 2 == 1 && count > 1, count > 1, count > 3, zero});
      return;
    }
    case 'Z':
      if (count == 4) return appendLocalizedOffset(text, offset, true);
      return appendOffset(text, offset, {count > 4, true, count > 4, count > 4 ? "Z" : ""});
    case 'O': return appendLocalizedOffset(text, offset, count == 4);
    case 'V': text += at.zone.id(); return;
    default: break;
  }
  if (count < 4) {
    text += at.zone.abbreviationAt(at.second);
  } else if (at.zone.isUtc()) {
    text += "Coordinated Universal Time";
  } else {
    throw Error(ErrorCode::kInvalidArgument, "the full name of time zone " + at.zone.id() +
                                                 " is not known; use z for its short name, VV for its id or XXX for "
                                                 "its offset in the datetime pattern");
  }
}

void DatePattern::append(const CivilTime& time, std::string& text) const {
  for (const Item& item : items_) appendItem(text, item, time, {*TimeZone::utc(), 0});
}

void DatePattern::append(int64_t micros, const TimeZone& zone, std::string& text) const {
  const CivilTime time = civilTime(zone.toLocal(micros));
  for (const Item& item : items_) appendItem(text, item, time, {zone, floorDivide(micros, kMicrosPerSecond)});
}

std::string DatePattern::format(const CivilTime& time) const {
  std::string text;
  append(time, text);
  return text;
}

std::string DatePattern::format(int64_t micros, const TimeZone& zone) const {
  std::string text;
  append(micros, zone, text);
  return text;
}

}  // namespace ferro
