// Estimates pi by throwing darts at a square: pi [PARTITIONS] [DARTS]
#include <cstdio>
#include <cstdlib>
#include <random>

#include <ferro/ferro.h>

int main(int argc, char** argv) {
  ferro::Session session(argc, argv);
  const int partitions = argc > 1 ? std::atoi(argv[1]) : 4;
  const int64_t darts = argc > 2 ? std::atoll(argv[2]) : 4'000'000;

  const int64_t hits = session.range(0, partitions, 1, partitions)
                           .map(
                               [](int64_t seed, int64_t throws) {
                                 std::mt19937_64 random(static_cast<uint64_t>(seed));
                                 std::uniform_real_distribution<double> coordinate(-1, 1);
                                 int64_t inside = 0;
                                 for (int64_t i = 0; i < throws; ++i) {
                                   const double x = coordinate(random);
                                   const double y = coordinate(random);
                                   inside += x * x + y * y <= 1;
                                 }
                                 return inside;
                               },
                               darts / partitions)
                           .reduce([](int64_t a, int64_t b) { return a + b; });
  std::printf("Pi is roughly %.4f\n",
              4.0 * static_cast<double>(hits) / static_cast<double>(darts / partitions * partitions));
}
