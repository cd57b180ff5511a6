#include <ferro/ferro.h>

struct Point {
  Point(double a, double b) : x(a), y(b) {}
  double x, y;
};

// at most: 15 lines
// expect: ferro: rows must be able to travel to executors
auto rows(const ferro::Session& session, std::vector<Point> points) {
  return session.parallelize(std::move(points)).map([](const Point& point) { return point.x; }).collect();
}
