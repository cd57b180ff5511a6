#include "expression_table.h"
#include "ferro/engine/expr/calendar.h"
#include "ferro_test.h"

namespace ferro::test {

TEST_CASE("parts of dates and times") {
  checkTable(R"(
    year | date: 2020-02-29 | int: 2020
    year | timestamp: 1969-12-31 23:59:59 | int: 1969
    year | string: '2021-05-06' | int: 2021
    quarter | date: 2020-04-01 | int: 2
    month | date: 2020-02-29 | int: 2
    day | date: 2020-02-29 | int: 29
    dayofmonth | date: NULL | int: NULL
    dayofweek | date: 2009-07-30 | int: 5
    dayofweek | date: 2024-06-09 | int: 1
    weekday | date: 2009-07-30 | int: 3
    dayofyear | date: 2016-04-09 | int: 100
    weekofyear | date: 2008-02-20 | int: 8
    weekofyear | date: 2021-01-03 | int: 53
    weekofyear | date: 2024-12-30 | int: 1
    hour | timestamp: 2009-07-30 12:58:59 | int: 12
    minute | timestamp: 2009-07-30 12:58:59 | int: 58
    second | timestamp: 2009-07-30 12:58:59 | int: 59
    hour | timestamp: 1969-12-31 23:59:59 | int: 23
    second | timestamp: 1969-12-31 23:59:59.5 | int: 59
    monthname | date: 2008-02-20 | string: Feb
    dayname | date: 2008-02-20 | string: Wed
    year | boolean: true | ! [DATATYPE_MISMATCH.UNEXPECTED_INPUT_TYPE]
  )");
}

TEST_CASE("arithmetic of dates") {
  checkTable(R"(
    add_months | date: 2020-01-31 | int: 123456789 | ! [ARITHMETIC_OVERFLOW]
    date_add | date: 2016-07-30 | int: 1 | date: 2016-07-31
    date_add | string: '2016-07-30' | int: -30 | date: 2016-06-30
    date_sub | date: 2016-07-30 | int: 1 | date: 2016-07-29
    + | date: 2016-07-30 | int: 2 | date: 2016-08-01
    - | date: 2016-07-30 | int: 30 | date: 2016-06-30
    date_add | date: NULL | int: 1 | date: NULL
    datediff | date: 2009-07-31 | date: 2009-07-30 | int: 1
    datediff | timestamp: 2009-07-31 01:00:00 | timestamp: 2009-07-30 23:00:00 | int: 1
    add_months | date: 2016-08-31 | int: 1 | date: 2016-09-30
    add_months | date: 2016-02-29 | int: -12 | date: 2015-02-28
    months_between | timestamp: 1997-02-28 10:30:00 | timestamp: 1996-10-30 00:00:00 | double: 3.94959677
    months_between | timestamp: 1997-02-28 10:30:00 | timestamp: 1996-10-30 00:00:00 | boolean: false | double: 3.9495967741935485
    months_between | date: 2020-02-29 | date: 2020-01-31 | double: 1.0
    last_day | date: 2009-01-12 | date: 2009-01-31
    last_day | date: 2016-02-01 | date: 2016-02-29
    next_day | date: 2015-01-14 | string: 'TU' | date: 2015-01-20
    next_day | date: 2015-01-14 | string: 'wednesday' | date: 2015-01-21
    next_day | date: 2015-01-14 | string: 'xx' | ! [ILLEGAL_DAY_OF_WEEK]
    trunc | date: 2019-08-04 | string: 'week' | date: 2019-07-29
    trunc | date: 2019-08-04 | string: 'quarter' | date: 2019-07-01
    trunc | date: 2009-02-12 | string: 'MM' | date: 2009-02-01
    trunc | date: 2015-10-27 | string: 'YEAR' | date: 2015-01-01
    trunc | date: 2015-10-27 | string: 'hour' | date: NULL
    date_trunc | string: 'YEAR' | timestamp: 2015-03-05 09:32:05.359 | timestamp: 2015-01-01 00:00:00
    date_trunc | string: 'HOUR' | timestamp: 2015-03-05 09:32:05.359 | timestamp: 2015-03-05 09:00:00
    date_trunc | string: 'MILLISECOND' | timestamp: 2015-03-05 09:32:05.123456 | timestamp: 2015-03-05 09:32:05.123
    date_trunc | string: 'day' | timestamp: 1969-12-31 09:32:05 | timestamp: 1969-12-31 00:00:00
    date_trunc | string: 'x' | timestamp: 2015-03-05 09:32:05 | timestamp: NULL
    make_date | int: 2013 | int: 7 | int: 15 | date: 2013-07-15
    make_date | int: 2019 | int: 2 | int: 30 | ! [DATETIME_FIELD_OUT_OF_BOUNDS.WITHOUT_SUGGESTION]
  )");
}

TEST_CASE("dates and times from text and to text") {
  checkTable(R"(
    date_format | timestamp: 2020-02-29 12:34:56 | string: 'G F' | string: AD 1
    date_format | timestamp: -0044-03-15 03:04:05 | string: 'yyyy G' | string: 0045 BC
    to_date | string: '44 BC' | string: 'y G' | date: -0043-01-01
    from_unixtime | double: -1.5 | string: 1969-12-31 23:59:59
    from_unixtime | bigint: 9223372036854775807 | string: 1969-12-31 23:59:59
    date_add | date: 2020-01-01 | bigint: 1 | ! [DATATYPE_MISMATCH.UNEXPECTED_INPUT_TYPE]
    to_date | string: '2009-07-30 04:17:52' | date: 2009-07-30
    to_date | string: '2016-12-31' | string: 'yyyy-MM-dd' | date: 2016-12-31
    to_date | string: '31/12/16' | string: 'dd/MM/yy' | date: 2016-12-31
    to_date | string: '20161231' | string: 'yyyyMMdd' | date: 2016-12-31
    to_date | string: '5 Mar 2021' | string: 'd MMM yyyy' | date: 2021-03-05
    to_date | string: 'x' | string: 'yyyy-MM-dd' | ! [CANNOT_PARSE_TIMESTAMP] Text 'x' could not be parsed with the format 'yyyy-MM-dd'.
    to_date | string: 'x' | ! [CAST_INVALID_INPUT]
    to_date | timestamp: 2009-07-30 04:17:52 | date: 2009-07-30
    try_to_date | string: 'x' | date: NULL
    to_timestamp | string: '2016-12-31 00:12:00' | timestamp: 2016-12-31 00:12:00
    to_timestamp | string: '31-12-2016 23:12' | string: 'dd-MM-yyyy HH:mm' | timestamp: 2016-12-31 23:12:00
    to_timestamp | string: '2016-12-31 11:12:13.456 PM' | string: 'yyyy-MM-dd hh:mm:ss.SSS a' | timestamp: 2016-12-31 23:12:13.456
    to_timestamp | string: '2016-12-31T10:00:00+02:00' | string: 'yyyy-MM-dd'T'HH:mm:ssXXX' | timestamp: 2016-12-31 08:00:00
    try_to_timestamp | string: '2016-13-31' | string: 'yyyy-MM-dd' | timestamp: NULL
    date_format | date: 2016-04-08 | string: 'y' | string: 2016
    date_format | timestamp: 2016-04-08 13:10:15.678 | string: 'yyyy/MM/dd hh:mm:ss.SS a' | string: 2016/04/08 01:10:15.67 PM
    date_format | date: 2016-04-08 | string: 'EEEE, d MMMM yy' | string: Friday, 8 April 16
    date_format | date: 2016-04-08 | string: 'E MMM D Q QQQ' | string: Fri Apr 99 2 Q2
    date_format | timestamp: 2016-04-08 00:00:00 | string: 'k K H X x Z' | string: 24 0 0 Z +00 +0000
    date_format | date: 2016-04-08 | string: 'b' | ! [INVALID_DATETIME_PATTERN.WITH_SUGGESTION]
    from_unixtime | bigint: 0 | string: 1970-01-01 00:00:00
    from_unixtime | bigint: 86400 | string: 'yyyy-MM-dd' | string: 1970-01-02
    unix_timestamp | string: '1970-01-01 00:01:00' | bigint: 60
    unix_timestamp | string: '1970-01-02' | string: 'yyyy-MM-dd' | bigint: 86400
    unix_timestamp | timestamp: 1970-01-01 00:00:01.9 | bigint: 1
    unix_timestamp | date: 1970-01-02 | bigint: 86400
  )");
}

TEST_CASE("days and dates are each other's inverse over thousands of years") {
  CivilDate date{-500, 1, 1};
  for (int64_t days = daysOf(date); date.year < 4'000; ++days) {
    const CivilDate found = civilDate(days);
    if (found.year != date.year || found.month != date.month || found.day != date.day || daysOf(date) != days) {
      FAIL("day " << days << " is not " << date.year << "-" << date.month << "-" << date.day);
    }
    if (++date.day > daysInMonth(date.year, date.month)) {
      date.day = 1;
      if (++date.month > 12) date = {date.year + 1, 1, 1};
    }
  }
}

}  // namespace ferro::test
