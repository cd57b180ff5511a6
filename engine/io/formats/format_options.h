// The options of a source or sink, as texts with names in any letter case: `header`, `sep`, `mergeSchema`. A name that
// nobody knows is an error, because a misspelled option would otherwise do nothing. Immutable; any thread may read one.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ferro {

class FormatOptions {
 public:
  // `known` are the format's own names; those that all sources of files take are known besides. Error kInvalidArgument
  // that names the nearest for another.
  FormatOptions(std::string_view format, const std::map<std::string, std::string>& given,
                std::span<const std::string_view> known);

  std::optional<std::string> text(std::string_view name) const;
  std::string text(std::string_view name, std::string_view otherwise) const;
  bool flag(std::string_view name, bool otherwise) const;
  int64_t integer(std::string_view name, int64_t otherwise) const;
  double number(std::string_view name, double otherwise) const;
  // Exactly one character, in UTF-8.
  std::string character(std::string_view name, std::string_view otherwise) const;
  // One of the choices, in any letter case; given back in lower case.
  std::string choice(std::string_view name, std::string_view otherwise,
                     std::span<const std::string_view> choices) const;

  // An Error kInvalidArgument that says what the option takes.
  [[noreturn]] void throwBadValue(std::string_view name, std::string_view wanted) const;

  // With names in lower case: what travels, and makes the same options again.
  const std::map<std::string, std::string>& all() const { return values_; }

 private:
  std::string format_;
  std::map<std::string, std::string> values_;
};

}  // namespace ferro
