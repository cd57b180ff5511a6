#include "random_program.h"

#include <array>
#include <cstdio>
#include <utility>

#include "steps.h"

namespace chaos {
namespace {

constexpr size_t kMostKept = 5;
constexpr std::array kLevels = {"MEMORY_ONLY",   "MEMORY_AND_DISK",   "DISK_ONLY",
                                "MEMORY_ONLY_2", "MEMORY_AND_DISK_2", "DISK_ONLY_2"};
constexpr std::array kActions = {"collect", "count", "reduce", "takeOrdered", "countByKey"};

template <class V>
uint64_t digestOfSorted(const Dataset<V>& data) {
  std::vector<int64_t> keys;
  const auto rows = data.rows.collect();
  for (const auto& row : rows) keys.push_back(row.first);
  return mix(digestInOrder(keys) ^ digestOfAnyOrder(rows));
}

uint64_t reduced(const Dataset<int64_t>& data) {
  if (data.rows.isEmpty()) return 0;
  return digest(data.rows.reduce(
      [](const Number& a, const Number& b) { return Number(a.first + b.first, addWrapped(a.second, b.second)); }));
}

uint64_t reduced(const Dataset<std::string>& data) { return reduced(toNumber(data)); }

}  // namespace

void RandomProgram::run() {
  addSource();
  addSource();
  const int64_t steps = dice_.between(12, 24);
  for (int64_t i = 0; i < steps; ++i) {
    step();
    if (dice_.oneIn(2)) act(dice_.pick(numbers_));
    if (!texts_.empty() && dice_.oneIn(3)) act(dice_.pick(texts_));
  }
  act(numbers_.back());
  if (!texts_.empty()) act(texts_.back());
}

void RandomProgram::addSource() {
  const int64_t rows = dice_.between(100, kMaxRows);
  const int64_t keys = dice_.oneIn(6) ? 7 : dice_.between(50, 5'000);
  const int64_t rounds = dice_.oneIn(3) ? 2'000 : dice_.between(0, 200);
  keep("source", source(session_, rows, keys, rounds, partitions()));
}

// The oldest goes, so that the engine has something to clean up.
template <class V>
void RandomProgram::keep(const char* name, Dataset<V> data, std::vector<Dataset<V>>& pool) {
  std::printf("step %d %s, %d partitions, about %lld rows\n", steps_++, name, data.rows.numPartitions(),
              static_cast<long long>(data.estimate));
  std::fflush(stdout);
  if (pool.size() == kMostKept) pool.erase(pool.begin());
  pool.push_back(std::move(data));
}

void RandomProgram::step() {
  if (!texts_.empty() && dice_.oneIn(3)) {
    textStep(dice_.pick(texts_));
  } else {
    numberStep(dice_.pick(numbers_));
  }
}

template <class V>
bool RandomProgram::commonStep(int64_t choice, Dataset<V>& data, std::vector<Dataset<V>>& pool) {
  switch (choice) {
    case 0: keep("filter", filter(data, dice_.between(2, 20))); return true;
    case 1: keep("sortByKey", sortByKey(data, dice_.oneIn(2), partitions())); return true;
    case 2: keep("distinct", data.with(data.rows.distinct(partitions()))); return true;
    case 3: keep("repartition", data.with(data.rows.repartition(partitions()))); return true;
    case 4: keep("reduceByKey", reduceByKey(data, partitions())); return true;
    case 5: keep("groupByKey", groupByKey(data, partitions())); return true;
    case 6:
    case 7: {
      persist(data);
      keep("persist", data);
      return true;
    }
    case 8: {
      const Dataset<V>& other = dice_.pick(pool);
      keep("union", limited(Dataset<V>{data.rows.union_(other.rows), data.estimate + other.estimate,
                                       std::max(data.keys, other.keys)}));
      return true;
    }
    default: return false;
  }
}

template <class V>
void RandomProgram::persist(Dataset<V>& data) {
  if (data.rows.getStorageLevel() != ferro::StorageLevel::NONE) {
    data.rows.unpersist();
    return;
  }
  const auto level = static_cast<size_t>(dice_.between(0, kLevels.size() - 1));
  data.rows.persist(ferro::StorageLevel::fromName(kLevels.at(level)));
}

void RandomProgram::numberStep(Dataset<int64_t> data) {
  const int64_t choice = dice_.between(0, 17);
  if (commonStep(choice, data, numbers_)) return;
  switch (choice) {
    case 9: keep("rekey", rekey(data, dice_.between(1, 1'000), dice_.between(50, 5'000))); return;
    case 10: keep("mapValues", mapValues(data, dice_.between(1, 1'000))); return;
    case 11: keep("flatMap", flatMap(data, dice_.between(1, 1'000))); return;
    case 12: keep("broadcast", viaBroadcast(session_, data, dice_.between(10, 200'000))); return;
    case 13: keep("join", join(data, dice_.pick(numbers_), partitions())); return;
    case 14: keep("cogroup", cogroup(data, dice_.pick(numbers_), partitions())); return;
    case 15: addSource(); return;
    default: keep("toText", toText(data, dice_.between(1, 200))); return;
  }
}

void RandomProgram::textStep(const Dataset<std::string>& given) {
  Dataset<std::string> data = given;
  const int64_t choice = dice_.between(0, 11);
  if (commonStep(choice, data, texts_)) return;
  switch (choice) {
    case 9: keep("toNumber", toNumber(data)); return;
    case 10: keep("join", join(dice_.pick(numbers_), data, partitions())); return;
    default: keep("cogroup", cogroup(dice_.pick(numbers_), data, partitions())); return;
  }
}

template <class V>
void RandomProgram::act(Dataset<V>& data) {
  const std::string action = kActions.at(static_cast<size_t>(dice_.between(0, kActions.size() - 1)));
  const uint64_t result = resultOf(action, data);
  std::printf("action %d %s %016llx\n", actions_++, action.c_str(), static_cast<unsigned long long>(result));
  std::fflush(stdout);
}

template <class V>
uint64_t RandomProgram::resultOf(const std::string& action, const Dataset<V>& data) {
  if (action == "collect") return data.inOrder ? digestOfSorted(data) : digestOfAnyOrder(data.rows.collect());
  if (action == "count") return static_cast<uint64_t>(data.rows.count());
  if (action == "reduce") return reduced(data);
  if (action == "takeOrdered") return digestInOrder(data.rows.takeOrdered(dice_.between(1, 100)));
  const auto counts = data.rows.countByKey();
  return digestInOrder(std::vector<Number>(counts.begin(), counts.end()));
}

}  // namespace chaos
