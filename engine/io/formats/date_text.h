// Dates and times in the forms that Spark's casts take. The session's time zone is UTC. Pure functions; any thread may
// call them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace ferro {

inline constexpr int64_t kSecondMicros = 1'000'000;
inline constexpr int64_t kDayMicros = 86'400 * kSecondMicros;

// Days since 1970-01-01 of `2024-3-1`, `2024-03` or `2024`, or of the date in front of a time.
std::optional<int32_t> dateOfText(std::string_view text);
// Microseconds since 1970-01-01 UTC of `2024-03-01`, `2024-03-01 12:30`, `2024-03-01T12:30:05.25+01:00`.
std::optional<int64_t> timestampOfText(std::string_view text);

}  // namespace ferro
