// How a driver makes a node of batches. For .cc files of operators.
#pragma once

#include <memory>
#include <string>
#include <tuple>
#include <utility>

#include "ferro/engine/driver.h"
#include "ferro/engine/exec/batch_node.h"

namespace ferro::detail {

template <class N, class... Arguments>
BatchNodePtr makeBatchNode(const SessionPtr& session, std::string name, int numPartitions, LineageParents parents,
                           std::shared_ptr<arrow::Schema> schema, Arguments... arguments) {
  NodeInfo info{newNodeId(*session), std::move(name), numPartitions, nullptr};
  return shareBatchNode(makeAs<const BatchNode, N>(std::move(info), std::move(parents), std::move(schema),
                                                   std::tuple<Arguments...>(std::move(arguments)...)));
}

// A node on one parent, with as many partitions.
template <class N, class... Arguments>
BatchNodePtr deriveBatchNode(const SessionPtr& session, std::string name, const BatchNodePtr& parent,
                             std::shared_ptr<arrow::Schema> schema, Arguments... arguments) {
  return makeBatchNode<N>(session, std::move(name), parent->numPartitions(), LineageParents{{parent}, {}},
                          std::move(schema), std::move(arguments)...);
}

}  // namespace ferro::detail
