#include <algorithm>

#include "ferro/engine/optimize/optimizer.h"

namespace ferro::rules {
namespace {

// Rows that are enough, told to a plan that may stop early; it may give more.
PlanPtr hint(const PlanPtr& plan, int64_t rows) {
  switch (plan->kind()) {
    case PlanKind::kProject: return plan->withChildren({hint(plan->child(), rows)});
    case PlanKind::kRelation: {
      const auto& relation = static_cast<const RelationPlan&>(*plan);
      const int64_t least = relation.limit ? std::min(*relation.limit, rows) : rows;
      return std::make_shared<const RelationPlan>(relation.relation, relation.output(), relation.columns,
                                                  relation.filters, least);
    }
    case PlanKind::kUnion: {
      std::vector<PlanPtr> children;
      for (const PlanPtr& child : plan->children()) children.push_back(std::make_shared<const LimitPlan>(child, rows));
      return plan->withChildren(std::move(children));
    }
    default: return plan;
  }
}

bool isLimited(const Plan& plan, int64_t rows) {
  return plan.kind() == PlanKind::kLimit && static_cast<const LimitPlan&>(plan).rows <= rows;
}

}  // namespace

PlanPtr pushLimits(const PlanPtr& plan) {
  return transformUp(plan, [](const PlanPtr& node) -> PlanPtr {
    if (node->kind() != PlanKind::kLimit) return node;
    const auto& limit = static_cast<const LimitPlan&>(*node);
    if (isLimited(*node->child(), limit.rows)) return node->child();
    if (node->child()->kind() == PlanKind::kLimit) {
      return std::make_shared<const LimitPlan>(node->child()->child(), limit.rows);
    }
    const bool hasLimits = node->child()->kind() == PlanKind::kUnion &&
                           std::all_of(node->child()->children().begin(), node->child()->children().end(),
                                       [&](const PlanPtr& child) { return isLimited(*child, limit.rows); });
    if (hasLimits) return node;
    return node->withChildren({hint(node->child(), limit.rows)});
  });
}

}  // namespace ferro::rules
