// What the values of a block are like, which decides its form. Pure functions; any thread.
#pragma once

#include <cstdint>
#include <span>

namespace ferro::ml {

struct ValueKinds {
  int64_t nonZeros = 0;
  bool fitFloat = true;  // no value loses a digit as a float
  bool areFinite = true;
};

ValueKinds kindsOf(std::span<const double> values);

// The same values, narrower: no digit is lost where they fit.
void copyAsFloats(std::span<const double> values, float* to);

}  // namespace ferro::ml
