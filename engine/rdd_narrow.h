// Transformations that stay inside a stage.
#pragma once

#include <algorithm>

#include "ferro/engine/io/pipe.h"
#include "ferro/engine/operators/cartesian.h"
#include "ferro/engine/operators/coalesce.h"
#include "ferro/engine/operators/filter.h"
#include "ferro/engine/operators/flat_map.h"
#include "ferro/engine/operators/map.h"
#include "ferro/engine/operators/map_partitions.h"
#include "ferro/engine/operators/numbering.h"
#include "ferro/engine/operators/sample.h"
#include "ferro/engine/operators/union.h"
#include "ferro/engine/operators/zip.h"
#include "ferro/engine/rdd_base.h"

namespace ferro::detail {

// A node on one parent, with as many partitions.
template <class N, class T, class... Arguments>
auto derive(const Rdd<T>& rdd, const char* name, Partitioning partitioning, Arguments... arguments) {
  return makeRdd<N>(rdd.session(), infoLike(*rdd.node(), name, partitioning), onParent(rdd.node()),
                    std::move(arguments)...);
}

template <class T, class F, class... A>
auto map(const Rdd<T>& rdd, const char* name, F, A&&... arguments) {
  checkFunction<F, A...>();
  return derive<MapNode<T, F, KeptArgument<A>...>>(rdd, name, Partitioning::kLost,
                                                   KeptArgument<A>(std::forward<A>(arguments))...);
}

template <class T, class F, class... A>
auto flatMap(const Rdd<T>& rdd, const char* name, F, A&&... arguments) {
  checkFunction<F, A...>();
  return derive<FlatMapNode<T, F, KeptArgument<A>...>>(rdd, name, Partitioning::kLost,
                                                       KeptArgument<A>(std::forward<A>(arguments))...);
}

template <class T, class F, class... A>
Rdd<T> filter(const Rdd<T>& rdd, F, A&&... arguments) {
  checkFunction<F, A...>();
  return derive<FilterNode<T, F, KeptArgument<A>...>>(rdd, "filter", Partitioning::kKept,
                                                      KeptArgument<A>(std::forward<A>(arguments))...);
}

template <class T, class F, class... A>
auto mapPartitionsWithIndex(const Rdd<T>& rdd, const char* name, F, A&&... arguments) {
  checkFunction<F, A...>();
  return derive<MapPartitionsNode<T, F, KeptArgument<A>...>>(rdd, name, Partitioning::kLost,
                                                             KeptArgument<A>(std::forward<A>(arguments))...);
}

template <class T, class F, class... A>
auto mapPartitions(const Rdd<T>& rdd, F function, A&&... arguments) {
  checkFunction<F, A...>();
  return mapPartitionsWithIndex(
      rdd, "mapPartitions",
      [](int, Rows<T>& rows, const F& f, const KeptArgument<A>&... kept) { return f(rows, kept...); }, function,
      std::forward<A>(arguments)...);
}

template <class T, class F, class... A>
auto keyBy(const Rdd<T>& rdd, F function, A&&... arguments) {
  checkFunction<F, A...>();
  return map(
      rdd, "keyBy",
      [](const T& row, const F& f, const KeptArgument<A>&... kept) {
        using K = ElementOf<CallResult<F, T, KeptArgument<A>...>>;
        return std::pair<K, T>(call(f, row, kept...), row);
      },
      function, std::forward<A>(arguments)...);
}

template <class T>
Rdd<Stored<T>> stored(const Rdd<T>& rdd) {
  return map(rdd, "map", [](const T& row) { return toStored(row); });
}

template <class T>
Rdd<std::vector<Stored<T>>> glom(const Rdd<T>& rdd) {
  return mapPartitionsWithIndex(rdd, "glom", [](int, Rows<T>& rows) {
    std::vector<std::vector<Stored<T>>> all(1);
    for (const T& row : rows) all[0].push_back(toStored(row));
    return all;
  });
}

void requireFraction(const char* operation, bool withReplacement, double fraction);

template <class T>
Rdd<T> sample(const Rdd<T>& rdd, bool withReplacement, double fraction, uint64_t seed) {
  requireFraction("sample", withReplacement, fraction);
  return derive<SampleNode<T>>(rdd, "sample", Partitioning::kKept, SampleOptions{withReplacement, fraction, seed});
}

// Where the parts of a split begin and end in [0, 1]. Error kInvalidArgument for weights that are not shares.
std::vector<double> splitBounds(const std::vector<double>& weights);

template <class T>
std::vector<Rdd<T>> randomSplit(const Rdd<T>& rdd, const std::vector<double>& weights, uint64_t seed) {
  const std::vector<double> bounds = splitBounds(weights);
  std::vector<Rdd<T>> parts;
  for (size_t i = 0; i + 1 < bounds.size(); ++i) {
    parts.push_back(
        derive<SplitNode<T>>(rdd, "randomSplit", Partitioning::kKept, SplitOptions{bounds[i], bounds[i + 1], seed}));
  }
  return parts;
}

template <class T>
auto pipe(const Rdd<T>& rdd, const std::vector<std::string>& command) {
  return derive<PipeNode<T>>(rdd, "pipe", Partitioning::kLost, command);
}

void requirePartitions(const char* operation, int numPartitions);

template <class T>
Rdd<T> coalesce(const Rdd<T>& rdd, int numPartitions) {
  requirePartitions("coalesce", numPartitions);
  NodeInfo info{0, "coalesce", std::min(numPartitions, rdd.numPartitions()), nullptr};
  return makeRdd<CoalesceNode<T>>(rdd.session(), std::move(info), onParent(rdd.node()), rdd.numPartitions());
}

template <class T>
Rdd<T> unionOf(const SessionPtr& session, const std::vector<Rdd<T>>& rdds) {
  NodeInfo info{0, "union", 0, nullptr};
  LineageParents parents;
  std::vector<int> starts;
  for (const auto& rdd : rdds) {
    starts.push_back(info.numPartitions);
    info.numPartitions += rdd.numPartitions();
    parents.narrow.push_back(rdd.node());
  }
  return makeRdd<UnionNode<T>>(session, std::move(info), std::move(parents), std::move(starts));
}

void requireSamePartitions(int left, int right);

template <class A, class B>
Rdd<std::pair<A, B>> zip(const Rdd<A>& left, const Rdd<B>& right) {
  requireSamePartitions(left.numPartitions(), right.numPartitions());
  NodeInfo info{0, "zip", left.numPartitions(), nullptr};
  return makeRdd<ZipNode<A, B>>(left.session(), std::move(info), onParents(left.node(), right.node()));
}

template <class A, class B>
Rdd<std::pair<A, B>> cartesian(const Rdd<A>& left, const Rdd<B>& right) {
  NodeInfo info{0, "cartesian", left.numPartitions() * right.numPartitions(), nullptr};
  return makeRdd<CartesianNode<A, B>>(left.session(), std::move(info), onParents(left.node(), right.node()),
                                      right.numPartitions());
}

// Runs a job to count the rows of every partition but the last, as Spark does.
template <class T>
Rdd<std::pair<T, int64_t>> zipWithIndex(const Rdd<T>& rdd) {
  std::vector<int64_t> starts(1, 0);
  if (rdd.numPartitions() > 1) {
    auto counts = runOn(rdd, "zipWithIndex", firstPartitions(rdd.numPartitions() - 1), [](Rows<T>& rows) {
      int64_t count = 0;
      while (rows.next() != nullptr) ++count;
      return count;
    });
    for (int64_t count : counts) starts.push_back(starts.back() + count);
  }
  return derive<NumberingNode<T>>(rdd, "zipWithIndex", Partitioning::kLost, std::move(starts), int64_t{1});
}

template <class T>
Rdd<std::pair<T, int64_t>> zipWithUniqueId(const Rdd<T>& rdd) {
  std::vector<int64_t> starts;
  for (int i = 0; i < rdd.numPartitions(); ++i) starts.push_back(i);
  return derive<NumberingNode<T>>(rdd, "zipWithUniqueId", Partitioning::kLost, std::move(starts),
                                  int64_t{rdd.numPartitions()});
}

}  // namespace ferro::detail
