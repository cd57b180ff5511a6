// Dates and times as text in a pattern of Java's letters, such as yyyy-MM-dd'T'HH:mm:ss[.SSS][XXX]. The session's time
// zone is UTC. Immutable; any thread may use one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ferro {

class TimePattern {
 public:
  // Error kInvalidArgument for a letter that is not known, or a quote or bracket that is not closed.
  explicit TimePattern(std::string_view pattern);

  // Microseconds since 1970-01-01 UTC; nothing when the text has another form or is no date.
  std::optional<int64_t> parse(std::string_view text) const;
  void append(int64_t micros, std::string& text) const;

 private:
  struct Item {
    char letter = 0;  // 0 for a literal, '[' and ']' for the ends of an optional part
    int count = 0;
    std::string literal{};
  };
  struct Fields;

  // Index of the item behind the optional part that begins at `open`.
  size_t endOfOptional(size_t open) const;
  bool parseItems(size_t from, size_t to, std::string_view& text, Fields& fields) const;
  bool parseItem(size_t index, std::string_view& text, Fields& fields) const;
  bool parseNumberItem(size_t index, std::string_view& text, Fields& fields) const;

  std::vector<Item> items_;
};

}  // namespace ferro
