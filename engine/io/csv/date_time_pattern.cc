#include "ferro/engine/io/csv/date_time_pattern.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include "ferro/common/error.h"
#include "ferro/engine/io/csv/civil_time.h"
#include "ferro/engine/io/csv/timestamp_text.h"

namespace ferro {
namespace {

constexpr std::string_view kNumberLetters = "yuMLdDHhkKmsS";
constexpr std::string_view kTextLetters = "aEXxZzVO";
constexpr std::array<std::string_view, 12> kMonths = {"January",   "February", "March",    "April",
                                                      "May",       "June",     "July",     "August",
                                                      "September", "October",  "November", "December"};
constexpr std::array<std::string_view, 7> kWeekdays = {"Monday", "Tuesday",  "Wednesday", "Thursday",
                                                       "Friday", "Saturday", "Sunday"};

bool isDigit(char c) { return c >= '0' && c <= '9'; }

bool startsWithIgnoringCase(std::string_view text, std::string_view prefix) {
  return text.size() >= prefix.size() && std::equal(prefix.begin(), prefix.end(), text.begin(), [](char a, char b) {
           return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
         });
}

// Which of the names the text begins with, counted from 1, and takes it off.
template <class Names>
std::optional<int> takeName(const Names& names, bool whole, std::string_view& text) {
  for (size_t i = 0; i < names.size(); ++i) {
    const std::string_view name = whole ? names[i] : names[i].substr(0, 3);
    if (startsWithIgnoringCase(text, name)) {
      text.remove_prefix(name.size());
      return static_cast<int>(i) + 1;
    }
  }
  return std::nullopt;
}

bool takeZone(std::string_view& text, int& seconds) {
  size_t length = 0;
  while (length < text.size() && (std::isalnum(static_cast<unsigned char>(text[length])) != 0 || text[length] == '+' ||
                                  text[length] == '-' || text[length] == ':' || text[length] == '/')) {
    ++length;
  }
  if (length == 0 || !parseZoneOffset(text.substr(0, length), seconds)) return false;
  text.remove_prefix(length);
  return true;
}

}  // namespace

struct DateTimePattern::Fields {
  int64_t year = 1970;
  int month = 1;
  int day = 1;
  std::optional<int> dayOfYear{};
  int hour = 0;
  int minute = 0;
  int second = 0;
  int64_t micros = 0;
  std::optional<bool> afternoon{};
  int zoneSeconds = 0;

