#include "ferro/engine/expr/time_zone.h"

#include "ferro/common/error.h"
#include "ferro/engine/expr/calendar.h"
#include "ferro/engine/expr/date_pattern.h"
#include "ferro/engine/expr/time_text.h"
#include "ferro/engine/expr/time_unit.h"
#include "ferro_test.h"

using namespace ferro;
using Catch::Matchers::Contains;

namespace {

int64_t clockAt(int year, int month, int day, int hour = 0, int minute = 0) {
  return microsOf({{year, month, day}, hour, minute, 0, 0});
}

constexpr int64_t kHour = 3'600 * kMicrosPerSecond;

}  // namespace

TEST_CASE("a time zone is a region, an offset or one of Java's short names") {
  CHECK(TimeZone::of("Europe/Berlin")->offsetAt(0) == 3'600);
  CHECK(TimeZone::of("America/Los_Angeles")->offsetAt(0) == -8 * 3'600);
  CHECK(TimeZone::of("+01:00")->offsetAt(0) == 3'600);
  CHECK(TimeZone::of("+1:00")->id() == "+01:00");
  CHECK(TimeZone::of("GMT+1")->offsetAt(0) == 3'600);
  CHECK(TimeZone::of("GMT+1")->id() == "GMT+01:00");
  CHECK(TimeZone::of("PST")->id() == "America/Los_Angeles");
  CHECK(TimeZone::of("EST")->offsetAt(0) == -5 * 3'600);
  CHECK(TimeZone::of("Z")->isUtc());
  CHECK(TimeZone::of("UTC")->isUtc());
}

TEST_CASE("an unknown time zone is refused with those that are near") {
  CHECK_THROWS_WITH(TimeZone::of("Europe/Berln"), Contains("'Europe/Berln'") && Contains("Europe/Berlin"));
  CHECK_THROWS_WITH(TimeZone::of("Berlin"), Contains("Europe/Berlin"));
  for (const char* wrong : {"", "europe/berlin", "../etc/passwd", "/etc/passwd", "Europe", "+19:00", "Europe/../UTC"}) {
    CHECK(TimeZone::find(wrong) == nullptr);
  }
}

TEST_CASE("a clock that skips an hour or shows one twice is read by Java's rules") {
  const auto berlin = TimeZone::of("Europe/Berlin");
  // 2020-03-29 02:30 never was: it is 03:30.
  const int64_t skipped = berlin->toInstant(clockAt(2020, 3, 29, 2, 30));
  CHECK(skipped == clockAt(2020, 3, 29, 1, 30));
  CHECK(berlin->toLocal(skipped) == clockAt(2020, 3, 29, 3, 30));
  // 2020-10-25 02:30 was twice: the first, in summer time, is meant.
  CHECK(berlin->toInstant(clockAt(2020, 10, 25, 2, 30)) == clockAt(2020, 10, 25, 0, 30));
  CHECK(berlin->toLocal(clockAt(2020, 10, 25, 1, 30)) == clockAt(2020, 10, 25, 2, 30));
  CHECK(berlin->toInstant(clockAt(2020, 10, 25, 3, 0)) == clockAt(2020, 10, 25, 2, 0));
}

TEST_CASE("regions have their history, and their rules go on for ever") {
  const auto berlin = TimeZone::of("Europe/Berlin");
  CHECK(berlin->offsetAt(-3'000'000'000) == 53 * 60 + 28);  // by the sun, before 1893
  CHECK(berlin->toLocal(clockAt(2500, 7, 1)) - clockAt(2500, 7, 1) == 2 * kHour);
  CHECK(berlin->toLocal(clockAt(9999, 1, 1)) - clockAt(9999, 1, 1) == kHour);
  CHECK(berlin->abbreviationAt(0) == "CET");
  const auto sydney = TimeZone::of("Australia/Sydney");
  CHECK(sydney->toLocal(clockAt(2500, 1, 1)) - clockAt(2500, 1, 1) == 11 * kHour);
  CHECK(sydney->toLocal(clockAt(2500, 7, 1)) - clockAt(2500, 7, 1) == 10 * kHour);
}

TEST_CASE("texts of timestamps are of the zone, unless they name one") {
  const auto berlin = TimeZone::of("Europe/Berlin");
  CHECK(parseTimestamp("2020-07-01 12:00:00", *berlin) == clockAt(2020, 7, 1, 10));
  CHECK(parseTimestamp("2020-07-01 12:00:00Z", *berlin) == clockAt(2020, 7, 1, 12));
  CHECK(parseTimestamp("2020-07-01 12:00:00 America/Los_Angeles", *berlin) == clockAt(2020, 7, 1, 19));
  CHECK(parseTimestampWithoutZone("2020-07-01 12:00:00+05:00") == clockAt(2020, 7, 1, 12));
  const DatePattern pattern("yyyy-MM-dd HH:mm[ VV]", PatternUse::kParse);
  CHECK(pattern.parse("2020-07-01 12:00", *berlin) == clockAt(2020, 7, 1, 10));
  CHECK(pattern.parse("2020-07-01 12:00 Asia/Tokyo", *berlin) == clockAt(2020, 7, 1, 3));
}

TEST_CASE("letters of time zones are written for the time that they stand behind") {
  const auto berlin = TimeZone::of("Europe/Berlin");
  const auto text = [&](const char* pattern, int64_t micros) {
    return DatePattern(pattern, PatternUse::kFormat).format(micros, *berlin);
  };
  CHECK(text("yyyy-MM-dd HH:mm XXX", clockAt(2020, 7, 1, 22)) == "2020-07-02 00:00 +02:00");
  CHECK(text("X XX x Z ZZZZ ZZZZZ O OOOO VV z", 0) ==
        "+01 +0100 +01 +0100 GMT+01:00 +01:00 GMT+1 GMT+01:00 Europe/Berlin CET");
  CHECK_THROWS_WITH(text("zzzz", 0), Contains("Europe/Berlin") && Contains("VV"));
}

TEST_CASE("a time is cut to what clocks of the zone show") {
  const auto kolkata = TimeZone::of("Asia/Kolkata");
  CHECK(truncatedInstant(clockAt(2020, 1, 1, 0, 45), TimeUnit::kHour, *kolkata) == clockAt(2020, 1, 1, 0, 30));
  const auto berlin = TimeZone::of("Europe/Berlin");
  CHECK(truncatedInstant(clockAt(2020, 7, 1, 23), TimeUnit::kDay, *berlin) == clockAt(2020, 7, 1, 22));
  // The second of the two hours stays the second.
  CHECK(truncatedInstant(clockAt(2020, 10, 25, 1, 30), TimeUnit::kHour, *berlin) == clockAt(2020, 10, 25, 1));
}
