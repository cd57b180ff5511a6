#include "ferro/engine/io/formats/time_pattern.h"

#include "ferro/common/error.h"
#include "ferro/engine/io/formats/date_text.h"
#include "ferro_test.h"

using namespace ferro;

namespace {

std::string formatted(const char* pattern, int64_t micros) {
  std::string text;
  TimePattern(pattern).append(micros, text);
  return text;
}

constexpr int64_t kMoment = 1709294445'123456;  // 2024-03-01 12:00:45.123456 UTC

}  // namespace

TEST_CASE("dates and times are read as Spark's casts read them") {
  CHECK(dateOfText("1970-01-02") == 1);
  CHECK(dateOfText(" 2024-3-1 ") == 19783);
  CHECK(dateOfText("2024") == 19723);
  CHECK(dateOfText("2024-03-01T10:00:00") == 19783);
  CHECK(dateOfText("0001-01-01") == -719162);
  for (const char* wrong : {"", "2024-13-01", "2024-02-30", "24-01-01", "2024-01-01x", "x"}) {
    CHECK(dateOfText(wrong) == std::nullopt);
  }
  CHECK(timestampOfText("2024-03-01 12:00:45.123456") == kMoment);
  CHECK(timestampOfText("2024-03-01T13:00:45.123456+01:00") == kMoment);
  CHECK(timestampOfText("2024-03-01T12:00:45.123456Z") == kMoment);
  CHECK(timestampOfText("1970-01-01") == 0);
  CHECK(timestampOfText("1969-12-31 23:59:59.999999") == -1);
  for (const char* wrong : {"2024-03-01 25:00", "2024-03-01 12:00:61", "2024-03-01 12:00 nowhere", "12:00"}) {
    CHECK(timestampOfText(wrong) == std::nullopt);
  }
}

TEST_CASE("a pattern writes what it reads") {
  for (const char* pattern : {"yyyy-MM-dd'T'HH:mm:ss.SSSSSS[XXX]", "dd/MM/yyyy HH:mm:ss.SSSSSS", "yyyyMMddHHmmssSSSSSS",
                              "EEE, dd MMM yyyy hh:mm:ss.SSSSSS a", "MMMM d yyyy H:m:s.SSSSSS"}) {
    INFO(pattern);
    const std::string text = formatted(pattern, kMoment);
    INFO(text);
    CHECK(TimePattern(pattern).parse(text) == kMoment);
  }
  CHECK(formatted("yyyy-MM-dd'T'HH:mm:ss[.SSS][XXX]", kMoment) == "2024-03-01T12:00:45.123Z");
  CHECK(formatted("EEEE d MMMM yy ''h a xxx", kMoment) == "Friday 1 March 24 '12 PM +00:00");
  CHECK(formatted("yyyy-MM-dd HH:mm:ss.SSSSSS", -1) == "1969-12-31 23:59:59.999999");
}

TEST_CASE("optional parts may be missing, and other texts are refused") {
  const TimePattern pattern("yyyy-MM-dd[ HH:mm[:ss]]");
  CHECK(pattern.parse("2024-03-01") == 19783 * kDayMicros);
  CHECK(pattern.parse("2024-03-01 12:00") == 19783 * kDayMicros + kDayMicros / 2);
  CHECK(pattern.parse("2024-03-01 12:00:01") == 19783 * kDayMicros + kDayMicros / 2 + kSecondMicros);
  CHECK(pattern.parse("2024-03-01 12") == std::nullopt);
  CHECK(pattern.parse("2024-02-30") == std::nullopt);
  CHECK(pattern.parse("03/01/2024") == std::nullopt);
}

TEST_CASE("a malformed pattern is an error") {
  for (const char* pattern : {"yyyy-jj", "yyyy 'open", "[yyyy", "yyyy]"}) {
    INFO(pattern);
    CHECK_THROWS_AS(TimePattern(pattern), Error);
  }
}
