// An order of all doubles, for sorting and for maps: NaN comes after all numbers, and no NaN before another. Pure; any
// thread.
#pragma once

#include <cmath>

namespace ferro::ml {

struct NumberOrder {
  bool operator()(double a, double b) const { return a < b || (std::isnan(b) && !std::isnan(a)); }
};

}  // namespace ferro::ml
