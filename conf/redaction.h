// Keeps secrets out of whatever is printed, logged or shown. Pure functions: any thread may call them.
#pragma once

#include <string>
#include <string_view>

namespace ferro {

// The value as it may be shown: a fixed text instead of it when the expression is found in the key or in the value.
// An expression that begins with `(?i)` ignores letter case.
std::string redact(std::string_view expression, std::string_view key, std::string_view value);

bool isRegularExpression(std::string_view text);

}  // namespace ferro
