// Letters in lower and upper case. Only those of ASCII: names of options, functions and units have no others, and the
// machine's language must not change what they are. Pure functions; any thread may call them.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace ferro {

constexpr char lowerCase(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

constexpr char upperCase(char letter) {
  return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
}

inline std::string lowerCase(std::string_view text) {
  std::string lower(text);
  for (char& letter : lower) letter = lowerCase(letter);
  return lower;
}

inline std::string upperCase(std::string_view text) {
  std::string upper(text);
  for (char& letter : upper) letter = upperCase(letter);
  return upper;
}

inline bool equalIgnoringCase(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char one, char other) { return lowerCase(one) == lowerCase(other); });
}

inline bool startsWithIgnoringCase(std::string_view text, std::string_view prefix) {
  return equalIgnoringCase(text.substr(0, prefix.size()), prefix);
}

}  // namespace ferro
