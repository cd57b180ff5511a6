// The few operations on points that solvers need.
#pragma once

#include <cmath>

#include "ferro/mllib/solvers/objective.h"

namespace ferro::ml {

inline double dot(const Point& a, const Point& b) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

inline double norm(const Point& a) { return std::sqrt(dot(a, a)); }

// a + factor * b
inline Point stepped(const Point& a, double factor, const Point& b) {
  Point sum(a.size());
  for (size_t i = 0; i < a.size(); ++i) sum[i] = a[i] + factor * b[i];
  return sum;
}

inline Point difference(const Point& a, const Point& b) { return stepped(a, -1.0, b); }

}  // namespace ferro::ml
