// The types and the way that the tests of element types share: every type goes through functions, caches, shuffles and
// back to the driver unchanged.
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "session_grid.h"

namespace ferro::test {

enum class Colour : uint8_t { kRed, kGreen, kBlue };

struct Point {
  double x = 0;
  double y = 0;
  int64_t id = 0;
  bool operator==(const Point&) const = default;
};

struct Shape {
  std::string name;
  std::vector<Point> corners;
  std::optional<Colour> colour;
  bool operator==(const Shape&) const = default;
};

// A class with a secret: not an aggregate, so it says itself how it travels.
class Interval {
 public:
  Interval() = default;
  Interval(int64_t from, int64_t to) : from_(std::min(from, to)), to_(std::max(from, to)) {}
  int64_t from() const { return from_; }
  int64_t to() const { return to_; }
  bool operator==(const Interval&) const = default;

 private:
  int64_t from_ = 0;
  int64_t to_ = 0;
};

}  // namespace ferro::test

template <>
struct ferro::Codec<ferro::test::Interval> {
  static void encode(Encoder& encoder, const test::Interval& interval) {
    encoder.write(interval.from());
    encoder.write(interval.to());
  }
  static test::Interval decode(Decoder& decoder) {
    const auto from = decoder.read<int64_t>();
    return {from, decoder.read<int64_t>()};
  }
};

namespace ferro::test {

// Through a function, a cache that is read twice, a shuffle as value and, if it can be one, as key, and collect.
template <class T>
void goesThrough(const std::vector<T>& rows) {
  forEachSession([&](Session& session) {
    auto same = [](const T& row) { return row; };
    auto mapped = session.parallelize(rows, 3).map(same).cache();
    CHECK(mapped.collect() == rows);
    CHECK(mapped.map(same).collect() == rows);
    auto moved = mapped.zipWithIndex()
                     .map([](const std::pair<T, int64_t>& row) { return std::pair(row.second, row.first); })
                     .partitionBy(2)
                     .collect();
    CHECK(moved.size() == rows.size());
    for (const auto& [index, row] : moved) CHECK(row == rows[static_cast<size_t>(index)]);
    auto counts =
        mapped.map([](const T& row) { return std::pair(row, int64_t{1}); }).reduceByKey([](int64_t a, int64_t b) {
          return a + b;
        });
    CHECK(counts.values().sum() == static_cast<int64_t>(rows.size()));
    for (const auto& [row, count] : counts.collect()) CHECK(count == std::count(rows.begin(), rows.end(), row));
  });
}

}  // namespace ferro::test
