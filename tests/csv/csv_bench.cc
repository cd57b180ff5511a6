// How long CSV takes to become a table with inferred types: `csv_bench FILE [MASTER [ROUNDS]]` prints the best round.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>

#include <arrow/api.h>

#include "csv_table.h"

namespace {

using Clock = std::chrono::steady_clock;

double secondsBetween(Clock::time_point from, Clock::time_point to) {
  return std::chrono::duration<double>(to - from).count();
}

}  // namespace

int main(int argc, char** argv) {
  using namespace ferro;
  test::CsvCase csv(argc > 2 ? argv[2] : "local[2]");
  const int rounds = argc > 3 ? std::stoi(argv[3]) : 5;
  double best = 1e9;
  for (int round = 0; round < rounds; ++round) {
    const auto start = Clock::now();
    const RelationPtr relation = csv.relation(argv[1], test::kInferred);
    const auto inferred = Clock::now();
    const auto table = test::collectTable(csv.core(), relation->scan(csv.core(), test::everything(*relation)), false);
    const auto end = Clock::now();
    std::printf("%lld rows: types %.3f s, rows %.3f s, together %.3f s\n", static_cast<long long>(table->num_rows()),
                secondsBetween(start, inferred), secondsBetween(inferred, end), secondsBetween(start, end));
    best = std::min(best, secondsBetween(start, end));
  }
  std::printf("best %.3f s\n", best);
  return 0;
}
