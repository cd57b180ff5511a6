// Count, mean, variance, extremes and sum of numbers, gathered in one pass and merged without loss of accuracy. A plain
// value that travels.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace ferro {

struct StatCounter {
  int64_t n = 0;
  double mu = 0;  // the running mean
  double m2 = 0;  // the sum of squared distances from the mean
  double greatest = -std::numeric_limits<double>::infinity();
  double least = std::numeric_limits<double>::infinity();

  void add(double value) {
    const double delta = value - mu;
    ++n;
    mu += delta / static_cast<double>(n);
    m2 += delta * (value - mu);
    greatest = std::max(greatest, value);
    least = std::min(least, value);
  }

  void merge(const StatCounter& other) {
    if (other.n == 0) return;
    if (n == 0) {
      *this = other;
      return;
    }
    const double delta = other.mu - mu;
    const auto total = static_cast<double>(n + other.n);
    mu += delta * static_cast<double>(other.n) / total;
    m2 += other.m2 + delta * delta * static_cast<double>(n) * static_cast<double>(other.n) / total;
    n += other.n;
    greatest = std::max(greatest, other.greatest);
    least = std::min(least, other.least);
  }

  int64_t count() const { return n; }
  double mean() const { return mu; }
  double sum() const { return mu * static_cast<double>(n); }
  double max() const { return greatest; }
  double min() const { return least; }
  // Not a number where there are too few.
  double variance() const;
  double stdev() const;
  double sampleVariance() const;
  double sampleStdev() const;
};

}  // namespace ferro
