// Small things to do with text: cut it, glue it, trim it. Results of split and trim are views into what was given. Pure
// functions; any thread may call them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ferro {

// The pieces of text between separators, empty ones included: there is always one piece more than there are separators.
std::vector<std::string_view> split(std::string_view text, char separator);

// text without spaces, tabs and line ends at either end.
std::string_view trim(std::string_view text);

// The parts, one after the other, with separator between any two.
template <class Parts>
std::string join(const Parts& parts, std::string_view separator) {
  std::string joined;
  bool first = true;
  for (const std::string_view part : parts) {
    if (!first) joined.append(separator);
    joined.append(part);
    first = false;
  }
  return joined;
}

}  // namespace ferro
