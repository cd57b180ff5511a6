// Text inside JSON. A pure function; any thread may call it.
#pragma once

#include <string>
#include <string_view>

namespace ferro {

// In quotes, with the escapes that the standard asks for.
void appendJsonText(std::string_view text, std::string& json);

}  // namespace ferro
