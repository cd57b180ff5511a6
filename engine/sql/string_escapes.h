// What backslashes mean in SQL's texts. Pure; any thread.
#pragma once

#include <string>
#include <string_view>

namespace ferro::sql {

// `\n`, `\t`, `\101`, `\u0041` and so on become what they stand for. `\%` and `\_` stay, for LIKE; in front of any
// other letter a backslash means nothing.
std::string unescaped(std::string_view text);

}  // namespace ferro::sql
