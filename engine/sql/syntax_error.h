// Errors in SQL text: one line with what was found, where, what would have been right, and the text. Any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ferro::sql {

// A part of the text as errors show it: line ends and other control characters are spaces.
std::string oneLine(std::string_view text);

// `found` is the offending part of `sql`; nothing at the end of the text.
[[noreturn]] void throwSyntaxError(std::string_view sql, size_t position, std::string_view found,
                                   std::string_view problem);
// SQL that is right, and that Ferro does not have: `feature` is what, `instead` is what to do.
[[noreturn]] void throwUnsupported(std::string_view sql, size_t position, std::string_view feature,
                                   std::string_view instead);

}  // namespace ferro::sql
