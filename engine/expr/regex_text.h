// Java's regular expressions rewritten for RE2 where the two spell things differently. Pure functions; any thread.
#pragma once

#include <string>
#include <string_view>

namespace ferro {

// A pattern whose every group has a name, in order; the first is the whole match.
struct NamedPattern {
  std::string pattern;
  int groups = 0;  // without the whole match
};

NamedPattern nameGroups(std::string_view pattern);

// `$1` becomes `\1`, and what is escaped stands for itself.
std::string rewriteReplacement(std::string_view replacement);

// Whether the pattern matches only one text, which unescaped() gives.
bool isPlainPattern(std::string_view pattern);
std::string unescaped(std::string_view pattern);

}  // namespace ferro
