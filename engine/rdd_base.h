// The pieces that every Rdd operation is made of: how a node becomes an Rdd, and how a function over partitions becomes
// a job.
#pragma once

#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "ferro/common/footprint.h"
#include "ferro/engine/driver.h"
#include "ferro/engine/typed_node.h"

namespace ferro {

template <class T>
class Rdd;

namespace detail {

struct NotAPair {};

template <class T>
struct PairTraits : std::false_type {
  using Key = NotAPair;
  using Value = NotAPair;
};
template <class K, class V>
struct PairTraits<std::pair<K, V>> : std::true_type {
  using Key = K;
  using Value = V;
};

template <class F, class... Arguments>
constexpr void checkFunction() {
  requireCaptureFree<F>();
  requireTravellingArguments<Arguments...>();
}

template <class N, class... Arguments>
Rdd<typename N::Element> makeRdd(const SessionPtr& session, NodeInfo info, LineageParents parents,
                                 Arguments... arguments) {
  info.id = newNodeId(*session);
  auto node =
      std::make_shared<const N>(std::move(info), std::move(parents), std::tuple<Arguments...>(std::move(arguments)...));
  return Rdd<typename N::Element>(session, std::move(node));
}

template <class R>
R takeValue(TaskValue& value) {
  return std::move(static_cast<TypedTaskValue<R>&>(value).value);
}

// Calls consume(position, result) for each partition's result, in the order in which they come.
template <class T, class F, class Consume, class... Arguments>
void runEach(const Rdd<T>& rdd, const char* action, std::vector<int> partitions, F, Consume consume,
             Arguments... arguments) {
  using Work = ActionSink<T, F, Arguments...>;
  auto sink = std::make_shared<const Work>(std::tuple<Arguments...>(std::move(arguments)...));
  ResultBudget budget(*rdd.session());
  runJob(*rdd.session(), rdd.node(), std::move(sink), std::move(partitions), action,
         [&](int position, TaskValue& value) {
           auto result = takeValue<typename Work::Result>(value);
           budget.add(sizeof(result) + heapBytes(result));
           consume(position, std::move(result));
         });
}

// function(rows, arguments...) for each of the partitions; the results in the partitions' order.
template <class T, class F, class... Arguments>
auto runOn(const Rdd<T>& rdd, const char* action, std::vector<int> partitions, F function, Arguments... arguments) {
  using R = typename ActionSink<T, F, Arguments...>::Result;
  std::vector<std::optional<R>> arrived(partitions.size());
  runEach(
      rdd, action, std::move(partitions), function,
      [&](int position, R result) { arrived[static_cast<size_t>(position)] = std::move(result); },
      std::move(arguments)...);
  std::vector<R> results;
  results.reserve(arrived.size());
  for (auto& result : arrived) results.push_back(std::move(*result));
  return results;
}

std::vector<int> firstPartitions(int count);

template <class T, class F, class... Arguments>
auto run(const Rdd<T>& rdd, const char* action, F function, Arguments... arguments) {
  return runOn(rdd, action, firstPartitions(rdd.numPartitions()), function, std::move(arguments)...);
}

}  // namespace detail
}  // namespace ferro
