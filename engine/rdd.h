// Rdd<T>: rows of type T, spread over partitions, that are not there yet: an Rdd only knows how to compute them.
// Transformations make a new Rdd; actions run a job and return its result. An Rdd is a small value: copies are the same
// Rdd, and any driver thread may use it. Functions have no captures; what they need is handed over after them and
// arrives as their last arguments. Names and meaning are Spark's.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ferro/engine/function_checks.h"
#include "ferro/engine/rdd_actions.h"
#include "ferro/engine/rdd_barrier.h"
#include "ferro/engine/rdd_base.h"
#include "ferro/engine/rdd_keyed.h"
#include "ferro/engine/rdd_narrow.h"
#include "ferro/engine/rdd_output.h"
#include "ferro/engine/rdd_sorted.h"
#include "ferro/engine/rdd_statistics.h"

namespace ferro {

class DataFrame;

template <class T>
class Rdd {
 public:
  using Element = T;
  using Value = Stored<T>;  // what actions return: views become values
  static constexpr bool kKeyed = detail::PairTraits<T>::value;
  using Key = Stored<typename detail::PairTraits<T>::Key>;
  using Mapped = Stored<typename detail::PairTraits<T>::Value>;

  // The node is a TypedNode<T>.
  Rdd(SessionPtr session, std::shared_ptr<const Node> node) : core_(std::move(session), std::move(node)) {}

  // An Rdd of views is an Rdd of values to whoever wants one.
  operator Rdd<Stored<T>>() const
    requires(!std::is_same_v<T, Stored<T>>)
  {
    return detail::stored(*this);
  }

  // --- transformations of rows ---
  template <class F, class... A>
  auto map(F function, A&&... arguments) const {
    if constexpr (detail::canMap<F, T, A...>()) {
      return detail::map(*this, "map", function, std::forward<A>(arguments)...);
    } else {
      return detail::Refused();
    }
  }
  template <class F, class... A>
  auto flatMap(F function, A&&... arguments) const {
    if constexpr (detail::canFlatMap<F, T, A...>()) {
      return detail::flatMap(*this, "flatMap", function, std::forward<A>(arguments)...);
    } else {
      return detail::Refused();
    }
  }
  template <class F, class... A>
  auto filter(F function, A&&... arguments) const {
    if constexpr (detail::canCall<F, T, A...>()) {
      return detail::filter(*this, function, std::forward<A>(arguments)...);
    } else {
      return detail::Refused();
    }
  }
  // function(Rows<T>& rows, arguments...) returns a range.
  template <class F, class... A>
  auto mapPartitions(F function, A&&... arguments) const {
    if constexpr (detail::canTravel<F, A...>()) {
      return detail::mapPartitions(*this, function, std::forward<A>(arguments)...);
    } else {
      return detail::Refused();
    }
  }
  // function(int partition, Rows<T>& rows, arguments...) returns a range.
  template <class F, class... A>
  auto mapPartitionsWithIndex(F function, A&&... arguments) const {
    return detail::mapPartitionsWithIndex(*this, "mapPartitionsWithIndex", function, std::forward<A>(arguments)...);
  }
  template <class F, class... A>
  auto keyBy(F function, A&&... arguments) const {
    if constexpr (detail::canMap<F, T, A...>()) {
      return detail::keyBy(*this, function, std::forward<A>(arguments)...);
    } else {
      return detail::Refused();
    }
  }
  Rdd<std::vector<Value>> glom() const { return detail::glom(*this); }
  Rdd sample(bool withReplacement, double fraction, uint64_t seed = 0) const {
    return detail::sample(*this, withReplacement, fraction, seed);
  }

  // Parts of about these shares, that together have each row once.
  std::vector<Rdd> randomSplit(const std::vector<double>& weights, uint64_t seed = 0) const {
    return detail::randomSplit(*this, weights, seed);
  }
  template <size_t N>
  std::array<Rdd, N> randomSplit(const std::array<double, N>& weights, uint64_t seed = 0) const {
    auto parts = randomSplit(std::vector<double>(weights.begin(), weights.end()), seed);
    return [&]<size_t... I>(std::index_sequence<I...>) {
      return std::array<Rdd, N>{std::move(parts[I])...};
    }(std::make_index_sequence<N>());
  }

  // Each line that the command prints when the rows, a line each, are its input. No shell sees its words.
  Rdd<std::string_view> pipe(const std::string& command) const { return detail::pipe(*this, commandWords(command)); }
  Rdd<std::string_view> pipe(const std::vector<std::string>& command) const { return detail::pipe(*this, command); }

