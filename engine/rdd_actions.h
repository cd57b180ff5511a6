// Actions: each runs a job whose tasks do what they can on their own partition, and puts their results together in the
// order of the partitions.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "ferro/common/compare.h"
#include "ferro/engine/gathered_rows.h"
#include "ferro/engine/hyper_log_log.h"
#include "ferro/engine/rdd_keyed.h"

namespace ferro::detail {

[[noreturn]] void throwEmpty(const char* action);
void requireCount(const char* action, int64_t count);

template <class T>
std::vector<Stored<T>> rowsOf(Rows<T>& rows) {
  std::vector<Stored<T>> all;
  GatheredRows gathered;
  for (const T& row : rows) {
    // Here the vector is about to double.
    if (all.size() == all.capacity()) gathered.cover(2 * heapBytes(all));
    all.push_back(toStored(row));
  }
  return all;
}

template <class V>
void append(std::vector<V>& into, std::vector<V>&& more) {
  if (into.empty()) {
    into = std::move(more);
  } else {
    into.insert(into.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  }
}

template <class T>
std::vector<Stored<T>> collect(const Rdd<T>& rdd) {
  auto parts = run(rdd, "collect", [](Rows<T>& rows) { return rowsOf(rows); });
  std::vector<Stored<T>> all;
  size_t size = 0;
  for (const auto& part : parts) size += part.size();
  if (parts.size() > 1) all.reserve(size);
  for (auto& part : parts) {
    append(all, std::move(part));
    std::vector<Stored<T>>().swap(part);
  }
  return all;
}

template <class T>
int64_t count(const Rdd<T>& rdd) {
  int64_t total = 0;
  for (int64_t part : run(rdd, "count", [](Rows<T>& rows) {
         int64_t rowsHere = 0;
         while (rows.next() != nullptr) ++rowsHere;
         return rowsHere;
       })) {
    total += part;
  }
  return total;
}

// Looks at one partition first, then at four times as many each time, as Spark does, until there are enough rows.
template <class T>
std::vector<Stored<T>> take(const Rdd<T>& rdd, int64_t n) {
  requireCount("take", n);
  std::vector<Stored<T>> taken;
  int64_t tried = 0;
  for (int64_t next = 1; tried < rdd.numPartitions() && static_cast<int64_t>(taken.size()) < n; next *= 4) {
    std::vector<int> partitions;
    for (int64_t end = std::min<int64_t>(tried + next, rdd.numPartitions()); tried < end; ++tried) {
      partitions.push_back(static_cast<int>(tried));
    }
    auto parts = runOn(
        rdd, "take", std::move(partitions),
        [](Rows<T>& rows, int64_t wanted) {
          std::vector<Stored<T>> some;
          while (static_cast<int64_t>(some.size()) < wanted) {
            const T* row = rows.next();
            if (row == nullptr) break;
            some.push_back(toStored(*row));
          }
          return some;
        },
        n - static_cast<int64_t>(taken.size()));
    for (auto& part : parts) append(taken, std::move(part));
  }
  if (static_cast<int64_t>(taken.size()) > n) taken.erase(taken.begin() + n, taken.end());
  return taken;
}

template <class T>
Stored<T> first(const Rdd<T>& rdd) {
  auto row = take(rdd, 1);
  if (row.empty()) throwEmpty("first");
  return std::move(row[0]);
}

// The n rows that come first, in order. A heap whose top is the worst row kept.
template <class V, class Less>
void keepFirst(std::vector<V>& heap, V row, int64_t n, const Less& less) {
  if (static_cast<int64_t>(heap.size()) < n) {
    heap.push_back(std::move(row));
    std::push_heap(heap.begin(), heap.end(), less);
  } else if (n > 0 && less(row, heap.front())) {
    std::pop_heap(heap.begin(), heap.end(), less);
    heap.back() = std::move(row);
    std::push_heap(heap.begin(), heap.end(), less);
  }
}

template <class T, class Less>
std::vector<Stored<T>> takeOrdered(const Rdd<T>& rdd, const char* action, int64_t n, Less less) {
  checkFunction<Less>();
  requireCount(action, n);
  std::vector<Stored<T>> best;
  auto parts = run(
      rdd, action,
      [](Rows<T>& rows, int64_t wanted, const Less& order) {
        std::vector<Stored<T>> heap;
        for (const T& row : rows) keepFirst(heap, toStored(row), wanted, order);
        return heap;
      },
      n, less);
  for (auto& part : parts) {
    for (auto& row : part) keepFirst(best, std::move(row), n, less);
  }
  std::sort_heap(best.begin(), best.end(), less);
  return best;
}

struct RankLess {
  template <class Ranked>
  bool operator()(const Ranked& a, const Ranked& b) const {
    return a.first < b.first;
  }
};

// One job counts the rows, a second fetches those whose numbers were drawn.
template <class T>
std::vector<Stored<T>> drawWithReplacement(const Rdd<T>& rdd, int64_t n, uint64_t seed) {
  const int64_t rows = count(rdd);
  if (rows == 0 || n == 0) return {};
  SplitMix64 random(seed);
  std::vector<int64_t> drawn;
  std::map<int64_t, std::optional<Stored<T>>> fetched;
  for (int64_t i = 0; i < n; ++i) {
    drawn.push_back(static_cast<int64_t>(random.nextDouble() * static_cast<double>(rows)));
    fetched.emplace(drawn.back(), std::nullopt);
  }
  std::vector<int64_t> wanted;
  for (const auto& [number, row] : fetched) wanted.push_back(number);
  auto found = filter(
      zipWithIndex(rdd),
      [](const std::pair<T, int64_t>& row, const std::vector<int64_t>& numbers) {
        return std::binary_search(numbers.begin(), numbers.end(), row.second);
      },
      wanted);
  for (auto& [row, number] : collect(found)) fetched[number] = std::move(row);
  std::vector<Stored<T>> sample;
  for (int64_t number : drawn) sample.push_back(*fetched[number]);
  return sample;
}

template <class T>
std::vector<Stored<T>> takeSample(const Rdd<T>& rdd, bool withReplacement, int64_t n, uint64_t seed) {
  requireCount("takeSample", n);
  // The rows with the n lowest of random ranks are a uniform sample, and the ranks shuffle it.
  if (withReplacement) return drawWithReplacement(rdd, n, seed);
  auto parts = run(
      rdd, "takeSample",
      [](Rows<T>& rows, int64_t wanted, uint64_t from) {
        SplitMix64 random(seedFor(from, TaskContext::get()->partitionId()));
        std::vector<std::pair<uint64_t, Stored<T>>> heap;
        for (const T& row : rows) {
          const uint64_t rank = random.next();
          if (static_cast<int64_t>(heap.size()) < wanted || (wanted > 0 && rank < heap.front().first)) {
            keepFirst(heap, std::pair(rank, toStored(row)), wanted, RankLess{});
          }
        }
        return heap;
      },
      n, seed);
  std::vector<std::pair<uint64_t, Stored<T>>> lowest;
  for (auto& part : parts) {
    for (auto& ranked : part) keepFirst(lowest, std::move(ranked), n, RankLess{});
  }
  std::sort_heap(lowest.begin(), lowest.end(), RankLess{});
  std::vector<Stored<T>> sample;
  for (auto& ranked : lowest) sample.push_back(std::move(ranked.second));
  return sample;
}

template <class T, class F, class... A>
Stored<T> reduce(const Rdd<T>& rdd, F function, A&&... arguments) {
  checkFunction<F, A...>();
  auto parts = run(
      rdd, "reduce",
      [](Rows<T>& rows, const F& f, const KeptArgument<A>&... kept) {
        std::optional<Stored<T>> result;
        while (const T* row = rows.next()) {
          if (result) {
            result = f(*result, asStored(*row), kept...);
          } else {
            result = toStored(*row);
          }
        }
        return result;
      },
      function, KeptArgument<A>(arguments)...);
  std::optional<Stored<T>> total;
  for (auto& part : parts) {
    if (!part) continue;
    if (total) {
      total = function(*total, *part, KeptArgument<A>(arguments)...);
    } else {
      total = std::move(part);
    }
  }
  if (!total) throwEmpty("reduce");
  return std::move(*total);
}

// One partition folded into the zero.
template <class T, class U, class Add, class... Kept>
U aggregateRows(Rows<T>& rows, U total, const Add& add, const Kept&... kept) {
  while (const T* row = rows.next()) total = combine(add, std::move(total), asStored(*row), kept...);
  return total;
}

template <class T, class U, class Add, class Merge, class... A>
U aggregate(const Rdd<T>& rdd, const char* action, U zero, Add add, Merge merge, A&&... arguments) {
  checkFunction<Add, A...>();
  checkFunction<Merge>();
  auto parts = run(
      rdd, action,
      [](Rows<T>& rows, const U& start, const Add& f, const KeptArgument<A>&... kept) {
        return aggregateRows(rows, start, f, kept...);
      },
      zero, add, KeptArgument<A>(arguments)...);
  U total = std::move(zero);
  for (auto& part : parts) total = combine(merge, std::move(total), std::move(part), KeptArgument<A>(arguments)...);
  return total;
}

// How many partitions each round of tasks leaves, until so few are left that the driver takes them.
std::vector<int> treeRounds(int partitions, int depth);

// Brings the results of many partitions together in rounds of tasks, so that the driver sees only a few.
template <class U, class Merge, class... A>
U mergeInTree(Rdd<U> parts, int depth, U zero, Merge merge, A&&... arguments) {
  for (int groups : treeRounds(parts.numPartitions(), depth)) {
    auto grouped = mapPartitionsWithIndex(
        parts, "treeAggregate",
        [](int partition, Rows<U>& rows, int into) {
          std::vector<std::pair<int, U>> keyed;
          for (const U& row : rows) keyed.emplace_back(partition % into, row);
          return keyed;
        },
        groups);
    parts = values(reduceByKey(grouped, groups, merge, std::forward<A>(arguments)...));
  }
  return aggregate(parts, "treeAggregate", std::move(zero), merge, merge, std::forward<A>(arguments)...);
}

void requireDepth(const char* action, int depth);

template <class T, class U, class Add, class Merge, class... A>
U treeAggregate(const Rdd<T>& rdd, int depth, U zero, Add add, Merge merge, A&&... arguments) {
  checkFunction<Add, A...>();
  checkFunction<Merge>();
  requireDepth("treeAggregate", depth);
  if (rdd.numPartitions() == 0) return zero;
  auto parts = mapPartitionsWithIndex(
      rdd, "treeAggregate",
      [](int, Rows<T>& rows, const U& start, const Add& f, const KeptArgument<A>&... kept) {
        std::vector<U> one;
        one.push_back(aggregateRows(rows, start, f, kept...));
        return one;
      },
      zero, add, KeptArgument<A>(arguments)...);
  return mergeInTree(Rdd<U>(parts), depth, std::move(zero), merge, std::forward<A>(arguments)...);
}

template <class T, class F, class... A>
Stored<T> treeReduce(const Rdd<T>& rdd, int depth, F function, A&&... arguments) {
  checkFunction<F, A...>();
  using V = std::optional<Stored<T>>;
  auto merge = [](V a, V b, const F& f, const KeptArgument<A>&... kept) -> V {
    if (!a || !b) return a ? a : b;
    return f(*a, *b, kept...);
  };
  auto add = [](V a, const Stored<T>& row, const F& f, const KeptArgument<A>&... kept) -> V {
    if (!a) return row;
    return f(*a, row, kept...);
  };
  V total = treeAggregate(rdd, depth, V(), add, merge, function, KeptArgument<A>(arguments)...);
  if (!total) throwEmpty("treeReduce");
  return std::move(*total);
}

template <class T, class F, class... A>
void foreach (const Rdd<T>& rdd, F function, A && ... arguments) {
  checkFunction<F, A...>();
  run(
      rdd, "foreach",
      [](Rows<T>& rows, const F& f, const KeptArgument<A>&... kept) {
        while (const T* row = rows.next()) call(f, *row, kept...);
        return true;
      },
      function, KeptArgument<A>(std::forward<A>(arguments))...);
}

template <class T, class F, class... A>
void foreachPartition(const Rdd<T>& rdd, F function, A&&... arguments) {
  checkFunction<F, A...>();
  run(
      rdd, "foreachPartition",
      [](Rows<T>& rows, const F& f, const KeptArgument<A>&... kept) {
        f(rows, kept...);
        return true;
      },
      function, KeptArgument<A>(std::forward<A>(arguments))...);
}

template <class T>
std::map<Stored<T>, int64_t, ValueLess> countByValue(const Rdd<T>& rdd) {
  auto counted = map(rdd, "countByValue", [](const T& row) { return std::pair<T, int64_t>(row, 1); });
  std::map<Stored<T>, int64_t, ValueLess> counts;
  for (auto& [value, n] : collect(reduceByKey(counted, 0, [](int64_t a, int64_t b) { return a + b; }))) {
    counts.emplace(std::move(value), n);
  }
  return counts;
}

// Of several values of a key the last one stays, as in Spark.
template <class T>
std::map<Stored<KeyOf<T>>, Stored<MappedOf<T>>, ValueLess> collectAsMap(const Rdd<T>& rdd) {
  std::map<Stored<KeyOf<T>>, Stored<MappedOf<T>>, ValueLess> rows;
  for (auto& [key, value] : collect(rdd)) rows.insert_or_assign(std::move(key), std::move(value));
  return rows;
}

// Looks at one partition only where the Rdd knows which one holds the key.
template <class T>
std::vector<Stored<MappedOf<T>>> lookup(const Rdd<T>& rdd, const Stored<KeyOf<T>>& key) {
  using K = Stored<KeyOf<T>>;
  auto partitions = firstPartitions(rdd.numPartitions());
  if (const auto* known = dynamic_cast<const KeyPartitioner<K>*>(rdd.partitioner().get())) {
    partitions = {known->partitionOf(key)};
  }
  auto parts = runOn(
      rdd, "lookup", std::move(partitions),
      [](Rows<T>& rows, const K& wanted) {
        std::vector<Stored<MappedOf<T>>> found;
        for (const T& row : rows) {
          if (equalValues(row.first, wanted)) found.push_back(toStored(row.second));
        }
        return found;
      },
      key);
  std::vector<Stored<MappedOf<T>>> all;
  for (auto& part : parts) append(all, std::move(part));
  return all;
}

template <class T>
int64_t countApproxDistinct(const Rdd<T>& rdd, double relativeSD) {
  auto parts = run(
      rdd, "countApproxDistinct",
      [](Rows<T>& rows, double accuracy) {
        HyperLogLog sketch(accuracy);
        for (const T& row : rows) sketch.add(hashValue(row));
        return sketch.takeRegisters();
      },
      relativeSD);
  HyperLogLog total(relativeSD);
  for (const auto& part : parts) total.merge(part);
  return total.estimate();
}

// The rows of an Rdd on the driver, one partition at a time: `for (const auto& row : rdd.toLocalIterator())`.
template <class T>
class LocalIterator {
 public:
  explicit LocalIterator(Rdd<T> rdd) : rdd_(std::move(rdd)) {}

  const Stored<T>* next() {
    while (position_ == rows_.size()) {
      if (partition_ == rdd_.numPartitions()) return nullptr;
      rows_ = std::move(runOn(rdd_, "toLocalIterator", {partition_++}, [](Rows<T>& rows) { return rowsOf(rows); })[0]);
      position_ = 0;
    }
    return &rows_[position_++];
  }

  class Cursor {
   public:
    explicit Cursor(LocalIterator* rows) : rows_(rows), row_(rows ? rows->next() : nullptr) {}
    const Stored<T>& operator*() const { return *row_; }
    Cursor& operator++() {
      row_ = rows_->next();
      return *this;
    }
    bool operator!=(const Cursor& other) const { return row_ != other.row_; }

   private:
    LocalIterator* rows_;
    const Stored<T>* row_;
  };
  Cursor begin() { return Cursor(this); }
  Cursor end() { return Cursor(nullptr); }

 private:
  Rdd<T> rdd_;
  int partition_ = 0;
  std::vector<Stored<T>> rows_;
  size_t position_ = 0;
};

}  // namespace ferro::detail
