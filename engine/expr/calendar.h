// Days and microseconds since 1970 as the calendar has them: the Gregorian calendar without end in both directions.
// Pure functions; any thread.
#pragma once

#include <cstdint>

namespace ferro {

inline constexpr int64_t kMicrosPerSecond = 1'000'000;
inline constexpr int64_t kSecondsPerDay = 86'400;
inline constexpr int64_t kMicrosPerDay = kSecondsPerDay * kMicrosPerSecond;

struct CivilDate {
  int64_t year = 1970;
  int month = 1;  // from 1
  int day = 1;    // from 1
};

struct CivilTime {
  CivilDate date;
  int hour = 0;
  int minute = 0;
  int second = 0;
  int micros = 0;
};

inline int64_t floorDivide(int64_t value, int64_t divisor) {
  const int64_t quotient = value / divisor;
  return value % divisor < 0 ? quotient - 1 : quotient;
}

inline int64_t floorRemainder(int64_t value, int64_t divisor) { return value - floorDivide(value, divisor) * divisor; }

inline bool isLeapYear(int64_t year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

inline int daysInMonth(int64_t year, int month) {
  if (month == 2) return isLeapYear(year) ? 29 : 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

// Years are counted from March, so that the day that comes and goes is the last of the year.
inline int64_t daysOf(const CivilDate& date) {
  const int64_t year = date.month > 2 ? date.year : date.year - 1;
  const int64_t era = floorDivide(year, 400);
  const int64_t yearOfEra = year - era * 400;
  const int64_t monthFromMarch = (date.month + 9) % 12;
  const int64_t dayOfYear = (153 * monthFromMarch + 2) / 5 + date.day - 1;
  return era * 146'097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719'468;
}

inline CivilDate civilDate(int64_t days) {
  days += 719'468;
  const int64_t era = floorDivide(days, 146'097);
  const int64_t dayOfEra = days - era * 146'097;
  const int64_t yearOfEra = (dayOfEra - dayOfEra / 1'460 + dayOfEra / 36'524 - dayOfEra / 146'096) / 365;
  const int64_t dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
  const int64_t monthFromMarch = (5 * dayOfYear + 2) / 153;
  const int month = static_cast<int>(monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9);
  return {yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month,
          static_cast<int>(dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)};
}

inline CivilTime civilTime(int64_t micros) {
  const int64_t days = floorDivide(micros, kMicrosPerDay);
  const int64_t ofDay = micros - days * kMicrosPerDay;
  const int64_t second = ofDay / kMicrosPerSecond;
  return {civilDate(days), static_cast<int>(second / 3'600), static_cast<int>(second / 60 % 60),
          static_cast<int>(second % 60), static_cast<int>(ofDay % kMicrosPerSecond)};
}

inline int64_t microsOf(const CivilTime& time) {
  return (daysOf(time.date) * kSecondsPerDay + time.hour * int64_t{3'600} + time.minute * int64_t{60} + time.second) *
             kMicrosPerSecond +
         time.micros;
}

// What days in 32 bits and microseconds in 64 reach.
inline bool isYearOfDate(int64_t year) { return year >= -5'877'640 && year <= 5'881'579; }
inline bool isYearOfTimestamp(int64_t year) { return year >= -290'307 && year <= 294'246; }

inline bool isDate(const CivilDate& date) {
  return date.month >= 1 && date.month <= 12 && date.day >= 1 && date.day <= daysInMonth(date.year, date.month);
}

// From 1.
inline int dayOfYear(const CivilDate& date) { return static_cast<int>(daysOf(date) - daysOf({date.year, 1, 1})) + 1; }

// 1 is Monday.
inline int isoDayOfWeek(int64_t days) { return static_cast<int>(floorRemainder(days + 3, 7)) + 1; }

// The month that is `months` later, with the day that it has at most.
inline CivilDate addMonths(const CivilDate& date, int64_t months) {
  const int64_t total = date.year * 12 + date.month - 1 + months;
  const int64_t year = floorDivide(total, 12);
  const int month = static_cast<int>(total - year * 12) + 1;
  const int last = daysInMonth(year, month);
  return {year, month, date.day < last ? date.day : last};
}

}  // namespace ferro
