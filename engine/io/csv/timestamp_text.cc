#include "ferro/engine/io/csv/timestamp_text.h"

#include "ferro/engine/io/csv/civil_time.h"

namespace ferro {
namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }

std::string_view withoutSpaces(std::string_view text) {
  while (!text.empty() && static_cast<unsigned char>(text.front()) <= ' ') text.remove_prefix(1);
  while (!text.empty() && static_cast<unsigned char>(text.back()) <= ' ') text.remove_suffix(1);
  return text;
}

// Reads a text from its front.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : rest_(text) {}

  bool atEnd() const { return rest_.empty(); }
  std::string_view rest() const { return rest_; }
  bool take(char wanted) {
    if (rest_.empty() || rest_[0] != wanted) return false;
    rest_.remove_prefix(1);
    return true;
  }
  // A number of so many digits, and no more.
  template <class Number>
  bool takeNumber(size_t least, size_t most, Number& number) {
    size_t digits = 0;
    number = 0;
    while (digits < rest_.size() && isDigit(rest_[digits])) {
      if (digits == most) return false;
      number = number * 10 + (rest_[digits] - '0');
      ++digits;
    }
    rest_.remove_prefix(digits);
    return digits >= least;
  }
  // Digits behind a point, as microseconds; those behind the sixth count for nothing.
  bool takeFraction(int64_t& micros) {
    size_t digits = 0;
    micros = 0;
    for (; digits < rest_.size() && isDigit(rest_[digits]); ++digits) {
      if (digits < 6) micros = micros * 10 + (rest_[digits] - '0');
    }
    for (size_t i = digits; i < 6; ++i) micros *= 10;
    rest_.remove_prefix(digits);
    return true;
  }

 private:
  std::string_view rest_;
};

bool takeDate(Cursor& cursor, int64_t& days) {
  const bool negative = cursor.take('-');
  if (!negative) cursor.take('+');
  int64_t year = 0;
  int month = 1;
  int day = 1;
  if (!cursor.takeNumber(4, 6, year)) return false;
  if (negative) year = -year;
  if (cursor.take('-')) {
    if (!cursor.takeNumber(1, 2, month)) return false;
    if (cursor.take('-') && !cursor.takeNumber(1, 2, day)) return false;
  }
  if (!isDate(year, month, day)) return false;
  days = daysSinceEpoch(year, month, day);
  return true;
}

bool takeTime(Cursor& cursor, int64_t& micros) {
  int hour = 0;
  int minute = 0;
  int second = 0;
  int64_t fraction = 0;
  if (!cursor.takeNumber(1, 2, hour) || !cursor.take(':') || !cursor.takeNumber(1, 2, minute)) return false;
  if (cursor.take(':')) {
    if (!cursor.takeNumber(1, 2, second)) return false;
    if (cursor.take('.') && !cursor.takeFraction(fraction)) return false;
  }
  if (hour > 23 || minute > 59 || second > 59) return false;
  micros = (hour * int64_t{3600} + minute * 60 + second) * kMicrosPerSecond + fraction;
  return true;
}

}  // namespace

bool parseTimestamp(std::string_view text, int64_t& micros) {
  Cursor cursor(withoutSpaces(text));
  int64_t days = 0;
  int64_t time = 0;
  int zone = 0;
  if (cursor.atEnd() || !takeDate(cursor, days)) return false;
  if (cursor.take(' ') || cursor.take('T')) {
    if (cursor.atEnd()) {
      micros = days * kMicrosPerDay;
      return true;
    }
    if (!takeTime(cursor, time)) return false;
    if (!cursor.atEnd() && !parseZoneOffset(withoutSpaces(cursor.rest()), zone)) return false;
  } else if (!cursor.atEnd()) {
    return false;
  }
  micros = days * kMicrosPerDay + time - zone * kMicrosPerSecond;
  return true;
}

bool parseIsoDate(std::string_view text, int32_t& days) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
  int parts[3] = {0, 0, 0};
  constexpr int kParts[10] = {0, 0, 0, 0, -1, 1, 1, -1, 2, 2};
  for (size_t i = 0; i < 10; ++i) {
    if (kParts[i] < 0) continue;
    if (!isDigit(text[i])) return false;
    parts[kParts[i]] = parts[kParts[i]] * 10 + (text[i] - '0');
  }
  if (!isDate(parts[0], parts[1], parts[2])) return false;
  days = static_cast<int32_t>(daysSinceEpoch(parts[0], parts[1], parts[2]));
  return true;
}

bool parseZoneOffset(std::string_view zone, int& seconds) {
  seconds = 0;
  if (zone == "Z" || zone == "UTC" || zone == "GMT" || zone == "UT") return true;
  for (const std::string_view prefix : {"UTC", "GMT", "UT"}) {
    if (zone.starts_with(prefix)) {
      zone.remove_prefix(prefix.size());
      break;
    }
  }
  Cursor cursor(zone);
  const bool negative = cursor.take('-');
  if (!negative && !cursor.take('+')) return false;
  int parts[3] = {0, 0, 0};
  const bool colons = zone.find(':') != std::string_view::npos;
  if (!colons && zone.size() == 5) {
    if (!cursor.takeNumber(4, 4, parts[0])) return false;
    parts[1] = parts[0] % 100;
    parts[0] /= 100;
  } else {
    if (!cursor.takeNumber(1, 2, parts[0])) return false;
    if (cursor.take(':') && !cursor.takeNumber(1, 2, parts[1])) return false;
    if (cursor.take(':') && !cursor.takeNumber(1, 2, parts[2])) return false;
  }
  if (!cursor.atEnd() || parts[0] > 18 || parts[1] > 59 || parts[2] > 59) return false;
  seconds = parts[0] * 3600 + parts[1] * 60 + parts[2];
  if (negative) seconds = -seconds;
  return true;
}

}  // namespace ferro
