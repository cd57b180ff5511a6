// Floating-point numbers as text and back, as Java does it: the fewest digits that name the number, with an exponent
// from ten million on and below a thousandth. Pure functions; any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ferro {

void appendNumber(std::string& text, double value);
void appendNumber(std::string& text, float value);

template <class T>
std::string numberText(T value) {
  std::string text;
  appendNumber(text, value);
  return text;
}

// Surrounding white space, a sign, an exponent, `Infinity`, `inf` and `NaN` in any case, a final d or f.
std::optional<double> parseDouble(std::string_view text);
std::optional<float> parseFloat(std::string_view text);

// Without white space and control characters at either end, as Spark trims before it casts.
std::string_view trimForCast(std::string_view text);

}  // namespace ferro
