// The engine's benchmarks as a user would write them: engine_ferro NAME [INPUT]. Prints the seconds that the jobs took,
// and a number that every peer must agree with.
#include <chrono>
#include <cstdio>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <ferro/ferro.h>

namespace {

using ferro::Rdd;
using ferro::Session;

int64_t spread(int64_t i, int64_t keys) {
  return static_cast<int64_t>(static_cast<uint64_t>(i) * 2654435761U % static_cast<uint64_t>(keys));
}

int64_t firstResult(Session& session, const std::string&) { return session.range(0, 100).count(); }

int64_t emptyTasks(Session& session, const std::string&) {
  session.range(0, 10000, 1, 10000).foreachPartition([](ferro::Rows<int64_t>&) {});
  return 10000;
}

int64_t wordCount(Session& session, const std::string& input) {
  return session.textFile(input)
      .flatMap([](std::string_view line) { return ferro::split(line, ' '); })
      .map([](std::string_view word) { return std::pair(word, int64_t{1}); })
      .reduceByKey([](int64_t a, int64_t b) { return a + b; })
      .count();
}

int64_t sortPairs(Session& session, const std::string&) {
  return session.range(0, 10'000'000)
      .map([](int64_t i) { return std::pair(spread(i, 1'000'000'007), i); })
      .sortByKey()
      .mapPartitions([](ferro::Rows<std::pair<int64_t, int64_t>>& rows) {
        int64_t ordered = 0;
        int64_t last = -1;
        for (const auto& row : rows) {
          ordered += last <= row.first;
          last = row.first;
        }
        return std::vector{ordered};
      })
      .sum();
}

int64_t reducePairs(Session& session, const std::string&) {
  return session.range(0, 20'000'000)
      .map([](int64_t i) { return std::pair(spread(i, 1'000'000), i); })
      .reduceByKey([](int64_t a, int64_t b) { return a + b; })
      .count();
}

int64_t groupAndJoin(Session& session, const std::string&) {
  auto groups =
      session.range(0, 2'000'000).map([](int64_t i) { return std::pair(spread(i, 100'000), i); }).groupByKey();
  auto names = session.range(0, 100'000).map([](int64_t i) { return std::pair(i, 2 * i); });
  return groups.join(names)
      .map([](const std::pair<int64_t, std::pair<std::vector<int64_t>, int64_t>>& row) {
        return static_cast<int64_t>(row.second.first.size());
      })
      .sum();
}

int64_t pageRank(Session& session, const std::string&) {
  auto links = session.range(0, 1'000'000)
                   .map([](int64_t i) { return std::pair(spread(i, 100'003), spread(i * 7 + 3, 99'991)); })
                   .groupByKey()
                   .cache();
  Rdd<std::pair<int64_t, double>> ranks = links.mapValues([](const std::vector<int64_t>&) { return 1.0; });
  for (int round = 0; round < 10; ++round) {
    ranks = links.join(ranks)
                .values()
                .flatMap([](const std::pair<std::vector<int64_t>, double>& page) {
                  std::vector<std::pair<int64_t, double>> given;
                  given.reserve(page.first.size());
                  for (int64_t target : page.first)
                    given.emplace_back(target, page.second / static_cast<double>(page.first.size()));
                  return given;
                })
                .reduceByKey([](double a, double b) { return a + b; })
                .mapValues([](double rank) { return 0.15 + 0.85 * rank; });
  }
  return static_cast<int64_t>(ranks.values().sum() + 0.5);
}

int64_t cachedIteration(Session& session, const std::string&) {
  auto numbers = session.range(0, 1'000'000).map([](int64_t i) { return static_cast<double>(i % 1000); }).cache();
  double total = numbers.sum();
  for (int round = 1; round < 100; ++round) total += numbers.sum();
  return static_cast<int64_t>(total);
}

const std::map<std::string, std::function<int64_t(Session&, const std::string&)>> kBenchmarks = {
    {"first_result", firstResult}, {"empty_tasks", emptyTasks},           {"word_count", wordCount},
    {"sort", sortPairs},           {"reduce_by_key", reducePairs},        {"group_and_join", groupAndJoin},
    {"page_rank", pageRank},       {"cached_iteration", cachedIteration},
};

}  // namespace

int main(int argc, char** argv) {
  Session session(argc, argv);
  auto found = argc > 1 ? kBenchmarks.find(argv[1]) : kBenchmarks.end();
  if (found == kBenchmarks.end()) {
    std::fprintf(stderr, "usage: %s NAME [INPUT]\n", argv[0]);
    return 2;
  }
  auto start = std::chrono::steady_clock::now();
  const int64_t answer = found->second(session, argc > 2 ? argv[2] : "");
  std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  std::printf("{\"seconds\": %.6f, \"answer\": %lld}\n", seconds.count(), static_cast<long long>(answer));
}
