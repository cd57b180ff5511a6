// File name patterns as Hadoop has them: `*` any characters, `?` one, `[a-c]` and `[^a-c]` one of a set, `{x,y}` one of
// several texts, `\` in front of a character that shall mean itself. Pure functions; any thread may call them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ferro {

// Whether text has any of the characters above.
bool isGlob(std::string_view text);

// The patterns without braces that a pattern with braces stands for, in order. Error kInvalidArgument when a brace is
// not closed.
std::vector<std::string> expandBraces(std::string_view pattern);

// Whether a whole name matches a pattern without braces. A character is a UTF-8 code point. Error kInvalidArgument when
// a bracket is not closed.
bool matchesGlob(std::string_view pattern, std::string_view name);

// The text that a pattern without special characters stands for: escapes taken away.
std::string unescapeGlob(std::string_view pattern);

}  // namespace ferro
