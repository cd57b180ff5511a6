// The benchmarks of executor processes as a user would write them: cluster_ferro NAME. Prints the seconds that the jobs
// took, and a number that every peer must agree with.
#include <sys/types.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <ferro/ferro.h>

#include "executor_watch.h"
#include "table_text.h"

namespace {

using ferro::Session;
using Pair = std::pair<int64_t, std::string>;

// What is measured, after what is not.
struct Work {
  std::function<void(Session&)> prepare;
  std::function<int64_t(Session&)> run;
};

void nothing(Session&) {}

int64_t firstResult(Session& session) { return session.range(0, 100).count(); }

int64_t emptyTasks(Session& session) {
  session.range(0, 10000, 1, 10000).foreachPartition([](ferro::Rows<int64_t>&) {});
  return 10000;
}

int64_t shuffle(Session& session) {
  auto table = session.broadcast(bench::tableText());
  return session.range(0, bench::kPairs, 1, 32)
      .map(
          [](int64_t i, const ferro::Broadcast<std::string>& text) {
            return std::pair(bench::keyOf(i), bench::valueOf(*text, i));
          },
          table)
      .groupByKey()
      .map([](const std::pair<int64_t, std::vector<std::string>>& group) {
        int64_t sum = 0;
        for (const std::string& value : group.second) sum += value.front();
        return sum;
      })
      .sum();
}

constexpr int64_t kBroadcastNumbers = (256 << 20) / sizeof(int64_t);

int64_t broadcast(Session& session) {
  std::vector<int64_t> numbers(kBroadcastNumbers);
  uint64_t state = 1;
  for (int64_t& number : numbers) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    number = static_cast<int64_t>(state >> 1);
  }
  auto shared = session.broadcast(std::move(numbers));
  return session.range(0, 4, 1, 4)
      .map([](int64_t,
              const ferro::Broadcast<std::vector<int64_t>>& value) { return static_cast<int64_t>(value->size()); },
           shared)
      .sum();
}

constexpr int kRecoveryTasks = 40;

int64_t recovery(Session& session) {
  return session.range(0, 40'000'000, 1, kRecoveryTasks)
      .map([](int64_t i) { return std::pair(bench::keyOf(i), i); })
      .groupByKey(kRecoveryTasks)
      .map([](const std::pair<int64_t, std::vector<int64_t>>& group) {
        return static_cast<int64_t>(group.second.size());
      })
      .sum();
}

const std::map<std::string, Work> kBenchmarks = {
    {"first_result", {nothing, firstResult}},
    {"empty_tasks", {bench::waitForExecutors<2>, emptyTasks}},
    {"shuffle", {bench::waitForExecutors<2>, shuffle}},
    {"broadcast", {bench::waitForExecutors<4>, broadcast}},
    {"recovery", {bench::waitForExecutors<2>, recovery}},
    {"recovery_killed",
     {[](Session& session) {
        bench::waitForExecutors<2>(session);
        bench::killOneExecutorAfter(session, kRecoveryTasks);
      },
      recovery}},
};

}  // namespace

int main(int argc, char** argv) {
  Session session(argc, argv);
  auto found = argc > 1 ? kBenchmarks.find(argv[1]) : kBenchmarks.end();
  if (found == kBenchmarks.end()) {
    std::fprintf(stderr, "usage: %s NAME\n", argv[0]);
    return 2;
  }
  found->second.prepare(session);
  auto start = std::chrono::steady_clock::now();
  const int64_t answer = found->second.run(session);
  std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  std::printf("{\"seconds\": %.6f, \"answer\": %lld}\n", seconds.count(), static_cast<long long>(answer));
  std::fflush(stdout);
}