  // --- transformations of partitions ---
  Rdd union_(const Rdd& other) const { return detail::unionOf(session(), std::vector<Rdd>{*this, other}); }
  Rdd coalesce(int numPartitions, bool shuffle = false) const;
  // Rows go by their content, so that a task run again sends each where it went before.
  Rdd<Value> repartition(int numPartitions) const { return detail::repartition(*this, numPartitions); }
  template <class U>
  Rdd<std::pair<T, U>> zip(const Rdd<U>& other) const {
    return detail::zip(*this, other);
  }
  RddBarrier<T> barrier() const { return RddBarrier<T>(*this); }
  Rdd<std::pair<T, int64_t>> zipWithIndex() const { return detail::zipWithIndex(*this); }
  Rdd<std::pair<T, int64_t>> zipWithUniqueId() const { return detail::zipWithUniqueId(*this); }
  template <class U>
  Rdd<std::pair<T, U>> cartesian(const Rdd<U>& other) const {
    return detail::cartesian(*this, other);
  }

  // --- transformations with a shuffle ---
  Rdd<Value> distinct(int numPartitions = 0) const { return detail::distinct(*this, numPartitions); }
  template <class F, class... A>
  auto groupBy(F function, A&&... arguments) const {
    return keyBy(function, std::forward<A>(arguments)...).groupByKey();
  }
  template <class F, class... A>
  Rdd<Value> sortBy(F key, bool ascending = true, int numPartitions = 0, A&&... arguments) const {
    return detail::sortBy(*this, ascending, numPartitions, key, std::forward<A>(arguments)...);
  }
  Rdd<Value> intersection(const Rdd<Value>& other) const { return detail::intersection(*this, other); }
  Rdd<Value> subtract(const Rdd<Value>& other) const { return detail::subtract(*this, other); }

  // --- transformations of Rdds of pairs ---
  auto keys() const
    requires kKeyed
  {
    return detail::keys(*this);
  }
  auto values() const
    requires kKeyed
  {
    return detail::values(*this);
  }
  template <class F, class... A>
  auto mapValues(F function, A&&... arguments) const
    requires kKeyed
  {
    if constexpr (detail::canMap<F, typename detail::PairTraits<T>::Value, A...>()) {
      return detail::mapValues(*this, function, std::forward<A>(arguments)...);
    } else {
      return detail::Refused();
    }
  }
  template <class F, class... A>
  auto flatMapValues(F function, A&&... arguments) const
    requires kKeyed
  {
    return detail::flatMapValues(*this, function, std::forward<A>(arguments)...);
  }
  template <class F>
    requires(kKeyed && std::is_invocable_v<F, const Mapped&, const Mapped&>)
  auto reduceByKey(F function, int numPartitions) const {
    return detail::reduceByKey(*this, numPartitions, function);
  }
  template <class F, class... A>
  auto reduceByKey(F function, A&&... arguments) const
    requires kKeyed
  {
    if constexpr (detail::canReduce<F, Mapped, A...>()) {
      return detail::reduceByKey(*this, 0, function, std::forward<A>(arguments)...);
    } else {
      return detail::Refused();
    }
  }
  template <class Zero, class F, class... A>
  auto foldByKey(Zero zero, F function, A&&... arguments) const
    requires kKeyed
  {
    return detail::aggregateByKey(*this, Mapped(std::move(zero)), function, function, std::forward<A>(arguments)...);
  }
  template <class Zero, class Add, class Merge, class... A>
  auto aggregateByKey(Zero zero, Add add, Merge merge, A&&... arguments) const
    requires kKeyed
  {
    return detail::aggregateByKey(*this, Stored<Zero>(std::move(zero)), add, merge, std::forward<A>(arguments)...);
  }
  template <class Create, class Add, class Merge, class... A>
  auto combineByKey(Create create, Add add, Merge merge, A&&... arguments) const
    requires kKeyed
  {
    return detail::combineByKey(*this, create, add, merge, std::forward<A>(arguments)...);
  }
  auto groupByKey(int numPartitions = 0) const
    requires kKeyed
  {
    return detail::groupByKey(*this, numPartitions);
  }
  template <class W>
  auto cogroup(const Rdd<W>& other, int numPartitions = 0) const
    requires kKeyed
  {
    return detail::cogroup(*this, other, numPartitions);
  }
  template <class W>
  auto join(const Rdd<W>& other, int numPartitions = 0) const
    requires kKeyed
  {
    return detail::join(*this, other, numPartitions);
  }
  template <class W>
  auto leftOuterJoin(const Rdd<W>& other, int numPartitions = 0) const
    requires kKeyed
  {
    return detail::leftOuterJoin(*this, other, numPartitions);
  }
  template <class W>
  auto rightOuterJoin(const Rdd<W>& other, int numPartitions = 0) const
    requires kKeyed
  {
    return detail::rightOuterJoin(*this, other, numPartitions);
  }
  template <class W>
  auto fullOuterJoin(const Rdd<W>& other, int numPartitions = 0) const
    requires kKeyed
  {
    return detail::fullOuterJoin(*this, other, numPartitions);
  }
  template <class W>
  auto subtractByKey(const Rdd<W>& other, int numPartitions = 0) const
    requires kKeyed
  {
    return detail::subtractByKey(*this, other, numPartitions);
  }
  // Each key's rows with the probability that is given for the key; keys that are not named are dropped.
  Rdd sampleByKey(bool withReplacement, const std::map<Key, double>& fractions, uint64_t seed = 0) const
    requires kKeyed
  {
    return detail::sampleByKey(*this, withReplacement, fractions, seed);
  }
  auto partitionBy(int numPartitions) const
    requires kKeyed
  {
    return detail::partitionBy(*this, HashPartitioner<Key>(numPartitions));
  }
  template <class P>
    requires std::is_base_of_v<Partitioner, P>
  auto partitionBy(const P& partitioner) const
    requires kKeyed
  {
    return detail::partitionBy(*this, partitioner);
  }
  // function(key, arguments...) gives the number of the key's partition.
  template <class F, class... A>
  auto partitionBy(int numPartitions, F function, A&&... arguments) const
    requires kKeyed
  {
    return detail::partitionByFunction(*this, numPartitions, function, std::forward<A>(arguments)...);
  }
  auto sortByKey(bool ascending = true, int numPartitions = 0) const
    requires kKeyed
  {
    return detail::sortByKey(*this, ascending, numPartitions);
  }
  auto repartitionAndSortWithinPartitions(int numPartitions) const
    requires kKeyed
  {
    return detail::repartitionAndSort(*this, HashPartitioner<Key>(numPartitions));
  }
  template <class P>
    requires std::is_base_of_v<Partitioner, P>
  auto repartitionAndSortWithinPartitions(const P& partitioner) const
    requires kKeyed
  {
    return detail::repartitionAndSort(*this, partitioner);
  }

