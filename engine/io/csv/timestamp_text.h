// Timestamps and dates as Spark reads them when no format is given. Pure functions; any thread may call them.
#pragma once

#include <cstdint>
#include <string_view>

namespace ferro {

// What a cast from text takes: `2020`, `2020-1`, `2020-1-5`, any of them followed by a space or a `T` and a time such
// as `7:5`, `07:05:09.123456`, with a zone (`Z`, `UTC`, `+01:00`, `GMT-3`) or without, which is UTC. Microseconds since
// 1970; false when the text is none.
bool parseTimestamp(std::string_view text, int64_t& micros);

// Strictly yyyy-MM-dd. Days since 1970.
bool parseIsoDate(std::string_view text, int32_t& days);

// The offset that a zone such as `+01:00`, `Z` or `GMT+1` stands for, in seconds.
bool parseZoneOffset(std::string_view zone, int& seconds);

}  // namespace ferro
