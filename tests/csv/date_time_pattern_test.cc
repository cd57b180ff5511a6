#include "ferro/engine/io/csv/date_time_pattern.h"

#include <optional>
#include <string>

#include "ferro/common/error.h"
#include "ferro/engine/io/csv/civil_time.h"
#include "ferro/engine/io/csv/timestamp_text.h"
#include "ferro_test.h"

using namespace ferro;

namespace {

constexpr int64_t kSecond = kMicrosPerSecond;

std::optional<int64_t> micros(const std::string& pattern, const std::string& text) {
  int64_t value = 0;
  return DateTimePattern(pattern).parseTimestamp(text, value) ? std::optional(value) : std::nullopt;
}

std::optional<int64_t> castMicros(const std::string& text) {
  int64_t value = 0;
  return parseTimestamp(text, value) ? std::optional(value) : std::nullopt;
}

int64_t at(int year, int month, int day, int hour = 0, int minute = 0, int second = 0) {
  return daysSinceEpoch(year, month, day) * kMicrosPerDay + (hour * 3600 + minute * 60 + second) * kSecond;
}

}  // namespace

TEST_CASE("days are counted in the Gregorian calendar, far in both directions") {
  CHECK(daysSinceEpoch(1970, 1, 1) == 0);
  CHECK(daysSinceEpoch(2000, 3, 1) == 11'017);
  CHECK(daysSinceEpoch(1, 1, 1) == -719'162);
  int64_t expected = daysSinceEpoch(1890, 1, 1);
  for (int year = 1890; year < 2110; ++year) {
    for (int month = 1; month <= 12; ++month) {
      for (int day = 1; day <= daysInMonth(year, month); ++day) REQUIRE(daysSinceEpoch(year, month, day) == expected++);
    }
  }
}

TEST_CASE("a pattern reads what it describes") {
  CHECK(micros("dd/MM/yyyy", "05/03/2020") == at(2020, 3, 5));
  CHECK(micros("d/M/yyyy", "5/12/2020") == at(2020, 12, 5));
  CHECK(micros("yyyyMMdd", "20200305") == at(2020, 3, 5));
  CHECK(micros("yyyyMMddHHmmss", "20200305070809") == at(2020, 3, 5, 7, 8, 9));
  CHECK(micros("yy-M-d", "20-3-5") == at(2020, 3, 5));
  CHECK(micros("MMM d, yyyy", "Mar 5, 2020") == at(2020, 3, 5));
  CHECK(micros("EEEE, MMMM d yyyy", "Thursday, march 5 2020") == at(2020, 3, 5));
  CHECK(micros("yyyy-MM-dd'T'HH:mm:ss.SSS", "2020-03-05T07:08:09.12") == at(2020, 3, 5, 7, 8, 9) + 120'000);
  CHECK(micros("h:mm a", "12:05 AM") == at(1970, 1, 1, 0, 5));
  CHECK(micros("h:mm a", "12:05 pm") == at(1970, 1, 1, 12, 5));
  CHECK(micros("yyyy-MM-dd HH:mm[:ss][XXX]", "2020-03-05 07:08") == at(2020, 3, 5, 7, 8));
  CHECK(micros("yyyy-MM-dd HH:mm[:ss][XXX]", "2020-03-05 07:08:09+01:00") == at(2020, 3, 5, 6, 8, 9));
  CHECK(micros("yyyy D", "2020 366") == at(2020, 12, 31));
  CHECK(micros("yyyy ''yy", "2020 '20") == at(2020, 1, 1));
}

TEST_CASE("a pattern refuses what it does not describe") {
  CHECK_FALSE(micros("dd/MM/yyyy", "5/3/2020"));
  CHECK_FALSE(micros("dd/MM/yyyy", "05/13/2020"));
  CHECK_FALSE(micros("dd/MM/yyyy", "31/04/2020"));
  CHECK_FALSE(micros("dd/MM/yyyy", "05/03/2020 "));
  CHECK_FALSE(micros("dd/MM/yyyy", ""));
  CHECK_FALSE(micros("HH:mm", "24:00"));
  CHECK_FALSE(micros("yyyy D", "2021 366"));
}

TEST_CASE("a pattern that makes no sense is an error") {
  for (const char* pattern : {"yyyy-QQ", "yyyy 'open", "[yyyy", "yyyy]"}) {
    INFO(pattern);
    CHECK_THROWS_AS(DateTimePattern(pattern), Error);
  }
}

TEST_CASE("without a pattern timestamps are read as a cast reads them") {
  CHECK(castMicros("2020") == at(2020, 1, 1));
  CHECK(castMicros("2020-3") == at(2020, 3, 1));
  CHECK(castMicros("2020-3-5") == at(2020, 3, 5));
  CHECK(castMicros("2020-03-05 7:8") == at(2020, 3, 5, 7, 8));
  CHECK(castMicros("2020-03-05T07:08:09.1234567") == at(2020, 3, 5, 7, 8, 9) + 123'456);
  CHECK(castMicros(" 2020-03-05 07:08:09Z ") == at(2020, 3, 5, 7, 8, 9));
  CHECK(castMicros("2020-03-05 07:08:09+01:30") == at(2020, 3, 5, 5, 38, 9));
  CHECK(castMicros("2020-03-05 07:08:09 GMT-3") == at(2020, 3, 5, 10, 8, 9));
  CHECK(castMicros("1969-12-31 23:59:59.999999") == -1);
  CHECK(castMicros("-0044-03-15") == at(-44, 3, 15));
  for (const char* text : {"", "20", "2020-", "2020-13", "2020-02-30", "2020-03-05 25:00", "2020-03-05 07:08:09x",
                           "2020-03-05T07", "12:30", "2020-03-05 07:08:09+25:00"}) {
    INFO(text);
    CHECK_FALSE(castMicros(text));
  }
}

TEST_CASE("a date without a pattern has four, two and two digits") {
  int32_t days = 0;
  CHECK((parseIsoDate("2020-03-05", days) && days == daysSinceEpoch(2020, 3, 5)));
  for (const char* text : {"2020-3-5", "2020-03-05 ", "2020/03/05", "2021-02-29", "20200305", "2020-0a-05"}) {
    INFO(text);
    CHECK_FALSE(parseIsoDate(text, days));
  }
}
