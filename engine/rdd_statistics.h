// Statistics of Rdds of numbers, and the extremes of any ordered rows.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "ferro/engine/rdd_actions.h"
#include "ferro/engine/stat_counter.h"

namespace ferro::detail {

template <class T, class Less>
Stored<T> maxOf(const Rdd<T>& rdd, Less less) {
  if (rdd.numPartitions() == 0) throwEmpty("max");
  return reduce(
      rdd, [](const Stored<T>& a, const Stored<T>& b, const Less& order) { return order(a, b) ? b : a; }, less);
}

template <class T, class Less>
Stored<T> minOf(const Rdd<T>& rdd, Less less) {
  if (rdd.numPartitions() == 0) throwEmpty("min");
  return reduce(
      rdd, [](const Stored<T>& a, const Stored<T>& b, const Less& order) { return order(b, a) ? b : a; }, less);
}

// In 64 bits, whatever the rows are.
template <class T>
auto sum(const Rdd<T>& rdd) {
  using Sum = std::conditional_t<std::is_floating_point_v<T>, double, int64_t>;
  Sum total = 0;
  for (Sum part : run(rdd, "sum", [](Rows<T>& rows) {
         Sum here = 0;
         while (const T* row = rows.next()) here += static_cast<Sum>(*row);
         return here;
       })) {
    total += part;
  }
  return total;
}

template <class T>
StatCounter stats(const Rdd<T>& rdd) {
  StatCounter total;
  for (const StatCounter& part : run(rdd, "stats", [](Rows<T>& rows) {
         StatCounter here;
         while (const T* row = rows.next()) here.add(static_cast<double>(*row));
         return here;
       })) {
    total.merge(part);
  }
  return total;
}

void requireBounds(const std::vector<double>& bounds);
std::vector<double> equalBounds(const StatCounter& stats, int buckets);

template <class T>
std::vector<int64_t> histogram(const Rdd<T>& rdd, const std::vector<double>& bounds) {
  requireBounds(bounds);
  auto parts = run(
      rdd, "histogram",
      [](Rows<T>& rows, const std::vector<double>& edges) {
        std::vector<int64_t> counts(edges.size() - 1, 0);
        while (const T* row = rows.next()) {
          const auto value = static_cast<double>(*row);
          if (!(value >= edges.front() && value <= edges.back())) continue;
          auto above = std::upper_bound(edges.begin(), edges.end(), value) - edges.begin();
          ++counts[std::min(static_cast<size_t>(above), counts.size()) - 1];
        }
        return counts;
      },
      bounds);
  std::vector<int64_t> total(bounds.size() - 1, 0);
  for (const auto& part : parts) {
    for (size_t i = 0; i < total.size(); ++i) total[i] += part[i];
  }
  return total;
}

template <class T>
std::pair<std::vector<double>, std::vector<int64_t>> histogram(const Rdd<T>& rdd, int buckets) {
  std::vector<double> bounds = equalBounds(stats(rdd), buckets);
  return {bounds, histogram(rdd, bounds)};
}

}  // namespace ferro::detail
