// Dates and times laid out by a pattern of letters, Java's and Spark's: `yyyy-MM-dd'T'HH:mm:ss[.SSS][XXX]`.
// Immutable; any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ferro/engine/expr/calendar.h"
#include "ferro/engine/expr/text_scanner.h"
#include "ferro/engine/expr/time_zone.h"

namespace ferro {

// Some letters mean something only where texts are written.
enum class PatternUse : uint8_t { kParse, kFormat };

class DatePattern {
 public:
  // Error kInvalidArgument for a letter that means nothing, or quotes and brackets that do not match.
  DatePattern(std::string_view pattern, PatternUse use);

  const std::string& text() const { return text_; }

  // A time without a zone, whose letters are written as UTC's.
  void append(const CivilTime& time, std::string& text) const;
  std::string format(const CivilTime& time) const;
  // An instant as clocks of the zone show it. Error kInvalidArgument for a zone's full name, which only UTC has here.
  void append(int64_t micros, const TimeZone& zone, std::string& text) const;
  std::string format(int64_t micros, const TimeZone& zone) const;

  // Microseconds since 1970 in UTC; what the pattern does not tell is that of 1970-01-01 00:00:00, and the zone is
  // `zone`. Nothing for a text that does not fit the pattern, or is no date.
  std::optional<int64_t> parse(std::string_view text, const TimeZone& zone = *TimeZone::utc()) const;
  // Days since 1970: of the date that is written there, whatever the zone.
  std::optional<int32_t> parseDays(std::string_view text) const;

 private:
  struct Item {
    char letter = 0;  // 0 for a literal, '[' and ']' for the ends of an optional part
    int count = 0;    // of the letter; of an opening bracket, where its part ends
    std::string literal{};
    bool ofEra = false;     // a year that is counted from the beginning of its era, which the pattern names
    bool adjacent = false;  // the digits of another number follow without anything between
  };
  struct Parsed;

  static bool isNumber(const Item& item);
  size_t addItem(size_t at, PatternUse use);
  size_t addQuoted(size_t at);
  void matchBrackets();
  [[noreturn]] void fail(const std::string& what) const;

  // A zone at a time, as its letters show it.
  struct ZoneAt {
    const TimeZone& zone;
    int64_t second;
  };

  static void appendItem(std::string& text, const Item& item, const CivilTime& time, const ZoneAt& zone);
  static void appendZone(std::string& text, const Item& item, const ZoneAt& zone);

  bool match(size_t from, size_t to, TextScanner& scanner, Parsed& parsed) const;
  static bool matchItem(const Item& item, TextScanner& scanner, Parsed& parsed);
  static bool matchNumber(const Item& item, TextScanner& scanner, Parsed& parsed);
  bool parseAll(std::string_view text, Parsed& parsed) const;

  std::string text_;
  std::vector<Item> items_;
};

}  // namespace ferro
