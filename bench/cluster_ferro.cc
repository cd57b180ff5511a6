// The benchmarks of executor processes as a user would write them: cluster_ferro NAME. Prints the seconds that the jobs
// took, and a number that every peer must agree with.
#include <chrono>
#include <cstdio>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <ferro/ferro.h>

#include "executor_watch.h"
#include "table_text.h"

namespace {

using ferro::Session;

// Does what is not measured, and returns what is.
using Job = std::function<int64_t()>;

Job firstResult(Session& session) {
  return [&session] { return session.range(0, 100).count(); };
}

Job emptyTasks(Session& session) {
  bench::waitForExecutors(session, 2);
  return [&session] {
    session.range(0, 10000, 1, 10000).foreachPartition([](ferro::Rows<int64_t>&) {});
    return int64_t{10000};
  };
}

int64_t groupTexts(Session& session) {
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

Job shuffle(Session& session) {
  bench::waitForExecutors(session, 2);
  return [&session] { return groupTexts(session); };
}

// Numbers that do not compress.
std::vector<int64_t> randomNumbers(size_t count) {
  std::vector<int64_t> numbers(count);
  uint64_t state = 1;
  for (int64_t& number : numbers) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    number = static_cast<int64_t>(state ^ (state >> 32));
  }
  return numbers;
}

Job broadcast(Session& session) {
  using Numbers = std::vector<int64_t>;
  bench::waitForExecutors(session, 4);
  auto shared = session.broadcast(randomNumbers((256 << 20) / sizeof(int64_t)));
  return [&session, shared] {
    return session.range(0, 4, 1, 4)
        .map([](int64_t, const ferro::Broadcast<Numbers>& value) { return static_cast<int64_t>(value->size()); },
             shared)
        .sum();
  };
}

constexpr int kRecoveryTasks = 40;  // in each of two stages

int64_t groupNumbers(Session& session) {
  return session.range(0, 40'000'000, 1, kRecoveryTasks)
      .map([](int64_t i) { return std::pair(bench::keyOf(i), i); })
      .groupByKey(kRecoveryTasks)
      .map([](const std::pair<int64_t, std::vector<int64_t>>& group) {
        return static_cast<int64_t>(group.second.size());
      })
      .sum();
}

Job undisturbed(Session& session) {
  bench::waitForExecutors(session, 2);
  return [&session] { return groupNumbers(session); };
}

Job killedHalfWay(Session& session) {
  bench::waitForExecutors(session, 2);
  bench::killOneExecutorAfter(session, kRecoveryTasks);
  return [&session] { return groupNumbers(session); };
}

// Every map has one row for every reducer, so that the shuffle is nothing but segments.
template <int kSide>
Job partitions(Session& session) {
  bench::waitForExecutors(session, 2);
  return [&session] {
    return session.range(0, int64_t{kSide} * kSide, 1, kSide)
        .map([](int64_t i) { return std::pair(i % kSide, i); })
        .partitionBy(kSide)
        .map([](const std::pair<int64_t, int64_t>& row) { return row.second % 7; })
        .sum();
  };
}

const std::map<std::string, Job (*)(Session&)> kBenchmarks = {
    {"partitions_500", partitions<500>},
    {"partitions_1000", partitions<1000>},
    {"partitions_2000", partitions<2000>},
    {"first_result", firstResult},
    {"empty_tasks", emptyTasks},
    {"shuffle", shuffle},
    {"broadcast", broadcast},
    {"recovery", undisturbed},
    {"recovery_killed", killedHalfWay},
};

}  // namespace

int main(int argc, char** argv) {
  Session session(argc, argv);
  auto found = argc > 1 ? kBenchmarks.find(argv[1]) : kBenchmarks.end();
  if (found == kBenchmarks.end()) {
    std::fprintf(stderr, "usage: %s NAME\n", argv[0]);
    return 2;
  }
  const Job job = found->second(session);
  auto start = std::chrono::steady_clock::now();
  const int64_t answer = job();
  std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  std::printf("{\"seconds\": %.6f, \"answer\": %lld, \"note\": \"executor at most %lld MB\"}\n", seconds.count(),
              static_cast<long long>(answer), static_cast<long long>(bench::peakOfExecutors() >> 20));
  std::fflush(stdout);
}
