// Visits the steps of a lineage one by one, without recursion. Any thread may walk.
#pragma once

#include <memory>
#include <unordered_set>
#include <utility>
#include <vector>

#include "ferro/scheduler/lineage.h"

namespace ferro {

// Calls visit(node, parents) once for each node that narrow steps lead to from `start`, which comes first. What stands
// behind a node is left out when visit returns false.
template <class Visit>
void walkStage(std::shared_ptr<const LineageNode> start, Visit visit) {
  std::unordered_set<int> seen{start->id()};
  std::vector<std::shared_ptr<const LineageNode>> stack{std::move(start)};
  while (!stack.empty()) {
    auto node = std::move(stack.back());
    stack.pop_back();
    LineageParents parents = node->parents();
    if (!visit(*node, parents)) continue;
    for (auto parent = parents.narrow.rbegin(); parent != parents.narrow.rend(); ++parent) {
      if (seen.insert((*parent)->id()).second) stack.push_back(std::move(*parent));
    }
  }
}

}  // namespace ferro
