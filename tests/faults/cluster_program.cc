// A driver program whose executors meet with faults: the first argument names what it does, the second the directory of
// the gates at which it tells its test where it is (gate.h). What it prints does not depend on what happens to it.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <ferro/ferro.h>

#include "gate.h"
#include "random_tags.h"

namespace {

using ferro::Rdd;
using ferro::Rows;
using ferro::Session;
using ferro::StorageLevel;

constexpr int kParts = 6;
constexpr int64_t kRowsOfPart = 1'000;
constexpr int64_t kRows = kParts * kRowsOfPart;

void print(const char* what, int64_t value) { std::printf("%s %lld\n", what, static_cast<long long>(value)); }

// Numbers with a gate at the first row of each partition and one in the middle.
Rdd<int64_t> numbers(const Session& session, const std::string& scratch) {
  return session.range(0, kRows, 1, kParts)
      .map(
          [](int64_t x, const std::string& gates) {
            if (x % kRowsOfPart == 0) gate::pass(gates, "map");
            if (x % kRowsOfPart == kRowsOfPart / 2) gate::pass(gates, "half");
            return x;
          },
          scratch);
}

// A map and a reduce stage; a reducer has a gate after its first rows, with most of its input still to come.
void shuffleJob(const Session& session, const std::string& scratch) {
  auto sums = numbers(session, scratch)
                  .map([](int64_t x) { return std::pair(x % 97, std::to_string(x) + std::string(500, 'x')); })
                  .partitionBy(kParts)
                  .mapPartitions(
                      [](Rows<std::pair<int64_t, std::string>>& rows, const std::string& gates) {
                        std::map<int64_t, int64_t> sumOf;
                        int64_t seen = 0;
                        for (const auto& [key, text] : rows) {
                          sumOf[key] += std::stoll(text);
                          if (++seen == 3) gate::pass(gates, "reduce");
                        }
                        return std::vector<std::pair<int64_t, int64_t>>(sumOf.begin(), sumOf.end());
                      },
                      scratch)
                  .collectAsMap();
  for (const auto& [key, sum] : sums)
    std::printf("%lld %lld\n", static_cast<long long>(key), static_cast<long long>(sum));
}

// Counts a persisted Rdd, waits, and adds it up.
void cacheJob(const Session& session, const std::string& scratch, StorageLevel level) {
  auto kept = numbers(session, scratch).persist(level);
  print("rows", kept.count());
  gate::pass(scratch, "between");
  print("sum", kept.sum());
}

// A value that is slow to arrive.
struct Table {
  std::string scratch;
  std::vector<int64_t> values;
};

}  // namespace

template <>
struct ferro::Codec<Table> {
  static void encode(Encoder& encoder, const Table& table) {
    encoder.write(table.scratch);
    encoder.write(table.values);
  }
  static Table decode(Decoder& decoder) {
    Table table{decoder.read<std::string>(), {}};
    gate::pass(table.scratch, "decode");
    table.values = decoder.read<std::vector<int64_t>>();
    return table;
  }
};

