#include "ferro/conf/duration.h"

#include <array>
#include <cstdint>

#include "ferro/conf/number_with_unit.h"

namespace ferro {
namespace {

struct TimeUnitName {
  std::string_view name;
  int64_t milliseconds;
};

// From long to short, so that the first that divides a duration gives its shortest text.
constexpr std::array<TimeUnitName, 6> kTimeUnits = {
    {{"d", 86'400'000}, {"h", 3'600'000}, {"min", 60'000}, {"m", 60'000}, {"s", 1'000}, {"ms", 1}}};

std::optional<int64_t> millisecondsIn(std::string_view unit, TimeUnit bareUnit) {
  if (unit.empty()) return bareUnit == TimeUnit::kSecond ? 1'000 : 1;
  for (const TimeUnitName& known : kTimeUnits) {
    if (unit == known.name) return known.milliseconds;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::chrono::milliseconds> parseDuration(std::string_view text, TimeUnit bareUnit) {
  std::optional<detail::NumberWithUnit> parts = detail::splitNumberAndUnit(text);
  if (!parts) return std::nullopt;
  if (parts->unit == "us") return std::chrono::milliseconds(parts->number / 1'000);
  std::optional<int64_t> unit = millisecondsIn(parts->unit, bareUnit);
  if (!unit) return std::nullopt;
  std::optional<int64_t> milliseconds = detail::scaled(parts->number, *unit);
  if (!milliseconds) return std::nullopt;
  return std::chrono::milliseconds(*milliseconds);
}

std::string toText(std::chrono::milliseconds duration) {
  for (const TimeUnitName& unit : kTimeUnits) {
    if (duration.count() != 0 && duration.count() % unit.milliseconds == 0) {
      return std::to_string(duration.count() / unit.milliseconds) + std::string(unit.name);
    }
  }
  return "0ms";
}

}  // namespace ferro
