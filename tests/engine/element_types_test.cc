// Every element type goes through functions, caches, shuffles and back to the driver unchanged.
#include <array>
#include <limits>
#include <map>
#include <tuple>
#include <unordered_map>

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
namespace {

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
                     .sortByKey(true, 2)
                     .values();
    CHECK(moved.collect() == rows);
    auto counts =
        mapped.map([](const T& row) { return std::pair(row, int64_t{1}); }).reduceByKey([](int64_t a, int64_t b) {
          return a + b;
        });
    CHECK(counts.values().sum() == static_cast<int64_t>(rows.size()));
    for (const auto& [row, count] : counts.collect()) CHECK(count == std::count(rows.begin(), rows.end(), row));
  });
}

}  // namespace

TEST_CASE("signed and unsigned integers of every size") {
  goesThrough<int8_t>({std::numeric_limits<int8_t>::min(), -1, 0, 1, 1, std::numeric_limits<int8_t>::max()});
  goesThrough<uint16_t>({0, 1, 1, std::numeric_limits<uint16_t>::max()});
  goesThrough<int32_t>({std::numeric_limits<int32_t>::min(), 0, 0, std::numeric_limits<int32_t>::max()});
  goesThrough<uint64_t>({0, 5, 5, std::numeric_limits<uint64_t>::max()});
}

TEST_CASE("floating-point numbers") {
  goesThrough<float>({-1.5F, 0.0F, 1.5F, 1.5F, std::numeric_limits<float>::infinity()});
  goesThrough<double>(
      {std::numeric_limits<double>::denorm_min(), -1e300, 0.1, 0.1, -std::numeric_limits<double>::infinity()});
}

TEST_CASE("bool, char and enums") {
  goesThrough<bool>({true, false, false, true, true});
  goesThrough<Colour>({Colour::kBlue, Colour::kRed, Colour::kBlue});
}

TEST_CASE("strings: empty, long, with zero bytes and bytes that are no text") {
  goesThrough<std::string>({"", "a", std::string("a\0b", 3), "\xff\xfe", std::string(100'000, 'x'), "", "a"});
}

TEST_CASE("pairs, tuples and arrays") {
  goesThrough<std::pair<std::string, int>>({{"a", 1}, {"", -1}, {"a", 1}});
  goesThrough<std::tuple<int, std::string, bool>>({{1, "x", true}, {2, "", false}, {1, "x", true}});
  goesThrough<std::array<std::pair<int, double>, 2>>({{{{1, 0.5}, {2, 1.5}}}, {{{0, 0}, {0, 0}}}});
}

TEST_CASE("vectors and optionals, empty and nested") {
  goesThrough<std::vector<int>>({{}, {1, 2, 3}, {}, {4}});
  goesThrough<std::vector<std::vector<std::string>>>({{}, {{}}, {{"a", ""}, {"b"}}, {{}}});
  goesThrough<std::vector<bool>>({{true, false, true}, {}, {false}});
  goesThrough<std::optional<std::string>>({std::nullopt, "", "x", std::nullopt});
  goesThrough<std::optional<std::optional<int>>>({std::nullopt, std::optional<int>(), std::optional<int>(3)});
}

TEST_CASE("maps and unordered maps") {
  goesThrough<std::map<std::string, std::vector<int>>>({{}, {{"a", {1}}, {"b", {}}}, {{"b", {}}, {"a", {1}}}});
  goesThrough<std::unordered_map<int64_t, std::string>>({{}, {{1, "x"}, {2, "y"}}, {{2, "y"}, {1, "x"}}});
}

TEST_CASE("plain structs, nested ones too, without a macro") {
  goesThrough<Point>({{1, 2, 3}, {0, 0, 0}, {1, 2, 3}});
  goesThrough<Shape>({{"triangle", {{0, 0, 1}, {1, 0, 2}, {0, 1, 3}}, Colour::kGreen}, {"", {}, std::nullopt}});
}

TEST_CASE("a class of the user's with a codec of its own") {
  goesThrough<Interval>({{1, 5}, {9, 2}, {1, 5}, {}});
  goesThrough<std::pair<std::string, std::vector<Interval>>>({{"a", {{1, 2}, {3, 4}}}, {"b", {}}});
}

TEST_CASE("every type may be a trailing argument") {
  forEachSession([](Session& session) {
    const Shape shape{"square", {{0, 0, 0}, {1, 1, 1}}, Colour::kBlue};
    const std::map<int64_t, std::string> names{{0, "zero"}, {1, "one"}};
    auto rows = session.range(0, 2, 1, 2)
                    .map(
                        [](int64_t x, const Shape& s, const std::map<int64_t, std::string>& n, const Interval& i,
                           const std::tuple<int, bool>& t) {
                          return n.at(x) + " " + s.name + " " +
                                 std::to_string(s.corners.size() + static_cast<size_t>(i.to())) +
                                 (std::get<1>(t) ? " yes" : " no");
                        },
                        shape, names, Interval(3, 1), std::tuple(1, true));
    CHECK(rows.collect() == std::vector<std::string>{"zero square 5 yes", "one square 5 yes"});
  });
}

}  // namespace ferro::test
