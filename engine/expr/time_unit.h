// Units of time by their names, and times cut to one. Pure functions; any thread.
#pragma once

#include <cstdint>
#include <string_view>

#include "ferro/engine/expr/time_zone.h"

namespace ferro {

// From the smallest to the largest.
enum class TimeUnit : uint8_t {
  kUnknown,
  kMicrosecond,
  kMillisecond,
  kSecond,
  kMinute,
  kHour,
  kDay,
  kWeek,
  kMonth,
  kQuarter,
  kYear,
};

// `year`, `YYYY`, `mon`, `week` and so on, in any case.
TimeUnit timeUnitOf(std::string_view name);

// The first day of the week, month, quarter or year that has the day. A week begins on Monday.
int64_t truncatedDays(int64_t days, TimeUnit unit);
int64_t truncatedMicros(int64_t localMicros, TimeUnit unit);
// An instant cut to what clocks of the zone show. In an hour that comes twice it stays in the same of the two.
int64_t truncatedInstant(int64_t micros, TimeUnit unit, const TimeZone& zone);

// The first day after `days` that is called so: `Mon`, `monday`, `MO`. Error kInvalidArgument for another name.
int32_t nextDayOfWeek(int32_t days, std::string_view name);

}  // namespace ferro
