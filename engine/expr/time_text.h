// Dates and timestamps as Spark writes and reads them when no format is given.
// Pure functions; any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "ferro/engine/expr/time_zone.h"

namespace ferro {

// `2020-01-02`
void appendDate(std::string& text, int64_t days);
// `2020-01-02 03:04:05.678` of a local clock, the fraction as long as it needs to be.
void appendTimestamp(std::string& text, int64_t localMicros);

// `yyyy`, `yyyy-m`, `yyyy-m-d`, and anything after a space or T.
std::optional<int32_t> parseDate(std::string_view text);
// A date, or a date and time with an optional zone: `2020-01-02T03:04:05.678+01:00`, `2020-01-02 03:04:05
// Europe/Berlin`. The instant; a text that names no zone is of `zone`.
std::optional<int64_t> parseTimestamp(std::string_view text, const TimeZone& zone = *TimeZone::utc());
// The same as a local clock shows it, whatever the zone that the text may name.
std::optional<int64_t> parseTimestampWithoutZone(std::string_view text);
// Whether the text is a timestamp that names its zone.
bool hasZoneOfItsOwn(std::string_view text);
// Strictly yyyy-MM-dd: what Spark's CSV source takes for a date, which is less than a cast does.
std::optional<int32_t> parseIsoDate(std::string_view text);
// The same with a sign and years of other lengths: `+10000-01-01`, `-0044-03-15`.
bool isLongIsoDate(std::string_view text);
// `Z`, `UTC`, `GMT+1`, `+01:00`, `-0830`, `+01:00:30`: seconds east of UTC.
std::optional<int> parseZoneOffset(std::string_view text);

}  // namespace ferro
