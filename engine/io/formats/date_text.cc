#include "ferro/engine/io/formats/date_text.h"

#include <array>

#include "ferro/engine/io/formats/date_scan.h"

namespace ferro {
namespace {

using namespace date_scan;

std::string_view trimmed(std::string_view text) {
  auto isSpace = [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; };
  while (!text.empty() && isSpace(text.front())) text.remove_prefix(1);
  while (!text.empty() && isSpace(text.back())) text.remove_suffix(1);
  return text;
}

std::optional<int64_t> takeDate(std::string_view& text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  const auto year = takeNumber(text, 4, 5);
  if (!year) return std::nullopt;
  int64_t month = 1;
  int64_t day = 1;
  if (takeCharacter(text, '-')) {
    const auto number = takeNumber(text, 1, 2);
    if (!number) return std::nullopt;
    month = *number;
    if (takeCharacter(text, '-')) {
      const auto dayNumber = takeNumber(text, 1, 2);
      if (!dayNumber) return std::nullopt;
      day = *dayNumber;
    }
  }
  return daysOf(negative ? -*year : *year, month, day);
}

// The rest of a timestamp behind its date, as microseconds.
std::optional<int64_t> parseTimeOfDay(std::string_view text) {
  std::array<int64_t, 3> parts{};
  const std::array<int64_t, 3> limits{24, 60, 60};
  for (size_t i = 0; i < parts.size(); ++i) {
    if (i > 0 && !takeCharacter(text, ':')) break;
    const auto number = takeNumber(text, 1, 2);
    if (!number || *number >= limits[i]) return std::nullopt;
    parts[i] = *number;
  }
  int64_t micros = ((parts[0] * 60 + parts[1]) * 60 + parts[2]) * kSecondMicros;
  if (takeCharacter(text, '.')) {
    if (const auto fraction = takeFraction(text, 18)) micros += *fraction;
  }
  text = trimmed(text);
  if (text.empty()) return micros;
  const auto zone = takeZone(text);
  if (!zone || !text.empty()) return std::nullopt;
  return micros - *zone * kSecondMicros;
}

}  // namespace

std::optional<int32_t> dateOfText(std::string_view text) {
  text = trimmed(text);
  const auto days = takeDate(text);
  if (!days || (!text.empty() && text.front() != ' ' && text.front() != 'T')) return std::nullopt;
  return static_cast<int32_t>(*days);
}

std::optional<int64_t> timestampOfText(std::string_view text) {
  text = trimmed(text);
  const auto days = takeDate(text);
  if (!days) return std::nullopt;
  if (text.empty()) return *days * kDayMicros;
  if (text.front() != ' ' && text.front() != 'T') return std::nullopt;
  text.remove_prefix(1);
  const auto time = parseTimeOfDay(text);
  if (!time) return std::nullopt;
  return *days * kDayMicros + *time;
}

}  // namespace ferro
