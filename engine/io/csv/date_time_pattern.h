// A format of dates and timestamps, written as Spark and Java write them: `dd/MM/yyyy HH:mm:ss[.SSS][XXX]`. Immutable;
// any thread may use one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ferro {

class DateTimePattern {
 public:
  // Error kInvalidArgument for a letter that means nothing here, or brackets that do not match.
  explicit DateTimePattern(std::string_view pattern);

  // Microseconds since 1970; what the pattern does not tell is that of 1970-01-01 00:00:00 UTC. False when the text is
  // not written so, or names a day that does not exist.
  bool parseTimestamp(std::string_view text, int64_t& micros) const;
  bool parseDate(std::string_view text, int32_t& days) const;

 private:
  struct Item {
    char letter = '\0';  // NUL: a literal
    int count = 0;       // of the letter; of an opening bracket, where its section ends
    std::string literal{};
    bool adjacent = false;  // digits of the next number follow without anything between
  };
  struct Fields;

  void addLetters(char letter, int count);
  void closeSections();
  bool match(size_t from, size_t to, std::string_view& text, Fields& fields) const;
  static bool matchItem(const Item& item, std::string_view& text, Fields& fields);
  static bool matchNumber(const Item& item, std::string_view& text, Fields& fields);
  bool parse(std::string_view text, Fields& fields) const;

  std::vector<Item> items_;
};

}  // namespace ferro
