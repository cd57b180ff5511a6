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

// What an Rdd is, whatever its rows are. Its members are in driver.cc, so that programs need not compile them for each
// operation.
class RddCore {
 public:
  RddCore(SessionPtr session, std::shared_ptr<const Node> node);
  ~RddCore();
  RddCore(const RddCore&);
  RddCore& operator=(const RddCore&);
  RddCore(RddCore&&) noexcept;
  RddCore& operator=(RddCore&&) noexcept;

  const SessionPtr& session() const { return session_; }
  const std::shared_ptr<const Node>& node() const { return node_; }

 private:
  SessionPtr session_;
  std::shared_ptr<const Node> node_;
};

enum class Partitioning { kLost, kKept };

// For a node on one parent, with as many partitions.
NodeInfo infoLike(const Node& parent, const char* name, Partitioning partitioning);
LineageParents onParent(const std::shared_ptr<const Node>& parent);
LineageParents onParents(const std::shared_ptr<const Node>& first, const std::shared_ptr<const Node>& second);
LineageParents onShuffle(const std::shared_ptr<const ShuffleDependency>& shuffle);

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
Rdd<typename N::Element> makeRdd(const SessionPtr& session, NodeInfo&& info, LineageParents&& parents,
                                 Arguments... arguments) {
  info.id = newNodeId(*session);
  return Rdd<typename N::Element>(session,
                                  shareNode(makeAs<const Node, N>(std::move(info), std::move(parents),
                                                                  std::tuple<Arguments...>(std::move(arguments)...))));
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
  auto sink = shareSink(makeAs<const Sink, Work>(std::tuple<Arguments...>(std::move(arguments)...)));
  ResultBudget budget(*rdd.session());
  runJob(*rdd.session(), rdd.node(), std::move(sink), std::move(partitions), action,
         [&](int position, TaskValue& value) {
           auto& result = static_cast<TypedTaskValue<typename Work::Result>&>(value).value;
           budget.add(sizeof(result) + heapBytes(result));
           consume(position, std::move(result));
         });
}

// function(rows, arguments...) for each of the partitions; the results in the partitions' order.
template <class T, class F, class... Arguments>
auto runOn(const Rdd<T>& rdd, const char* action, std::vector<int> partitions, F function, Arguments... arguments) {
  using R = typename ActionSink<T, F, Arguments...>::Result;
  using Place = std::conditional_t<std::is_default_constructible_v<R>, R, std::optional<R>>;
  std::vector<Place> arrived(partitions.size());
  runEach(
      rdd, action, std::move(partitions), function,
      [&](int position, R&& result) { arrived[static_cast<size_t>(position)] = std::move(result); },
      std::move(arguments)...);
  if constexpr (std::is_same_v<Place, R>) {
    return arrived;
  } else {
    std::vector<R> results;
    results.reserve(arrived.size());
    for (auto& result : arrived) results.push_back(std::move(*result));
    return results;
  }
}

std::vector<int> firstPartitions(int count);

template <class T, class F, class... Arguments>
auto run(const Rdd<T>& rdd, const char* action, F function, Arguments... arguments) {
  return runOn(rdd, action, firstPartitions(rdd.numPartitions()), function, std::move(arguments)...);
}

}  // namespace detail
}  // namespace ferro
