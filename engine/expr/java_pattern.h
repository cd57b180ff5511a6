// Java's regular expressions rewritten for PCRE2, so that they mean the same: lines end where Java's end, \w and \d are
// ASCII, classes have unions and intersections, (?i) is ASCII without (?u). Pure functions; any thread.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace ferro {

struct JavaPattern {
  std::string pcre;  // for PCRE2 with PCRE2_UTF and no other option that changes what a pattern means
  int groups = 0;    // without the whole match
  std::map<std::string, int, std::less<>> names;
};

// Throws Error kInvalidArgument with Java's reason for a pattern that Java does not take.
JavaPattern translateJavaPattern(std::string_view pattern);

[[noreturn]] void throwInvalidPattern(std::string_view pattern, const std::string& reason);

}  // namespace ferro
