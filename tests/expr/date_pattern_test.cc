#include "ferro/engine/expr/date_pattern.h"

#include <optional>
#include <string>

#include "ferro_test.h"

using namespace ferro;

namespace {

constexpr int64_t kMoment = 1709294445'123456;  // 2024-03-01 12:00:45.123456 UTC

std::optional<int64_t> micros(const std::string& pattern, const std::string& text) {
  return DatePattern(pattern, PatternUse::kParse).parse(text);
}

std::string formatted(const char* pattern, int64_t moment) {
  return DatePattern(pattern, PatternUse::kFormat).format(civilTime(moment));
}

int64_t at(int year, int month, int day, int hour = 0, int minute = 0, int second = 0) {
  return microsOf({{year, month, day}, hour, minute, second, 0});
}

}  // namespace

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
  CHECK(micros("H:mm a", "13:05 PM") == at(1970, 1, 1, 13, 5));
  CHECK(micros("k:mm", "24:05") == at(1970, 1, 1, 0, 5));
  CHECK(micros("yyyy-MM-dd HH:mm[:ss][XXX]", "2020-03-05 07:08") == at(2020, 3, 5, 7, 8));
  CHECK(micros("yyyy-MM-dd HH:mm[:ss][XXX]", "2020-03-05 07:08:09+01:00") == at(2020, 3, 5, 6, 8, 9));
  CHECK(micros("yyyy D", "2020 366") == at(2020, 12, 31));
  CHECK(micros("yyyy ''yy", "2020 '20") == at(2020, 1, 1));
  CHECK(micros("yyyy-MM-dd", "+12020-03-05") == at(12020, 3, 5));
  CHECK(micros("yyyy-MM-dd", "-0044-03-15") == at(-44, 3, 15));
}

TEST_CASE("a pattern refuses what it does not describe") {
  CHECK_FALSE(micros("dd/MM/yyyy", "5/3/2020"));
  CHECK_FALSE(micros("dd/MM/yyyy", "05/13/2020"));
  CHECK_FALSE(micros("dd/MM/yyyy", "31/04/2020"));
  CHECK_FALSE(micros("dd/MM/yyyy", "05/03/2020 "));
  CHECK_FALSE(micros("dd/MM/yyyy", "05/03/12020"));
  CHECK_FALSE(micros("dd/MM/yyyy", ""));
  CHECK_FALSE(micros("HH:mm", "24:00"));
  CHECK_FALSE(micros("H:mm a", "13:05 AM"));
  CHECK_FALSE(micros("h:mm", "13:05"));
  CHECK_FALSE(micros("yyyy D", "2021 366"));
}

TEST_CASE("optional parts may be missing, also one within the other") {
  const std::string pattern = "yyyy-MM-dd[ HH:mm[:ss]]";
  CHECK(micros(pattern, "2024-03-01") == at(2024, 3, 1));
  CHECK(micros(pattern, "2024-03-01 12:00") == at(2024, 3, 1, 12));
  CHECK(micros(pattern, "2024-03-01 12:00:01") == at(2024, 3, 1, 12, 0, 1));
  CHECK_FALSE(micros(pattern, "2024-03-01 12"));
  CHECK_FALSE(micros(pattern, "2024-02-30"));
}

TEST_CASE("a date is the one that is written, whatever its zone") {
  const DatePattern pattern("yyyy-MM-dd HH:mmXXX", PatternUse::kParse);
  CHECK(pattern.parseDays("2024-03-01 00:30+02:00") == daysOf({2024, 3, 1}));
  CHECK(pattern.parse("2024-03-01 00:30+02:00") == at(2024, 2, 29, 22, 30));
}

TEST_CASE("a pattern writes what it reads") {
  for (const char* pattern : {"yyyy-MM-dd'T'HH:mm:ss.SSSSSS[XXX]", "dd/MM/yyyy HH:mm:ss.SSSSSS", "yyyyMMddHHmmssSSSSSS",
                              "EEE, dd MMM yyyy hh:mm:ss.SSSSSS a", "MMMM d yyyy H:m:s.SSSSSS"}) {
    INFO(pattern);
    const std::string text = formatted(pattern, kMoment);
    INFO(text);
    CHECK(micros(pattern, text) == kMoment);
  }
  CHECK(formatted("yyyy-MM-dd'T'HH:mm:ss[.SSS][XXX]", kMoment) == "2024-03-01T12:00:45.123Z");
  CHECK(formatted("EEEE d MMMM yy ''h a xxx", kMoment) == "Friday 1 March 24 '12 PM +00:00");
  CHECK(formatted("yyyy-MM-dd HH:mm:ss.SSSSSS", -1) == "1969-12-31 23:59:59.999999");
  CHECK(formatted("QQQ QQQQ xx O", kMoment) == "Q1 1st quarter +0000 GMT");
  CHECK(formatted("yyyy-MM", at(-44, 3, 15)) == "-0044-03");
}

TEST_CASE("a pattern that makes no sense is an error that names it") {
  for (const char* pattern : {"yyyy-jj", "yyyy-QQ", "yyyy 'open", "[yyyy", "yyyy]", "u", "MMMMM", "ddd", "yyyy F"}) {
    INFO(pattern);
    CHECK_THROWS_WITH(DatePattern(pattern, PatternUse::kParse), Catch::Contains(pattern));
  }
}