  // --- actions ---
  std::vector<Value> collect() const { return detail::collect(*this); }
  int64_t count() const { return detail::count(*this); }
  Value first() const { return detail::first(*this); }
  std::vector<Value> take(int64_t n) const { return detail::take(*this, n); }
  std::vector<Value> takeSample(bool withReplacement, int64_t n, uint64_t seed = 0) const {
    return detail::takeSample(*this, withReplacement, n, seed);
  }
  // The n smallest, in order; less(a, b) says whether a comes first.
  template <class Less = ValueLess>
  std::vector<Value> takeOrdered(int64_t n, Less less = {}) const {
    return detail::takeOrdered(*this, "takeOrdered", n, less);
  }
  // The n greatest, greatest first.
  std::vector<Value> top(int64_t n) const { return detail::takeOrdered(*this, "top", n, ValueGreater{}); }
  bool isEmpty() const { return numPartitions() == 0 || detail::take(*this, 1).empty(); }
  template <class F, class... A>
  auto reduce(F function, A&&... arguments) const {
    if constexpr (detail::canReduce<F, Value, A...>()) {
      return detail::reduce(*this, function, std::forward<A>(arguments)...);
    } else {
      return detail::Refused();
    }
  }
  template <class F, class... A>
  Value fold(Value zero, F function, A&&... arguments) const {
    return detail::aggregate(*this, "fold", std::move(zero), function, function, std::forward<A>(arguments)...);
  }
  template <class Zero, class Add, class Merge, class... A>
  Stored<Zero> aggregate(Zero zero, Add add, Merge merge, A&&... arguments) const {
    return detail::aggregate(*this, "aggregate", Stored<Zero>(std::move(zero)), add, merge,
                             std::forward<A>(arguments)...);
  }
  template <class F, class... A>
  Value treeReduce(F function, int depth = 2, A&&... arguments) const {
    return detail::treeReduce(*this, depth, function, std::forward<A>(arguments)...);
  }
  template <class Zero, class Add, class Merge, class... A>
  Stored<Zero> treeAggregate(Zero zero, Add add, Merge merge, int depth = 2, A&&... arguments) const {
    return detail::treeAggregate(*this, depth, Stored<Zero>(std::move(zero)), add, merge,
                                 std::forward<A>(arguments)...);
  }
  template <class F, class... A>
  void foreach (F function, A && ... arguments) const {
    if constexpr (detail::canCall<F, T, A...>()) detail::foreach (*this, function, std::forward<A>(arguments)...);
  }
  template <class F, class... A>
  void foreachPartition(F function, A&&... arguments) const {
    detail::foreachPartition(*this, function, std::forward<A>(arguments)...);
  }
  // Partition by partition: the driver holds one at a time.
  detail::LocalIterator<T> toLocalIterator() const { return detail::LocalIterator<T>(*this); }
  std::map<Value, int64_t, ValueLess> countByValue() const { return detail::countByValue(*this); }
  int64_t countApproxDistinct(double relativeSD = 0.05) const { return detail::countApproxDistinct(*this, relativeSD); }
  template <class Less = ValueLess>
  Value max(Less less = {}) const {
    return detail::maxOf(*this, less);
  }
  template <class Less = ValueLess>
  Value min(Less less = {}) const {
    return detail::minOf(*this, less);
  }
  auto sum() const
    requires std::is_arithmetic_v<T>
  {
    return detail::sum(*this);
  }
  double mean() const
    requires std::is_arithmetic_v<T>
  {
    return stats().mean();
  }
  double variance() const
    requires std::is_arithmetic_v<T>
  {
    return stats().variance();
  }
  double stdev() const
    requires std::is_arithmetic_v<T>
  {
    return stats().stdev();
  }
  StatCounter stats() const
    requires std::is_arithmetic_v<T>
  {
    return detail::stats(*this);
  }
  // Bounds of equal width from the least to the greatest row, and how many rows lie between them.
  std::pair<std::vector<double>, std::vector<int64_t>> histogram(int buckets) const
    requires std::is_arithmetic_v<T>
  {
    return detail::histogram(*this, buckets);
  }
  // Counts for given bounds, the last of which belongs to the last bucket; other rows are left out.
  std::vector<int64_t> histogram(const std::vector<double>& bounds) const
    requires std::is_arithmetic_v<T>
  {
    return detail::histogram(*this, bounds);
  }
  auto countByKey() const
    requires kKeyed
  {
    return keys().countByValue();
  }
  std::map<Key, Mapped, ValueLess> collectAsMap() const
    requires kKeyed
  {
    return detail::collectAsMap(*this);
  }
  std::vector<Mapped> lookup(const Key& key) const
    requires kKeyed
  {
    return detail::lookup(*this, key);
  }
  // One part file for each partition; compression is "", "gz", "zst" or "bz2".
  void saveAsTextFile(const std::string& directory, const std::string& compression = "") const {
    detail::saveAsTextFile(*this, directory, compression);
  }
  // Pairs, tuples and structs are columns _1, _2, ...; other rows one column `value`.
  void saveAsParquetFile(const std::string& directory) const { detail::saveAsParquetFile(*this, directory); }

