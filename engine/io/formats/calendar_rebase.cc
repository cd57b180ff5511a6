#include "ferro/engine/io/formats/calendar_rebase.h"

#include "ferro/engine/expr/calendar.h"

namespace ferro {
namespace {

// From 0000-03-01 of the Julian calendar to 1970-01-01.
constexpr int64_t kJulianEpoch = 719'470;
constexpr int64_t kDaysOfFourYears = 1'461;

// Years are counted from March, as in calendar.h.
CivilDate julianDate(int64_t days) {
  days += kJulianEpoch;
  const int64_t cycle = floorDivide(days, kDaysOfFourYears);
  const int64_t dayOfCycle = days - cycle * kDaysOfFourYears;
  const int64_t yearOfCycle = (dayOfCycle - dayOfCycle / (kDaysOfFourYears - 1)) / 365;
  const int64_t ofYear = dayOfCycle - 365 * yearOfCycle;
  const int64_t monthFromMarch = (5 * ofYear + 2) / 153;
  const int month = static_cast<int>(monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9);
  return {cycle * 4 + yearOfCycle + (month <= 2 ? 1 : 0), month,
          static_cast<int>(ofYear - (153 * monthFromMarch + 2) / 5 + 1)};
}

}  // namespace

int64_t rebasedDays(int64_t hybridDays) {
  if (hybridDays >= kFirstGregorianDay) return hybridDays;
  const CivilDate date = julianDate(hybridDays);
  // February 29 of 1500, which only the Julian calendar has, becomes March 1.
  return daysOf({date.year, date.month, 1}) + date.day - 1;
}

int64_t rebasedMicros(int64_t hybridMicros, const TimeZone& zone) {
  if (hybridMicros >= kFirstCommonMicros) return hybridMicros;
  const int64_t local = hybridMicros + zone.standardOffset() * kMicrosPerSecond;
  const int64_t days = floorDivide(local, kMicrosPerDay);
  return zone.toInstant(local + (rebasedDays(days) - days) * kMicrosPerDay);
}

}  // namespace ferro
