#include "ferro/engine/expr/time_text.h"

#include <cstdio>

#include "ferro/engine/expr/calendar.h"
#include "ferro/engine/expr/number_text.h"

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

// Takes digits from the front of what is left of a text.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : rest_(text) {}

  bool done() const { return rest_.empty(); }
  std::string_view rest() const { return rest_; }

  bool take(char letter) {
    if (!rest_.starts_with(letter)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  std::optional<int64_t> number(size_t least, size_t most) {
    size_t count = 0;
    int64_t value = 0;
    while (count < rest_.size() && count <= most && rest_[count] >= '0' && rest_[count] <= '9') {
      value = value * 10 + (rest_[count] - '0');
      ++count;
    }
    if (count < least || count > most) return std::nullopt;
    rest_.remove_prefix(count);
    return value;
  }

 private:
  std::string_view rest_;
};

std::optional<CivilDate> takeDate(Scanner& scanner) {
  const bool negative = scanner.take('-');
  if (!negative) scanner.take('+');
  const auto year = scanner.number(4, 7);
  if (!year) return std::nullopt;
  CivilDate date{negative ? -*year : *year, 1, 1};
  for (int* part : {&date.month, &date.day}) {
    if (!scanner.take('-')) break;
    const auto value = scanner.number(1, 2);
    if (!value) return std::nullopt;
    *part = static_cast<int>(*value);
  }
  if (!isDate(date)) return std::nullopt;
  return date;
}

std::optional<int> takeFraction(Scanner& scanner) {
  const size_t before = scanner.rest().size();
  const auto value = scanner.number(0, 9);
  if (!value) return std::nullopt;
  int64_t micros = *value;
  size_t digits = before - scanner.rest().size();
  for (; digits < 6; ++digits) micros *= 10;
  for (; digits > 6; --digits) micros /= 10;
  return static_cast<int>(micros);
}

bool takeTime(Scanner& scanner, CivilTime& time) {
  const auto hour = scanner.number(1, 2);
  if (!hour || !scanner.take(':')) return false;
  const auto minute = scanner.number(1, 2);
  if (!minute) return false;
  int64_t second = 0;
  if (scanner.take(':')) {
    const auto value = scanner.number(1, 2);
    if (!value) return false;
    second = *value;
    if (scanner.take('.')) {
      const auto micros = takeFraction(scanner);
      if (!micros) return false;
      time.micros = *micros;
    }
  }
  if (*hour > 23 || *minute > 59 || second > 59) return false;
  time.hour = static_cast<int>(*hour);
  time.minute = static_cast<int>(*minute);
  time.second = static_cast<int>(second);
  return true;
}

}  // namespace

void appendDate(std::string& text, int64_t days) { appendCivil(text, civilDate(days)); }

void appendTimestamp(std::string& text, int64_t micros) {
  const CivilTime time = civilTime(micros);
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
  Scanner scanner(trimForCast(text));
  const auto date = takeDate(scanner);
  if (!date || !isYearOfDate(date->year)) return std::nullopt;
  if (!scanner.done() && !scanner.take(' ') && !scanner.take('T')) return std::nullopt;
  return static_cast<int32_t>(daysOf(*date));
}

std::optional<int> parseZoneOffset(std::string_view text) {
  for (const std::string_view prefix : {"UTC", "GMT", "UT"}) {
    if (text.starts_with(prefix)) {
      text.remove_prefix(prefix.size());
      break;
    }
  }
  if (text.empty() || text == "Z") return 0;
  Scanner scanner(text);
  const bool west = scanner.take('-');
  if (!west && !scanner.take('+')) return std::nullopt;
  std::optional<int64_t> hour;
  std::optional<int64_t> minute = 0;
  if (scanner.rest().size() == 4 && scanner.rest().find(':') == std::string_view::npos) {
    const auto both = scanner.number(4, 4);
    if (!both) return std::nullopt;
    hour = *both / 100;
    minute = *both % 100;
  } else {
    hour = scanner.number(1, 2);
    if (scanner.take(':')) minute = scanner.number(1, 2);
  }
  if (!hour || !minute || !scanner.done() || *hour > 18 || *minute > 59) return std::nullopt;
  const int seconds = static_cast<int>(*hour * 3'600 + *minute * 60);
  return west ? -seconds : seconds;
}

std::optional<int64_t> parseTimestamp(std::string_view text) {
  Scanner scanner(trimForCast(text));
  CivilTime time;
  const auto date = takeDate(scanner);
  if (!date || !isYearOfTimestamp(date->year)) return std::nullopt;
  time.date = *date;
  int offset = 0;
  if (!scanner.done()) {
    if (!scanner.take(' ') && !scanner.take('T')) return std::nullopt;
    if (!scanner.done()) {
      if (!takeTime(scanner, time)) return std::nullopt;
      const auto zone = parseZoneOffset(trimForCast(scanner.rest()));
      if (!zone) return std::nullopt;
      offset = *zone;
    }
  }
  return microsOf(time) - offset * kMicrosPerSecond;
}

}  // namespace ferro
