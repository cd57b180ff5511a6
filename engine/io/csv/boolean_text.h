// `true` and `false` in any letter case. A pure function; any thread may call it.
#pragma once

#include <string_view>

namespace ferro {

inline bool parseBoolean(std::string_view text, bool& value) {
  const auto matches = [&](std::string_view word) {
    if (text.size() != word.size()) return false;
    for (size_t i = 0; i < word.size(); ++i) {
      if ((text[i] | 0x20) != word[i]) return false;
    }
    return true;
  };
  value = matches("true");
  return value || matches("false");
}

}  // namespace ferro