namespace {

void broadcastJob(const Session& session, const std::string& scratch) {
  Table table{scratch, {}};
  for (int64_t i = 0; i < 1'000'000; ++i) table.values.push_back(i * i);
  const auto shared = session.broadcast(std::move(table));
  print("sum",
        session.range(0, kRows, 1, kParts)
            .map([](int64_t x, const ferro::Broadcast<Table>& t) { return t->values[static_cast<size_t>(x)]; }, shared)
            .sum());
}

// Two shuffles, joined: while the maps of the second wait, all outputs of the first are there and unread.
void joinJob(const Session& session, const std::string& scratch) {
  auto left = numbers(session, scratch).flatMap([](int64_t x) {
    std::vector<std::pair<int64_t, std::string>> rows;
    for (int64_t i = 0; i < 20; ++i) {
      std::string text;
      for (int64_t j = 1; j < 10; ++j) text += std::to_string((x * j + i) * 2'654'435'761 % 1'000'000'007);
      rows.emplace_back(x, std::move(text));
    }
    return rows;
  });
  auto right = session.range(0, kRows, 1, kParts)
                   .map(
                       [](int64_t x, const std::string& gates) {
                         if (x % kRowsOfPart == 0) gate::pass(gates, "other");
                         return std::pair(x, x);
                       },
                       scratch);
  auto joined = left.join(right, kParts).map([](const auto& row) {
    return row.first * static_cast<int64_t>(row.second.first.size()) + row.second.second;
  });
  const auto stats = joined.stats();
  print("rows", stats.count());
  print("sum", static_cast<int64_t>(stats.sum()));
}

// Writes files and counts rows; the very last row has a gate of its own.
void saveJob(const Session& session, const std::string& scratch) {
  auto written = session.accumulator(int64_t{0});
  numbers(session, scratch)
      .map(
          [](int64_t x, const ferro::Accumulator<int64_t>& counter, const std::string& gates) {
            if (x == kRows - 1) gate::pass(gates, "last");
            counter.add(1);
            return std::to_string(x);
          },
          written, scratch)
      .saveAsTextFile(scratch + "/out");
  gate::pass(scratch, "saved");
  print("written", written.value());
}

// Rows with random keys go to reducers by their key: if a map ran twice and both runs were read, rows would be missing
// or twice there.
void randomJob(const Session& session, const std::string& scratch) {
  const auto source = session.range(0, kRows, 1, kParts);
  ferro::NodeInfo info{0, "randomTags", kParts, nullptr};
  auto tagged = ferro::detail::makeRdd<RandomTags>(session.core(), std::move(info),
                                                   ferro::LineageParents{{source.node()}, {}}, scratch);
  auto rows = tagged.partitionBy(kParts)
                  .mapPartitions(
                      [](Rows<std::pair<int64_t, int64_t>>& part, const std::string& gates) {
                        gate::pass(gates, "reduce");
                        std::vector<int64_t> values;
                        for (const auto& [tag, value] : part) values.push_back(value);
                        return values;
                      },
                      scratch)
                  .collect();
  std::sort(rows.begin(), rows.end());
  print("rows", static_cast<int64_t>(rows.size()));
  print("different", std::unique(rows.begin(), rows.end()) - rows.begin());
}

// Three tasks that tell each other their sums; the first comes late.
void barrierJob(const Session& session, const std::string& scratch) {
  auto sums = session.range(0, kRows, 1, 3)
                  .barrier()
                  .mapPartitions(
                      [](Rows<int64_t>& rows, const std::string& gates) {
                        int64_t sum = 0;
                        for (int64_t x : rows) sum += x;
                        const bool isLate = ferro::BarrierContext::get().partitionId() == 0;
                        isLate ? gate::pass(gates, "meet") : gate::announce(gates, "meet");
                        std::string all;
                        for (const std::string& other : ferro::BarrierContext::get().allGather(std::to_string(sum)))
                          all += other + " ";
                        return std::vector<std::string>{all};
                      },
                      scratch);
  for (const std::string& line : sums.collect()) std::printf("%s\n", line.c_str());
}

// The third partition brings its executor down, whenever it is tried.
void abortJob(const Session& session, const std::string& scratch) {
  auto rows = session.range(0, kRows, 1, kParts)
                  .map(
                      [](int64_t x, const std::string& gates) {
                        if (x != 2 * kRowsOfPart) return x;
                        gate::announce(gates, "abort");
                        std::printf("the last words of a task\n");
                        std::abort();
                      },
                      scratch);
  print("rows", rows.count());
}

// Texts of so many bytes, collected.
void collectTexts(const Session& session, const std::string& scratch, int64_t rows, int parts, int64_t bytesOfEach) {
  const auto texts = session.range(0, rows, 1, parts)
                         .map(
                             [](int64_t x, int64_t length, const std::string& gates) {
                               gate::announce(gates, "text");
                               return std::string(static_cast<size_t>(length), static_cast<char>('a' + x % 26));
                             },
                             bytesOfEach, scratch)
                         .collect();
  int64_t bytes = 0;
  for (size_t i = 0; i < texts.size(); ++i) {
    const bool right = texts[i].find_first_not_of(static_cast<char>('a' + i % 26)) == std::string::npos;
    bytes += right ? static_cast<int64_t>(texts[i].size()) : 0;
  }
  print("bytes", bytes);
}

// Rows and an argument that travel with the task, of so many bytes together.
void largeBodyJob(const Session& session, int64_t bytes) {
  std::vector<int64_t> rows(static_cast<size_t>(bytes / 2) / sizeof(int64_t));
  for (size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<int64_t>(i);
  const std::string argument(static_cast<size_t>(bytes / 2), 'x');
  print("rows",
        session.parallelize(rows, kParts)
            .map([](int64_t x, const std::string& text) { return x + static_cast<int64_t>(text.size()); }, argument)
            .map([](int64_t x) { return x % 7 == 0 ? int64_t{1} : int64_t{0}; })
            .reduce([](int64_t a, int64_t b) { return a + b; }));
}

// Tasks that each add texts of so many bytes to an accumulator.
void largeAccumulatorJob(const Session& session, int64_t bytesOfEach) {
  const auto texts = session.collectionAccumulator<std::string>();
  session.range(0, kParts, 1, kParts)
      .foreach ([](int64_t x, const ferro::Accumulator<std::vector<std::string>, ferro::AppendValues>& all,
                   int64_t length) { all.add({std::string(static_cast<size_t>(length), static_cast<char>('a' + x))}); },
                texts, bytesOfEach);
  int64_t bytes = 0;
  for (const std::string& text : texts.value()) bytes += static_cast<int64_t>(text.size());
  print("bytes", bytes);
}

// Rows with a text that is easy to find, cached on disk, shuffled and sorted. Each reducer waits with its sorted runs
// on disk, if there is little memory.
void markedJob(const Session& session, const std::string& scratch) {
  constexpr int64_t kMarkedRows = 120'000;
  auto kept = session.range(0, kMarkedRows, 1, kParts)
                  .map([](int64_t x) {
                    return std::pair(x * 7'919 % kMarkedRows, "MARKER-of-the-test-for-encryption " + std::to_string(x));
                  })
                  .persist(StorageLevel::DISK_ONLY);
  print("rows", kept.count());
  const auto ordered = kept.sortByKey(true, 2).mapPartitions(
      [](Rows<std::pair<int64_t, std::string>>& rows, const std::string& gates) {
        int64_t seen = 0;
        int64_t inOrder = 0;
        int64_t last = -1;
        for (const auto& [key, text] : rows) {
          if (++seen == 3) gate::pass(gates, "reduce");
          inOrder += key > last && text.starts_with("MARKER") ? 1 : 0;
          last = key;
        }
        return std::vector<int64_t>{seen, inOrder};
      },
      scratch);
  for (const int64_t number : ordered.collect()) print("number", number);
}

void throwJob(const Session& session) {
  session.range(0, 2, 1, 2).foreach ([](int64_t x) {
    std::printf("what the task printed\n");
    if (x == 1) throw std::runtime_error("a task that throws");
  });
}

void runScenario(const Session& session, const std::string& name, const std::string& scratch) {
  if (name == "shuffle") shuffleJob(session, scratch);
  if (name == "cache") cacheJob(session, scratch, StorageLevel::MEMORY_ONLY);
  if (name == "cacheOnDisk") cacheJob(session, scratch, StorageLevel::DISK_ONLY);
  if (name == "cache2") cacheJob(session, scratch, StorageLevel::MEMORY_ONLY_2);
  if (name == "broadcast") broadcastJob(session, scratch);
  if (name == "join") joinJob(session, scratch);
  if (name == "save") saveJob(session, scratch);
  if (name == "random") randomJob(session, scratch);
  if (name == "barrier") barrierJob(session, scratch);
  if (name == "abort") abortJob(session, scratch);
  if (name == "medium") collectTexts(session, scratch, 40, 40, 256 << 10);
  if (name == "large") collectTexts(session, scratch, 1, 1, 20 << 20);
  if (name == "hundred") collectTexts(session, scratch, 100, 10, 1 << 20);
  if (name == "largeBody") largeBodyJob(session, 40 << 20);
  if (name == "largeAccumulator") largeAccumulatorJob(session, 6 << 20);
  if (name == "marked") markedJob(session, scratch);
  if (name == "throw") throwJob(session);
  if (name == "dies") print("rows", session.range(0, 10).count());
}

// Ends like a program that finds something missing on the executor's machine, before it comes to its Session.
void dieIfExecutor(int argc, char** argv) {
  if (std::getenv("FERRO_EXECUTOR_DRIVER") == nullptr) return;
  if (argc < 2 || std::strcmp(argv[argc - 2], "dies") != 0) return;
  gate::announce(argv[argc - 1], "start");
  std::printf("this machine has no licence\n");
  std::exit(3);
}

}  // namespace

int main(int argc, char** argv) {
  dieIfExecutor(argc, argv);
  Session session(argc, argv);
  if (argc < 3) return 0;
  runScenario(session, argv[1], argv[2]);
  return 0;
}
