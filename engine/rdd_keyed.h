// Transformations of Rdds of pairs, and those of single rows that are one in disguise.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "ferro/engine/aggregators.h"
#include "ferro/engine/operators/cogroup.h"
#include "ferro/engine/operators/shuffle_sinks.h"
#include "ferro/engine/operators/shuffled.h"
#include "ferro/engine/partitioners.h"
#include "ferro/engine/rdd_narrow.h"

namespace ferro::detail {

template <class T>
using KeyOf = typename T::first_type;
template <class T>
using MappedOf = typename T::second_type;

// How many partitions a shuffle of these Rdds gets when the caller leaves it open: the setting, else as many as the
// widest parent has.
int shufflePartitions(const SessionCore& session, int asked, std::initializer_list<int> parents);

template <class T, class Sinks>
std::shared_ptr<const ShuffleDependency> shuffleOf(const Rdd<T>& rdd, int shuffleId, Sinks sink, int numReducers) {
  return makeShuffle(rdd.session(), shuffleId, rdd.node(), shareSink(makeAs<const Sink, Sinks>(std::move(sink))),
                     numReducers);
}

template <class T>
ShuffleHandle handleOf(const Rdd<T>& rdd, const ShuffleDependency& shuffle) {
  return {shuffle.shuffleId(), rdd.numPartitions(), shuffle.numReducers()};
}

template <class T>
auto keys(const Rdd<T>& rdd) {
  return map(rdd, "keys", [](const T& row) { return row.first; });
}

template <class T>
auto values(const Rdd<T>& rdd) {
  return map(rdd, "values", [](const T& row) { return row.second; });
}

template <class T, class F, class... A>
auto mapValues(const Rdd<T>& rdd, F, A&&... arguments) {
  checkFunction<F, A...>();
  auto function = [](const T& row, const F& f, const KeptArgument<A>&... kept) {
    using W = ElementOf<CallResult<F, MappedOf<T>, KeptArgument<A>...>>;
    return std::pair<KeyOf<T>, W>(row.first, call(f, row.second, kept...));
  };
  return derive<MapNode<T, decltype(function), F, KeptArgument<A>...>>(rdd, "mapValues", Partitioning::kKept, F{},
                                                                       KeptArgument<A>(std::forward<A>(arguments))...);
}

template <class T, class F, class... A>
auto flatMapValues(const Rdd<T>& rdd, F, A&&... arguments) {
  checkFunction<F, A...>();
  auto function = [](const T& row, const F& f, const KeptArgument<A>&... kept) {
    RangeCursor<CallResult<F, MappedOf<T>, KeptArgument<A>...>> cursor;
    using W = RangeElement<CallResult<F, MappedOf<T>, KeptArgument<A>...>>;
    std::vector<std::pair<KeyOf<T>, W>> rows;
    cursor.reset(call(f, row.second, kept...));
    while (const W* value = cursor.next()) rows.emplace_back(row.first, *value);
    return rows;
  };
  return derive<FlatMapNode<T, decltype(function), F, KeptArgument<A>...>>(
      rdd, "flatMapValues", Partitioning::kKept, F{}, KeptArgument<A>(std::forward<A>(arguments))...);
}

enum class MapSideCombine { kYes, kNo };

// Combines the values of each key: in place where the keys lie right already, else with a shuffle.
template <MapSideCombine kCombine, class T, class Aggregator>
auto combineWith(const Rdd<T>& rdd, const char* name, int asked, Aggregator aggregator) {
  using K = Stored<KeyOf<T>>;
  using V = Stored<MappedOf<T>>;
  if (rdd.node()->partitioner() != nullptr && (asked == 0 || asked == rdd.numPartitions())) {
    return Rdd<std::pair<K, typename Aggregator::Combined>>(
        derive<CombineLocalNode<T, Aggregator>>(rdd, name, Partitioning::kKept, std::move(aggregator)));
  }
  const HashPartitioner<K> partitioner(shufflePartitions(*rdd.session(), asked, {rdd.numPartitions()}));
  const int reducers = partitioner.numPartitions();
  const int shuffleId = newShuffleId(*rdd.session());
  NodeInfo info{0, name, reducers, sharedCopy(partitioner)};
  if constexpr (kCombine == MapSideCombine::kYes) {
    using Out = CombineSink<T, HashPartitioner<K>, Aggregator>;
    auto shuffle = shuffleOf(rdd, shuffleId, Out({shuffleId, partitioner, aggregator}), reducers);
    return Rdd<std::pair<K, typename Aggregator::Combined>>(makeRdd<CombineShuffledNode<K, V, Aggregator, true>>(
        rdd.session(), std::move(info), onShuffle(shuffle), handleOf(rdd, *shuffle), std::move(aggregator)));
  } else {
    using Out = ShuffleSink<T, HashPartitioner<K>>;
    auto shuffle = shuffleOf(rdd, shuffleId, Out({shuffleId, partitioner}), reducers);
    return Rdd<std::pair<K, typename Aggregator::Combined>>(makeRdd<CombineShuffledNode<K, V, Aggregator, false>>(
        rdd.session(), std::move(info), onShuffle(shuffle), handleOf(rdd, *shuffle), std::move(aggregator)));
  }
}

// Aggregators see values as they flow on the map side and as they are stored on the reduce side, so their functions are
// called with either.
template <class T, class F, class... A>
auto reduceByKey(const Rdd<T>& rdd, int numPartitions, F, A&&... arguments) {
  checkFunction<F, A...>();
  using Aggregator = ReduceAggregator<Stored<MappedOf<T>>, F, KeptArgument<A>...>;
  return combineWith<MapSideCombine::kYes>(rdd, "reduceByKey", numPartitions,
                                           Aggregator{{{KeptArgument<A>(std::forward<A>(arguments))...}}});
}

template <class T, class Zero, class Add, class Merge, class... A>
auto aggregateByKey(const Rdd<T>& rdd, Zero zero, Add, Merge, A&&... arguments) {
  checkFunction<Add, A...>();
  checkFunction<Merge>();
  using Aggregator = ZeroAggregator<Stored<MappedOf<T>>, Zero, Add, Merge, KeptArgument<A>...>;
  return combineWith<MapSideCombine::kYes>(
      rdd, "aggregateByKey", 0, Aggregator{std::move(zero), {{KeptArgument<A>(std::forward<A>(arguments))...}}});
}

template <class T, class Create, class Add, class Merge, class... A>
auto combineByKey(const Rdd<T>& rdd, Create, Add, Merge, A&&... arguments) {
  checkFunction<Create, A...>();
  checkFunction<Add>();
  checkFunction<Merge>();
  using Aggregator = FunctionAggregator<Stored<MappedOf<T>>, Create, Add, Merge, KeptArgument<A>...>;
  return combineWith<MapSideCombine::kYes>(rdd, "combineByKey", 0,
                                           Aggregator{{{KeptArgument<A>(std::forward<A>(arguments))...}}});
}

template <class T>
auto groupByKey(const Rdd<T>& rdd, int numPartitions) {
  return combineWith<MapSideCombine::kNo>(rdd, "groupByKey", numPartitions, GroupAggregator<Stored<MappedOf<T>>>{});
}

// Rows as keys, for operations that look at whole rows.
template <class T>
auto marked(const Rdd<T>& rdd) {
  return map(rdd, "map", [](const T& row) { return std::pair<T, bool>(row, true); });
}

template <class T>
Rdd<Stored<T>> distinct(const Rdd<T>& rdd, int numPartitions) {
  return keys(reduceByKey(marked(rdd), numPartitions, [](bool a, bool) { return a; }));
}

template <class T, class P>
Rdd<Stored<T>> partitionBy(const Rdd<T>& rdd, const P& partitioner) {
  if constexpr (std::is_same_v<T, Stored<T>>) {
    if (rdd.partitioner() != nullptr && rdd.partitioner()->sameAs(partitioner)) return rdd;
  }
  const int shuffleId = newShuffleId(*rdd.session());
  auto shuffle = shuffleOf(rdd, shuffleId, ShuffleSink<T, P>({shuffleId, partitioner}), partitioner.numPartitions());
  NodeInfo info{0, "partitionBy", partitioner.numPartitions(), sharedCopy(partitioner)};
  return makeRdd<ShuffledNode<Stored<T>>>(rdd.session(), std::move(info), onShuffle(shuffle), handleOf(rdd, *shuffle));
}

template <class T, class F, class... A>
Rdd<Stored<T>> partitionByFunction(const Rdd<T>& rdd, int numPartitions, F, A&&... arguments) {
  checkFunction<F, A...>();
  requirePartitions("partitionBy", numPartitions);
  using P = FunctionPartitioner<Stored<KeyOf<T>>, F, KeptArgument<A>...>;
  return partitionBy(rdd, P(numPartitions, {KeptArgument<A>(std::forward<A>(arguments))...}));
}

template <class T>
Rdd<Stored<T>> repartition(const Rdd<T>& rdd, int numPartitions) {
  requirePartitions("repartition", numPartitions);
  const int shuffleId = newShuffleId(*rdd.session());
  auto shuffle = shuffleOf(rdd, shuffleId, RepartitionSink<T>({shuffleId, numPartitions}), numPartitions);
  NodeInfo info{0, "repartition", numPartitions, nullptr};
  return makeRdd<ShuffledNode<Stored<T>>>(rdd.session(), std::move(info), onShuffle(shuffle), handleOf(rdd, *shuffle));
}

// The partitioner that two Rdds are brought together by: one they have already, if it is wide enough, else a new one.
template <class K>
std::shared_ptr<const Partitioner> commonPartitioner(const SessionCore& session, int asked,
                                                     const std::shared_ptr<const Partitioner>& left, int leftPartitions,
                                                     const std::shared_ptr<const Partitioner>& right,
                                                     int rightPartitions) {
  auto fits = [&](const std::shared_ptr<const Partitioner>& p) {
    return p != nullptr && (asked == 0 || asked == p->numPartitions());
  };
  if (fits(left) && right != nullptr && left->sameAs(*right)) return left;
  // Only a hash partitioner can serve the side that still has to be shuffled.
  auto isHash = [&](const std::shared_ptr<const Partitioner>& p) {
    return fits(p) && dynamic_cast<const HashPartitioner<K>*>(p.get()) != nullptr;
  };
  if (isHash(left) && (!isHash(right) || left->numPartitions() >= right->numPartitions())) return left;
  if (isHash(right)) return right;
  return sharedCopy(HashPartitioner<K>(shufflePartitions(session, asked, {leftPartitions, rightPartitions})));
}

// One side of a cogroup: a narrow parent where its keys lie right, else a shuffle.
template <class K, class T>
std::optional<ShuffleHandle> addCogroupSide(const Rdd<T>& rdd, const Partitioner& partitioner,
                                            LineageParents& parents) {
  if (rdd.partitioner() != nullptr && rdd.partitioner()->sameAs(partitioner)) {
    parents.narrow.push_back(rdd.node());
    return std::nullopt;
  }
  const int shuffleId = newShuffleId(*rdd.session());
  const auto& hash = dynamic_cast<const HashPartitioner<K>&>(partitioner);
  auto shuffle = shuffleOf(rdd, shuffleId, ShuffleSink<T, HashPartitioner<K>>({shuffleId, hash}), hash.numPartitions());
  parents.shuffles.push_back(shuffle);
  return handleOf(rdd, *shuffle);
}

template <class T, class U>
auto cogroup(const Rdd<T>& left, const Rdd<U>& right, int numPartitions) {
  using K = Stored<KeyOf<T>>;
  static_assert(PairTraits<U>::value, "ferro: the other Rdd of a join or cogroup must hold pairs too");
  static_assert(std::is_same_v<K, Stored<KeyOf<U>>>,
                "ferro: both Rdds of a join or cogroup must have the same key type");
  auto partitioner = commonPartitioner<K>(*left.session(), numPartitions, left.partitioner(), left.numPartitions(),
                                          right.partitioner(), right.numPartitions());
  LineageParents parents;
  auto leftShuffle = addCogroupSide<K>(left, *partitioner, parents);
  auto rightShuffle = addCogroupSide<K>(right, *partitioner, parents);
  NodeInfo info{0, "cogroup", partitioner->numPartitions(), partitioner};
  return makeRdd<CoGroupNode<T, U>>(left.session(), std::move(info), std::move(parents), leftShuffle, rightShuffle);
}

// Every value of one side with every value of the other. Where a side may miss, the values of the other side that meet
// none are kept, alone.
template <bool kLeftMayMiss, bool kRightMayMiss, class V, class W>
auto pairsOf(const Groups<V, W>& groups) {
  using Left = std::conditional_t<kLeftMayMiss, std::optional<V>, V>;
  using Right = std::conditional_t<kRightMayMiss, std::optional<W>, W>;
  const auto& [lefts, rights] = groups;
  std::vector<std::pair<Left, Right>> rows;
  rows.reserve(lefts.size() * rights.size());
  for (const V& left : lefts) {
    for (const W& right : rights) rows.emplace_back(left, right);
  }
  if constexpr (kRightMayMiss) {
    if (rights.empty()) std::ranges::for_each(lefts, [&](const V& left) { rows.emplace_back(left, std::nullopt); });
  }
  if constexpr (kLeftMayMiss) {
    if (lefts.empty()) std::ranges::for_each(rights, [&](const W& right) { rows.emplace_back(std::nullopt, right); });
  }
  return rows;
}

template <bool kLeftMayMiss, bool kRightMayMiss, class T, class U>
auto joinSides(const Rdd<T>& left, const Rdd<U>& right, int numPartitions) {
  auto both = cogroup(left, right, numPartitions);
  using Both = Groups<Stored<MappedOf<T>>, Stored<MappedOf<U>>>;
  return flatMapValues(both, [](const Both& groups) { return pairsOf<kLeftMayMiss, kRightMayMiss>(groups); });
}

template <class T, class U>
auto join(const Rdd<T>& left, const Rdd<U>& right, int numPartitions) {
  return joinSides<false, false>(left, right, numPartitions);
}

template <class T, class U>
auto leftOuterJoin(const Rdd<T>& left, const Rdd<U>& right, int numPartitions) {
  return joinSides<false, true>(left, right, numPartitions);
}

template <class T, class U>
auto rightOuterJoin(const Rdd<T>& left, const Rdd<U>& right, int numPartitions) {
  return joinSides<true, false>(left, right, numPartitions);
}

template <class T, class U>
auto fullOuterJoin(const Rdd<T>& left, const Rdd<U>& right, int numPartitions) {
  return joinSides<true, true>(left, right, numPartitions);
}

template <class T, class U>
Rdd<Stored<T>> subtractByKey(const Rdd<T>& left, const Rdd<U>& right, int numPartitions) {
  using V = Stored<MappedOf<T>>;
  using W = Stored<MappedOf<U>>;
  return flatMapValues(cogroup(left, right, numPartitions), [](const Groups<V, W>& groups) {
    return groups.second.empty() ? groups.first : std::vector<V>();
  });
}

template <class T>
Rdd<Stored<T>> subtract(const Rdd<T>& left, const Rdd<Stored<T>>& right) {
  return keys(subtractByKey(marked(left), marked(right), 0));
}

// Each row that both have, once.
template <class T>
Rdd<Stored<T>> intersection(const Rdd<T>& left, const Rdd<Stored<T>>& right) {
  using Grouped = std::pair<Stored<T>, Groups<bool, bool>>;
  auto both = filter(cogroup(marked(left), marked(right), 0),
                     [](const Grouped& row) { return !row.second.first.empty() && !row.second.second.empty(); });
  return keys(both);
}

template <class T, class K>
Rdd<T> sampleByKey(const Rdd<T>& rdd, bool withReplacement, const std::map<K, double>& fractions, uint64_t seed) {
  for (const auto& [key, fraction] : fractions) requireFraction("sampleByKey", withReplacement, fraction);
  return derive<SampleByKeyNode<T, K>>(rdd, "sampleByKey", Partitioning::kKept, SampleOptions{withReplacement, 0, seed},
                                       fractions);
}

}  // namespace ferro::detail