  // A DataFrame with a column for each field: by the names given, else those of a struct's fields, _1, _2, ..., or
  // `value`. For programs that include ferro.h.
  template <class... Names>
  DataFrame toDF(const Names&... names) const;
  DataFrame toDF(const std::vector<std::string>& names) const;

  // --- what an Rdd is ---
  Rdd persist(StorageLevel level = StorageLevel::MEMORY_ONLY) const {
    detail::persist(session(), node(), level);
    return *this;
  }
  Rdd cache() const { return persist(StorageLevel::MEMORY_ONLY); }
  Rdd unpersist(bool blocking = false) const {
    detail::unpersist(*session(), *node(), blocking);
    return *this;
  }
  void checkpoint() const { detail::checkpoint(session(), node()); }
  void localCheckpoint() const { detail::localCheckpoint(session(), node()); }
  bool isCheckpointed() const { return node()->isCheckpointed(); }
  StorageLevel getStorageLevel() const { return node()->storageLevel(); }
  Rdd setName(std::string name) const {
    node()->setName(std::move(name));
    return *this;
  }
  std::string name() const { return node()->name(); }
  int id() const { return node()->id(); }
  int numPartitions() const { return node()->numPartitions(); }
  std::shared_ptr<const Partitioner> partitioner() const { return node()->partitioner(); }
  std::string toDebugString() const { return detail::debugString(*node()); }

  // For operations written outside this class.
  const SessionPtr& session() const { return core_.session(); }
  const std::shared_ptr<const Node>& node() const { return core_.node(); }

 private:
  detail::RddCore core_;
};

template <class T>
Rdd<T> Rdd<T>::coalesce(int numPartitions, bool shuffle) const {
  if constexpr (std::is_same_v<T, Stored<T>>) {
    if (shuffle) return repartition(numPartitions);
  } else if (shuffle) {
    throw Error(ErrorCode::kInvalidArgument,
                "coalesce with a shuffle gives values, not views: call repartition instead");
  }
  return detail::coalesce(*this, numPartitions);
}

}  // namespace ferro
