// The names of \p{...} in Java's regular expressions as classes of PCRE2's. Pure functions; any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ferro {

// What stands between the brackets of a class of PCRE2's; nothing for a name that Java does not know.
std::optional<std::string> propertyItems(std::string_view name, bool ignoreCase);

}  // namespace ferro
