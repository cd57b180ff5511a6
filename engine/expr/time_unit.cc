#include "ferro/engine/expr/time_unit.h"

#include <array>
#include <string>
#include <utility>

#include "ferro/common/error.h"
#include "ferro/common/letter_case.h"
#include "ferro/engine/expr/calendar.h"
#include "ferro/engine/expr/calendar_names.h"

namespace ferro {

namespace {

constexpr std::array<std::pair<std::string_view, TimeUnit>, 15> kUnits{{
    {"microsecond", TimeUnit::kMicrosecond},
    {"millisecond", TimeUnit::kMillisecond},
    {"second", TimeUnit::kSecond},
    {"minute", TimeUnit::kMinute},
    {"hour", TimeUnit::kHour},
    {"day", TimeUnit::kDay},
    {"dd", TimeUnit::kDay},
    {"week", TimeUnit::kWeek},
    {"month", TimeUnit::kMonth},
    {"mon", TimeUnit::kMonth},
    {"mm", TimeUnit::kMonth},
    {"quarter", TimeUnit::kQuarter},
    {"year", TimeUnit::kYear},
    {"yyyy", TimeUnit::kYear},
    {"yy", TimeUnit::kYear},
}};

int64_t microsIn(TimeUnit unit) {
  switch (unit) {
    case TimeUnit::kMillisecond: return 1'000;
    case TimeUnit::kSecond: return kMicrosPerSecond;
    case TimeUnit::kMinute: return 60 * kMicrosPerSecond;
    case TimeUnit::kHour: return 3'600 * kMicrosPerSecond;
    case TimeUnit::kDay: return kMicrosPerDay;
    default: return 1;
  }
}

}  // namespace

TimeUnit timeUnitOf(std::string_view name) {
  const std::string lower = lowerCase(name);
  for (const auto& [known, unit] : kUnits) {
    if (lower == known) return unit;
  }
  return TimeUnit::kUnknown;
}

int64_t truncatedDays(int64_t days, TimeUnit unit) {
  if (unit == TimeUnit::kWeek) return days - isoDayOfWeek(days) + 1;
  CivilDate date = civilDate(days);
  date.day = 1;
  if (unit == TimeUnit::kQuarter) date.month = (date.month - 1) / 3 * 3 + 1;
  if (unit == TimeUnit::kYear) date.month = 1;
  return daysOf(date);
}

int64_t truncatedMicros(int64_t localMicros, TimeUnit unit) {
  if (unit >= TimeUnit::kWeek) return truncatedDays(floorDivide(localMicros, kMicrosPerDay), unit) * kMicrosPerDay;
  const int64_t size = microsIn(unit);
  return floorDivide(localMicros, size) * size;
}

int64_t truncatedInstant(int64_t micros, TimeUnit unit, const TimeZone& zone) {
  if (unit <= TimeUnit::kSecond) return truncatedMicros(micros, unit);
  const int64_t local = zone.toLocal(micros);
  const int64_t cut = truncatedMicros(local, unit);
  const int64_t sameOffset = micros - (local - cut);
  return unit <= TimeUnit::kDay && zone.toLocal(sameOffset) == cut ? sameOffset : zone.toInstant(cut);
}

int32_t nextDayOfWeek(int32_t days, std::string_view name) {
  const std::string wanted = lowerCase(name);
  for (size_t i = 0; i < kDayNames.size(); ++i) {
    const std::string known = lowerCase(kDayNames[i]);
    if (wanted != known && wanted != known.substr(0, 3) && wanted != known.substr(0, 2)) continue;
    const int64_t ahead = floorRemainder(static_cast<int64_t>(i) + 1 - isoDayOfWeek(days), 7);
    return static_cast<int32_t>(days + (ahead == 0 ? 7 : ahead));
  }
  throw Error(ErrorCode::kInvalidArgument, "[ILLEGAL_DAY_OF_WEEK] Illegal input for day of week: " + std::string(name) +
                                               ". Use a day's English name, such as `Monday` or `Mon`");
}

}  // namespace ferro
