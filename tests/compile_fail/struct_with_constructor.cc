#include <ferro/ferro.h>

struct Point {
  Point(double a, double b) : x(a), y(b) {}
  double x, y;
};

// at most: 15 lines
// expect: ferro: this type cannot be the element of an Rdd; a struct must be plain (no constructor
auto far(const ferro::Session& session) {
  return session.textFile("points")
      .map([](std::string_view line) { return Point(static_cast<double>(line.size()), 1); })
      .filter([](const Point& point) { return point.x > 1; })
      .count();
}
