#include "ferro/engine/optimize/optimizer.h"

namespace ferro {

namespace rules {

PlanPtr removeAliases(const PlanPtr& plan) {
  return transformUp(plan, [](const PlanPtr& node) { return node->kind() == PlanKind::kAlias ? node->child() : node; });
}

}  // namespace rules

// Filters first, so that sources hear of them before columns are dropped; joins are put in order when their sides are
// as small as they get.
PlanPtr optimize(const PlanPtr& plan, const TimeZonePtr& zone) {
  PlanPtr better = rules::removeAliases(plan);
  better = rules::foldConstants(better, zone);
  better = rules::rewriteDistinctAggregates(better);
  better = rules::pushFilters(better);
  better = rules::reorderJoins(better);
  better = rules::collapseProjects(better);
  better = rules::pruneColumns(better);
  better = rules::collapseProjects(better);
  return rules::pushLimits(better);
}

}  // namespace ferro
