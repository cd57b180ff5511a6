// Dates and times counted in the calendar that Spark 2 and Hive used (Julian before 1582-10-15, Gregorian since) as
// days and microseconds of the calendar that is used now, which is Gregorian throughout. What was written as the day
// 1500-02-28 stays the day of that name. Pure functions; any thread.
#pragma once

#include <cstdint>

#include "ferro/engine/expr/time_zone.h"

namespace ferro {

// Days from 1582-10-15 on are the same in both calendars.
inline constexpr int64_t kFirstGregorianDay = -141'427;
// Times since 1900-01-01 UTC are the same: until then, Java's older classes also had other offsets of time zones.
inline constexpr int64_t kFirstCommonMicros = -2'208'988'800'000'000;

int64_t rebasedDays(int64_t hybridDays);
// The time that a clock in the zone showed stays what it showed.
int64_t rebasedMicros(int64_t hybridMicros, const TimeZone& zone);

}  // namespace ferro
