// How wide text is on a terminal, counted as Spark counts it: East-Asian wide characters take two cells. Pure
// functions; any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ferro {

// In terminal cells. Bytes that are no UTF-8 count one each.
size_t displayWidth(std::string_view text);
// In characters, as Java counts them: those outside of the basic plane are two.
size_t characterCount(std::string_view text);
// The first `count` characters.
std::string_view firstCharacters(std::string_view text, size_t count);

}  // namespace ferro
