// What memory gives to two plain threads that do nothing but add up what they read: ml_plain ROWS COLUMNS reads as many
// bytes as a pass over training blocks of that shape does (floats, and a double for each label), and prints the best
// time.
#include <algorithm>
#include <barrier>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kThreads = 2;
constexpr int kRuns = 20;

struct Span {
  Clock::time_point begin;
  Clock::time_point end;
};

double sum(const std::vector<double>& values) {
  double sums[16] = {};
  for (size_t i = 0; i + 16 <= values.size(); i += 16) {
    for (size_t k = 0; k < 16; ++k) sums[k] += values[i + k];
  }
  double total = 0;
  for (const double part : sums) total += part;
  return total;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return std::fprintf(stderr, "usage: ml_plain ROWS COLUMNS\n"), 2;
  const long long rows = std::atoll(argv[1]);
  const long long bytes = rows * (std::atoll(argv[2]) * 4 + 8);
  std::vector<std::vector<double>> parts(kThreads);
  std::vector<double> totals(kThreads);
  std::vector<Span> spans(kThreads * kRuns);
  std::barrier together(kThreads);
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      auto& part = parts[static_cast<size_t>(t)];
      part.assign(static_cast<size_t>(bytes / kThreads / 8), 1.0);  // by the thread that reads it
      for (int run = 0; run < kRuns; ++run) {
        together.arrive_and_wait();
        Span& span = spans[static_cast<size_t>(run * kThreads + t)];
        span.begin = Clock::now();
        totals[static_cast<size_t>(t)] += sum(part);
        span.end = Clock::now();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  double best = 1e9;
  for (size_t i = 0; i < spans.size(); i += kThreads) {
    const auto begin = std::min(spans[i].begin, spans[i + 1].begin);
    best = std::min(best, std::chrono::duration<double>(std::max(spans[i].end, spans[i + 1].end) - begin).count());
  }
  if (totals[0] + totals[1] <= 0) return std::fprintf(stderr, "nothing was added up\n"), 1;
  std::printf("{\"seconds\": %.9f, \"answer\": %lld, \"note\": \"%.1f GB/s\"}\n", best, rows,
              static_cast<double>(bytes) / best / 1e9);
}
