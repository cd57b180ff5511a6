// k-means by hand: kmeans POINTS K [ROUNDS]. Each line of the input is the coordinates of a point, separated by commas;
// a first line that is not numbers is a header.
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <vector>

#include <ferro/ferro.h>

using Point = std::vector<double>;

struct Sum {
  Point total;
  int64_t count;
};

std::optional<Point> parsePoint(std::string_view line) {
  Point point;
  for (std::string_view field : ferro::split(line, ',')) {
    double value = 0;
    if (std::from_chars(field.data(), field.data() + field.size(), value).ec != std::errc()) return std::nullopt;
    point.push_back(value);
  }
  return point;
}

double squaredDistance(const Point& a, const Point& b) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sum;
}

int nearest(const Point& point, const std::vector<Point>& centers) {
  int best = 0;
  for (size_t i = 1; i < centers.size(); ++i) {
    if (squaredDistance(point, centers[i]) < squaredDistance(point, centers[static_cast<size_t>(best)]))
      best = static_cast<int>(i);
  }
  return best;
}

int main(int argc, char** argv) {
  ferro::Session session(argc, argv);
  if (argc < 3) {
    std::fprintf(stderr, "usage: %s POINTS K [ROUNDS]\n", argv[0]);
    return 2;
  }
  auto points = session.textFile(argv[1]).flatMap([](std::string_view line) { return parsePoint(line); }).cache();
  std::vector<Point> centers = points.takeSample(false, std::atoi(argv[2]), /*seed=*/42);
  const int rounds = argc > 3 ? std::atoi(argv[3]) : 20;
  for (int round = 0; round < rounds; ++round) {
    auto sums = points
                    .map([](const Point& point,
                            const std::vector<Point>& from) { return std::pair(nearest(point, from), Sum{point, 1}); },
                         centers)
                    .reduceByKey([](const Sum& a, const Sum& b) {
                      Sum sum{a.total, a.count + b.count};
                      for (size_t i = 0; i < sum.total.size(); ++i) sum.total[i] += b.total[i];
                      return sum;
                    })
                    .collect();
    for (auto& [cluster, sum] : sums) {
      for (double& coordinate : sum.total) coordinate /= static_cast<double>(sum.count);
      centers[static_cast<size_t>(cluster)] = std::move(sum.total);
    }
  }
  const double cost = points
                          .map(
                              [](const Point& point, const std::vector<Point>& to) {
                                return squaredDistance(point, to[static_cast<size_t>(nearest(point, to))]);
                              },
                              centers)
                          .sum();
  for (const Point& center : centers)
    std::printf("center %.4f %.4f ...\n", center[0], center.size() > 1 ? center[1] : 0.0);
  std::printf("cost %.4f\n", cost);
}
