#include "ferro/scheduler/rdd_info.h"

#include <utility>

#include "ferro/scheduler/lineage_walk.h"

namespace ferro {

namespace {

constexpr size_t kMaxRdds = 200;

RddInfo infoOf(const LineageNode& node, const LineageParents& parents) {
  RddInfo info;
  info.id = node.id();
  info.name = node.name();
  info.level = node.storageLevel();
  info.numPartitions = node.numPartitions();
  info.barrier = node.isBarrier();
  info.deterministic = node.isDeterministic();
  for (const auto& parent : parents.narrow) info.parents.push_back(parent->id());
  for (const auto& shuffle : parents.shuffles) info.parents.push_back(shuffle->mapSide()->id());
  return info;
}

}  // namespace

std::vector<RddInfo> rddsOfStage(const std::shared_ptr<const LineageNode>& last) {
  std::vector<RddInfo> rdds;
  walkStage(last, [&](const LineageNode& node, const LineageParents& parents) {
    if (rdds.size() == kMaxRdds) return false;
    rdds.push_back(infoOf(node, parents));
    return true;
  });
  return rdds;
}

}  // namespace ferro