  bool days(int64_t& result) const {
    if (!isDate(year, month, day)) return false;
    result = dayOfYear ? daysSinceEpoch(year, 1, 1) + *dayOfYear - 1 : daysSinceEpoch(year, month, day);
    return !dayOfYear || (*dayOfYear >= 1 && *dayOfYear <= (isLeapYear(year) ? 366 : 365));
  }
};

DateTimePattern::DateTimePattern(std::string_view pattern) {
  for (size_t i = 0; i < pattern.size();) {
    const char c = pattern[i];
    if (c == '\'') {
      const size_t end = pattern.find('\'', i + 1);
      if (end == std::string_view::npos) throw Error(ErrorCode::kInvalidArgument, "a pattern whose quotes are closed");
      items_.push_back({'\0', 0, end == i + 1 ? "'" : std::string(pattern.substr(i + 1, end - i - 1))});
      i = end + 1;
    } else if (std::isalpha(static_cast<unsigned char>(c)) != 0) {
      size_t end = i;
      while (end < pattern.size() && pattern[end] == c) ++end;
      addLetters(c, static_cast<int>(end - i));
      i = end;
    } else {
      items_.push_back({c == '[' || c == ']' ? c : '\0', 0, std::string(1, c)});
      ++i;
    }
  }
  closeSections();
  for (size_t i = 0; i + 1 < items_.size(); ++i) {
    items_[i].adjacent = items_[i + 1].letter != '\0' && kNumberLetters.find(items_[i + 1].letter) != std::string::npos;
  }
}

void DateTimePattern::addLetters(char letter, int count) {
  if (kNumberLetters.find(letter) == std::string_view::npos && kTextLetters.find(letter) == std::string_view::npos) {
    throw Error(ErrorCode::kInvalidArgument, "a pattern of the letters " + std::string(kNumberLetters) +
                                                 std::string(kTextLetters) + ", not '" + letter + "'");
  }
  items_.push_back({letter, count, {}});
}

void DateTimePattern::closeSections() {
  std::vector<size_t> open;
  for (size_t i = 0; i < items_.size(); ++i) {
    if (items_[i].letter == '[') open.push_back(i);
    if (items_[i].letter != ']') continue;
    if (open.empty()) throw Error(ErrorCode::kInvalidArgument, "a pattern whose brackets match");
    items_[open.back()].count = static_cast<int>(i);
    open.pop_back();
  }
  if (!open.empty()) throw Error(ErrorCode::kInvalidArgument, "a pattern whose brackets match");
}

bool DateTimePattern::match(size_t from, size_t to, std::string_view& text, Fields& fields) const {
  for (size_t i = from; i < to; ++i) {
    const Item& item = items_[i];
    if (item.letter == '[') {
      const auto end = static_cast<size_t>(item.count);
      const std::string_view textBefore = text;
      const Fields fieldsBefore = fields;
      if (!match(i + 1, end, text, fields)) {
        text = textBefore;
        fields = fieldsBefore;
      }
      i = end;
    } else if (!matchItem(item, text, fields)) {
      return false;
    }
  }
  return true;
}

bool DateTimePattern::matchItem(const Item& item, std::string_view& text, Fields& fields) {
  switch (item.letter) {
    case '\0':
      if (!text.starts_with(item.literal)) return false;
      text.remove_prefix(item.literal.size());
      return true;
    case 'a':
      if (!startsWithIgnoringCase(text, "am") && !startsWithIgnoringCase(text, "pm")) return false;
      fields.afternoon = text[0] == 'p' || text[0] == 'P';
      text.remove_prefix(2);
      return true;
    case 'E': return takeName(kWeekdays, item.count > 3, text).has_value();
    case 'M':
    case 'L':
      if (item.count < 3) return matchNumber(item, text, fields);
      if (const auto month = takeName(kMonths, item.count > 3, text)) {
        fields.month = *month;
        return true;
      }
      return false;
    default: break;
  }
  if (kTextLetters.find(item.letter) != std::string_view::npos) return takeZone(text, fields.zoneSeconds);
  return matchNumber(item, text, fields);
}

bool DateTimePattern::matchNumber(const Item& item, std::string_view& text, Fields& fields) {
  const bool year = item.letter == 'y' || item.letter == 'u';
  const auto count = static_cast<size_t>(item.count);
  const size_t least = item.letter == 'S' ? 1 : count;
  size_t most = count;
  if (!item.adjacent && (count == 1 || (year && count != 2))) most = count == 1 && !year ? 3 : 10;
  size_t digits = 0;
  int64_t value = 0;
  while (digits < most && digits < text.size() && isDigit(text[digits])) value = value * 10 + (text[digits++] - '0');
  if (digits < least) return false;
  text.remove_prefix(digits);
  switch (item.letter) {
    case 'y':
    case 'u': fields.year = count == 2 ? 2000 + value : value; return value <= 999'999;
    case 'M':
    case 'L': fields.month = static_cast<int>(value); return value >= 1 && value <= 12;
    case 'd': fields.day = static_cast<int>(value); return value >= 1 && value <= 31;
    case 'D': fields.dayOfYear = static_cast<int>(value); return true;
    case 'H': fields.hour = static_cast<int>(value); return value <= 23;
    case 'k': fields.hour = static_cast<int>(value % 24); return value >= 1 && value <= 24;
    case 'h': fields.hour = static_cast<int>(value % 12); return value >= 1 && value <= 12;
    case 'K': fields.hour = static_cast<int>(value); return value <= 11;
    case 'm': fields.minute = static_cast<int>(value); return value <= 59;
    case 's': fields.second = static_cast<int>(value); return value <= 59;
    default: break;
  }
  for (size_t i = digits; i < 6; ++i) value *= 10;
  for (size_t i = 6; i < digits; ++i) value /= 10;
  fields.micros = value;
  return true;
}

bool DateTimePattern::parse(std::string_view text, Fields& fields) const {
  if (!match(0, items_.size(), text, fields) || !text.empty()) return false;
  if (fields.afternoon && *fields.afternoon) fields.hour += 12;
  return fields.hour <= 23;
}

bool DateTimePattern::parseTimestamp(std::string_view text, int64_t& micros) const {
  Fields fields;
  int64_t days = 0;
  if (!parse(text, fields) || !fields.days(days)) return false;
  const int64_t seconds = fields.hour * int64_t{3600} + fields.minute * 60 + fields.second - fields.zoneSeconds;
  micros = days * kMicrosPerDay + seconds * kMicrosPerSecond + fields.micros;
  return true;
}

bool DateTimePattern::parseDate(std::string_view text, int32_t& days) const {
  Fields fields;
  int64_t since = 0;
  if (!parse(text, fields) || !fields.days(since)) return false;
  days = static_cast<int32_t>(since);
  return true;
}

}  // namespace ferro
