// What stands beside a regular expression: patterns that are plain text, and the replacements of regexp_replace. Pure
// functions; any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ferro {

class JavaMatcher;
class JavaRegex;

// True if the pattern matches only one text, which unescaped() gives.
bool isPlainPattern(std::string_view pattern);
std::string unescaped(std::string_view pattern);

// What a match is replaced by, as Java reads it: $1 and ${name} are groups, and a backslash takes the next character as
// it is.
class Replacement {
 public:
  // Throws Error kInvalidArgument for a group that the pattern does not have.
  Replacement(std::string_view text, const JavaRegex& regex);

  void appendTo(std::string& out, const JavaMatcher& match) const;

 private:
  struct Part {
    std::string text{};
    int group = -1;  // in place of the text, if 0 or more
  };

  std::vector<Part> parts_;
};

}  // namespace ferro
