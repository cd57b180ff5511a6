// Numbers laid out for people: `1,234,567.89`. Pure functions; any thread.
#pragma once

#include <string>

namespace ferro {

// With commas between thousands and `digits` behind the point, a half rounded to the even side.
std::string textWithSeparators(double value, int digits);

}  // namespace ferro
