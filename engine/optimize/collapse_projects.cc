#include <algorithm>

#include "ferro/engine/expr/functions.h"
#include "ferro/engine/optimize/conditions.h"
#include "ferro/engine/optimize/optimizer.h"
#include "ferro/engine/plan/resolver.h"

namespace ferro::rules {
namespace {

// Values that cost something are not computed twice for the sake of one step less.
bool mayMerge(const ProjectPlan& upper, const ProjectPlan& lower) {
  if (!isRepeatable(lower.list)) return false;
  for (const ExprPtr& entry : lower.list) {
    if (entry->kind != ExprKind::kAlias) continue;
    const Expr& value = entry->child();
    if (value.kind == ExprKind::kAttribute || value.kind == ExprKind::kLiteral) continue;
    int uses = 0;
    for (const ExprPtr& above : upper.list) {
      expr::forEach(*above, [&](const Expr& node) {
        uses += node.kind == ExprKind::kAttribute && node.attribute == entry->attribute;
      });
    }
    if (uses > 1) return false;
  }
  return true;
}

// An attribute that was renamed below keeps the name and id it has above.
ExprPtr merged(const ExprPtr& entry, const std::vector<ExprPtr>& list) {
  ExprPtr value = substitute(entry, list);
  if (entry->kind != ExprKind::kAttribute || value->kind == ExprKind::kAttribute) {
    if (value->kind == ExprKind::kAttribute && entry->kind == ExprKind::kAttribute &&
        value->attribute != entry->attribute) {
      return expr::alias(value, entry->name, entry->attribute);
    }
    return value;
  }
  return expr::alias(value, entry->name, entry->attribute);
}

bool changesNothing(const ProjectPlan& project) {
  const Attributes& below = project.child()->output();
  if (below.size() != project.list.size()) return false;
  for (size_t i = 0; i < below.size(); ++i) {
    if (project.list[i]->kind != ExprKind::kAttribute || project.list[i]->attribute != below[i].id) return false;
  }
  return true;
}

}  // namespace

PlanPtr collapseProjects(const PlanPtr& plan) {
  return transformUp(plan, [](const PlanPtr& node) -> PlanPtr {
    if (node->kind() != PlanKind::kProject) return node;
    const auto& project = static_cast<const ProjectPlan&>(*node);
    if (changesNothing(project)) return node->child();
    if (node->child()->kind() != PlanKind::kProject) return node;
    const auto& lower = static_cast<const ProjectPlan&>(*node->child());
    if (!mayMerge(project, lower)) return node;
    std::vector<ExprPtr> list;
    for (const ExprPtr& entry : project.list) list.push_back(merged(entry, lower.list));
    return std::make_shared<const ProjectPlan>(lower.child(), std::move(list));
  });
}

}  // namespace ferro::rules
