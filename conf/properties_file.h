// The format of Spark's defaults files: `key value`, `key=value` or `key: value` on a line, `#` or `!` before a
// comment, a backslash at the end of a line that goes on in the next. A pure function.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ferro {

struct Property {
  std::string key;
  std::string value;
  int line;  // counted from 1
};

// In the order of the file. Nothing is an error here: a line with a key alone gives an empty value.
std::vector<Property> parseProperties(std::string_view content);

}  // namespace ferro
