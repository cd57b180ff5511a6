// Dates and timestamps as CSV and JSON files have them, with a pattern or without. Pure functions; any thread may call
// them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "ferro/engine/expr/date_pattern.h"
#include "ferro/engine/expr/time_text.h"

namespace ferro {

// Old programs wrote zones as `GMT+01:00`, or a mere GMT behind a date.
inline std::optional<std::string> withoutGmt(std::string_view text) {
  const size_t at = text.find("GMT");
  if (at == std::string_view::npos) return std::nullopt;
  return std::string(text.substr(0, at)).append(text.substr(at + 3));
}

// By the pattern, or else all that a cast takes.
inline std::optional<int32_t> dateIn(std::string_view text, const std::optional<DatePattern>& pattern) {
  if (pattern) return pattern->parseDays(text);
  if (const auto days = parseIsoDate(text)) return days;
  if (const auto days = parseDate(text)) return days;
  const auto rest = withoutGmt(text);
  return rest ? parseDate(*rest) : std::nullopt;
}

inline std::optional<int64_t> timestampIn(std::string_view text, const std::optional<DatePattern>& pattern,
                                          const TimeZone& zone) {
  if (pattern) return pattern->parse(text, zone);
  if (const auto micros = parseTimestamp(text, zone)) return micros;
  const auto rest = withoutGmt(text);
  return rest ? parseTimestamp(*rest, zone) : std::nullopt;
}

// What a local clock shows: a text that names a zone is none.
inline std::optional<int64_t> localTimeIn(std::string_view text, const std::optional<DatePattern>& pattern) {
  if (pattern) return pattern->parse(text);
  return hasZoneOfItsOwn(text) ? std::nullopt : parseTimestampWithoutZone(text);
}

}  // namespace ferro
