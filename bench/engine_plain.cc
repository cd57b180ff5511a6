// The same work in one plain thread, written by hand for one purpose each: engine_plain NAME [INPUT]. What a careful
// programmer has without an engine.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <functional>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace {

int64_t spread(int64_t i, int64_t keys) {
  return static_cast<int64_t>(static_cast<uint64_t>(i) * 2654435761U % static_cast<uint64_t>(keys));
}

int64_t firstResult(const std::string&) { return 100; }

int64_t emptyTasks(const std::string&) {
  int64_t done = 0;
  std::vector<std::function<void()>> tasks(10000, [&done] { ++done; });
  for (const auto& task : tasks) task();
  return done;
}

int64_t wordCount(const std::string& input) {
  std::ifstream file(input);
  std::unordered_map<std::string, int64_t> counts;
  std::string line;
  while (std::getline(file, line)) {
    for (size_t begin = 0; begin <= line.size();) {
      const size_t end = std::min(line.find(' ', begin), line.size());
      ++counts[line.substr(begin, end - begin)];
      begin = end + 1;
    }
  }
  return static_cast<int64_t>(counts.size());
}

int64_t sortPairs(const std::string&) {
  std::vector<std::pair<int64_t, int64_t>> rows;
  rows.reserve(10'000'000);
  for (int64_t i = 0; i < 10'000'000; ++i) rows.emplace_back(spread(i, 1'000'000'007), i);
  std::sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  int64_t ordered = 0;
  int64_t last = -1;
  for (const auto& row : rows) {
    ordered += last <= row.first;
    last = row.first;
  }
  return ordered;
}

int64_t reducePairs(const std::string&) {
  std::unordered_map<int64_t, int64_t> sums;
  for (int64_t i = 0; i < 20'000'000; ++i) sums[spread(i, 1'000'000)] += i;
  return static_cast<int64_t>(sums.size());
}

int64_t groupAndJoin(const std::string&) {
  std::unordered_map<int64_t, std::vector<int64_t>> groups;
  for (int64_t i = 0; i < 2'000'000; ++i) groups[spread(i, 100'000)].push_back(i);
  int64_t total = 0;
  for (int64_t i = 0; i < 100'000; ++i) {
    auto found = groups.find(i);
    if (found != groups.end()) total += static_cast<int64_t>(found->second.size());
  }
  return total;
}

int64_t pageRank(const std::string&) {
  std::unordered_map<int64_t, std::vector<int64_t>> links;
  for (int64_t i = 0; i < 1'000'000; ++i) links[spread(i, 100'003)].push_back(spread(i * 7 + 3, 99'991));
  std::unordered_map<int64_t, double> ranks;
  for (const auto& [page, targets] : links) ranks[page] = 1.0;
  for (int round = 0; round < 10; ++round) {
    std::unordered_map<int64_t, double> given;
    for (const auto& [page, targets] : links) {
      auto rank = ranks.find(page);
      if (rank == ranks.end()) continue;
      for (int64_t target : targets) given[target] += rank->second / static_cast<double>(targets.size());
    }
    for (auto& [page, rank] : given) rank = 0.15 + 0.85 * rank;
    ranks = std::move(given);
  }
  double total = 0;
  for (const auto& [page, rank] : ranks) total += rank;
  return static_cast<int64_t>(total + 0.5);
}

int64_t cachedIteration(const std::string&) {
  std::vector<double> numbers;
  for (int64_t i = 0; i < 1'000'000; ++i) numbers.push_back(static_cast<double>(i % 1000));
  double total = 0;
  for (int round = 0; round < 100; ++round) {
    double sum = 0;
    for (double number : numbers) sum += number;
    total += sum;
  }
  return static_cast<int64_t>(total);
}

const std::map<std::string, std::function<int64_t(const std::string&)>> kBenchmarks = {
    {"first_result", firstResult}, {"empty_tasks", emptyTasks},           {"word_count", wordCount},
    {"sort", sortPairs},           {"reduce_by_key", reducePairs},        {"group_and_join", groupAndJoin},
    {"page_rank", pageRank},       {"cached_iteration", cachedIteration},
};

}  // namespace

int main(int argc, char** argv) {
  auto found = argc > 1 ? kBenchmarks.find(argv[1]) : kBenchmarks.end();
  if (found == kBenchmarks.end()) {
    std::fprintf(stderr, "usage: %s NAME [INPUT]\n", argv[0]);
    return 2;
  }
  auto start = std::chrono::steady_clock::now();
  const int64_t answer = found->second(argc > 2 ? argv[2] : "");
  std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  std::printf("{\"seconds\": %.6f, \"answer\": %lld}\n", seconds.count(), static_cast<long long>(answer));
}
