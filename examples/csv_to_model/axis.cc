#include "axis.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace {

// The smallest of 1, 2, 5, 10, 20, ... (or 0.5, 0.2, ...) that is not below the step.
double roundStep(double step) {
  const double power = std::pow(10, std::floor(std::log10(step)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= step * (1 - 1e-9)) return factor * power;
  }
  return 10 * power;
}

}  // namespace

Axis axisFor(double smallest, double largest) {
  if (!(largest > smallest)) largest = smallest + std::max(1e-3, std::abs(smallest) * 0.1);
  const double step = roundStep((largest - smallest) / 5);
  Axis axis{std::floor(smallest / step + 1e-9) * step, std::ceil(largest / step - 1e-9) * step, {}, 0};
  axis.decimals = std::max(0, static_cast<int>(-std::floor(std::log10(step) + 1e-9)));
  const auto steps = static_cast<int>(std::lround((axis.high - axis.low) / step));
  for (int i = 0; i <= steps; ++i) axis.ticks.push_back(axis.low + i * step);
  return axis;
}

std::string Axis::text(double tick) const {
  char digits[64];
  std::snprintf(digits, sizeof digits, "%.*f", decimals, std::abs(tick) < 1e-12 ? 0.0 : tick);
  std::string text = digits;
  const size_t whole = text.find('.') == std::string::npos ? text.size() : text.find('.');
  const size_t first = text.front() == '-' ? 1 : 0;
  for (size_t place = whole; place > first + 3; place -= 3) text.insert(place - 3, ",");
  return text;
}
