#include "ferro/engine/expr/time_text.h"

#include <string>

#include "ferro/engine/expr/calendar.h"
#include "ferro_test.h"

using namespace ferro;

namespace {

int64_t instantAt(int year, int month, int day, int hour = 0, int minute = 0, int second = 0) {
  return microsOf({{year, month, day}, hour, minute, second, 0});
}

}  // namespace

TEST_CASE("days are counted in the Gregorian calendar, far in both directions") {
  CHECK(daysOf({1970, 1, 1}) == 0);
  CHECK(daysOf({2000, 3, 1}) == 11'017);
  CHECK(daysOf({1, 1, 1}) == -719'162);
  int64_t expected = daysOf({1890, 1, 1});
  for (int year = 1890; year < 2110; ++year) {
    for (int month = 1; month <= 12; ++month) {
      for (int day = 1; day <= daysInMonth(year, month); ++day) REQUIRE(daysOf({year, month, day}) == expected++);
    }
  }
}

TEST_CASE("timestamps are read as a cast reads them") {
  CHECK(parseTimestamp("2020") == instantAt(2020, 1, 1));
  CHECK(parseTimestamp("2020-3") == instantAt(2020, 3, 1));
  CHECK(parseTimestamp("2020-3-5") == instantAt(2020, 3, 5));
  CHECK(parseTimestamp("2020-03-05 ") == instantAt(2020, 3, 5));
  CHECK(parseTimestamp("2020-03-05T07") == instantAt(2020, 3, 5, 7));
  CHECK(parseTimestamp("2020-03-05 7:8") == instantAt(2020, 3, 5, 7, 8));
  CHECK(parseTimestamp("2020-03-05T07:08:09.1234567890123") == instantAt(2020, 3, 5, 7, 8, 9) + 123'456);
  CHECK(parseTimestamp(" 2020-03-05 07:08:09Z ") == instantAt(2020, 3, 5, 7, 8, 9));
  CHECK(parseTimestamp("2020-03-05 07:08:09+01:30") == instantAt(2020, 3, 5, 5, 38, 9));
  CHECK(parseTimestamp("2020-03-05 07:08:09 GMT-3") == instantAt(2020, 3, 5, 10, 8, 9));
  CHECK(parseTimestamp("1969-12-31 23:59:59.999999") == -1);
  CHECK(parseTimestamp("-0044-03-15") == instantAt(-44, 3, 15));
  for (const char* text :
       {"", "20", "2020-", "2020-13", "2020-02-30", "2020-03-05 25:00", "2020-03-05 12:00:61", "2020-03-05 07:08:09x",
        "2020-03-05T", "12:30", "2020-03-05 07:08:09+25:00", "2020-03-05 12:00 nowhere", "1234567-01-01"}) {
    INFO(text);
    CHECK_FALSE(parseTimestamp(text));
  }
}

TEST_CASE("dates are read as a cast reads them, with whatever follows a space or a T") {
  CHECK(parseDate("1970-01-02") == 1);
  CHECK(parseDate(" 2024-3-1 ") == 19'783);
  CHECK(parseDate("2024") == 19'723);
  CHECK(parseDate("2024-03-01T10:00:00") == 19'783);
  CHECK(parseDate("0001-01-01") == -719'162);
  for (const char* text : {"", "2024-13-01", "2024-02-30", "24-01-01", "2024-01-01x", "x"}) {
    INFO(text);
    CHECK_FALSE(parseDate(text));
  }
}

TEST_CASE("a date in CSV has four, two and two digits") {
  CHECK(parseIsoDate("2020-03-05") == daysOf({2020, 3, 5}));
  for (const char* text : {"2020-3-5", "2020-03-05 ", "2020/03/05", "2021-02-29", "20200305", "2020-0a-05", ""}) {
    INFO(text);
    CHECK_FALSE(parseIsoDate(text));
  }
}

TEST_CASE("a zone is an offset, in all the forms that Java writes one") {
  for (const char* text : {"Z", "UTC", "GMT", "UT", "+00", "+0", "-00:00"}) {
    INFO(text);
    CHECK(parseZoneOffset(text) == 0);
  }
  CHECK(parseZoneOffset("+1") == 3'600);
  CHECK(parseZoneOffset("UTC-08") == -28'800);
  CHECK(parseZoneOffset("+0130") == 5'400);
  CHECK(parseZoneOffset("-1:5") == -3'900);
  CHECK(parseZoneOffset("GMT+01:30:15") == 5'415);
  CHECK(parseZoneOffset("+013015") == 5'415);
  for (const char* text :
       {"", "+", "01:00", "+19", "+1:60", "+01:", "+123", "Europe/Berlin", "UTCZ1", "+01:00:00:00"}) {
    INFO(text);
    CHECK_FALSE(parseZoneOffset(text));
  }
}
