// A time zone as Java's ZoneId has it: a fixed offset, or a region with its history, read from the system's time zone
// database (TZif files of the package tzdata). Immutable; any thread may use one.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ferro/engine/expr/calendar.h"

namespace ferro {

class TimeZone;
using TimeZonePtr = std::shared_ptr<const TimeZone>;

class TimeZone {
 public:
  // `UTC`, `Z`, `+01:00`, `+1:00`, `GMT+1`, `Europe/Berlin`, and Java's short names such as `PST`. Error
  // kInvalidArgument that names the nearest regions for an unknown one. Regions are read once in a process.
  static TimeZonePtr of(std::string_view id);
  // The same; null for an unknown one.
  static TimeZonePtr find(std::string_view id);
  static const TimeZonePtr& utc();

  const std::string& id() const { return id_; }
  bool isUtc() const { return isFixed() && first_.offset == 0; }

  // Seconds east of UTC at an instant, in seconds since 1970.
  int offsetAt(int64_t second) const { return isFixed() ? first_.offset : periodAt(second).offset; }
  // What clocks there are called at that time: `CET`, `CEST`.
  const std::string& abbreviationAt(int64_t second) const { return periodAt(second).abbreviation; }
  // The offset without daylight saving time that the zone has today: what Java's older classes take before 1900.
  int standardOffset() const { return standardOffset_; }

  // Microseconds since 1970 in UTC to the same of a local clock, and back. A time that a local clock skips is as much
  // later as the clock skips; of one that it shows twice, the first is meant: Java's rules.
  int64_t toLocal(int64_t micros) const {
    const auto offset = static_cast<uint64_t>(offsetAt(floorDivide(micros, kMicrosPerSecond)) * kMicrosPerSecond);
    return static_cast<int64_t>(static_cast<uint64_t>(micros) + offset);  // a row without a value may hold any number
  }
  int64_t toInstant(int64_t localMicros) const;

 private:
  struct Period {
    int offset = 0;
    bool isDaylight = false;
    std::string abbreviation{};
  };
  // A day of every year on which clocks change, in one of POSIX's three forms, and the local second of that day.
  struct YearlyChange {
    char form = 'M';  // M: month, week, day of week; J: day from 1 without February 29; 0: day from 0
    int month = 1;
    int week = 1;
    int day = 0;
    int second = 7'200;

    int64_t secondsIn(int64_t year) const;
  };
  struct YearlyRule {
    Period standard;
    Period daylight;
    YearlyChange begin;
    YearlyChange end;
  };
  class Reader;

  TimeZone(std::string id, int offset);
  explicit TimeZone(std::string id) : id_(std::move(id)) {}

  bool isFixed() const { return changes_.empty() && !rule_; }
  const Period& periodAt(int64_t second) const;

  std::string id_;
  Period first_;                    // before the first change
  std::vector<int64_t> changes_;    // instants, ascending
  std::vector<uint8_t> kinds_;      // of the period that begins with each change
  std::vector<Period> periods_;     // by kind
  std::optional<YearlyRule> rule_;  // after the last change
  int standardOffset_ = 0;
};

}  // namespace ferro
