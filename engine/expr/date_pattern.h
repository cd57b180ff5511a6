// Dates and times laid out by a pattern of letters, Java's: `yyyy-MM-dd HH:mm:ss.SSS`. Immutable; any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ferro/engine/expr/calendar.h"

namespace ferro {

class DatePattern {
 public:
  // Error kInvalidArgument that names the letter, for one that means nothing.
  explicit DatePattern(std::string_view pattern);

  const std::string& text() const { return text_; }

  std::string format(const CivilTime& time) const;
  // Microseconds since 1970 in UTC; nothing for a text that does not fit the pattern, or is no date.
  std::optional<int64_t> parse(std::string_view text) const;

 private:
  struct Item {
    char letter = 0;  // 0 for a literal
    int count = 0;
    std::string literal{};
  };
  struct Parsed;

  static bool isNumber(const Item& item);
  void appendItem(std::string& text, const Item& item, const CivilTime& time) const;
  bool parseItem(std::string_view& rest, const Item& item, bool adjacent, Parsed& parsed) const;

  std::string text_;
  std::vector<Item> items_;
};

}  // namespace ferro
