// Plain structs and classes with a codec of their own as elements and as arguments.
#include "element_types.h"

namespace ferro::test {

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
