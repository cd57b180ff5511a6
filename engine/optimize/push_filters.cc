#include <algorithm>
#include <utility>

#include <arrow/type.h>

#include "ferro/engine/expr/functions.h"
#include "ferro/engine/optimize/conditions.h"
#include "ferro/engine/optimize/optimizer.h"
#include "ferro/engine/plan/resolver.h"

namespace ferro::rules {
namespace {

using Parts = std::vector<ExprPtr>;

PlanPtr push(const PlanPtr& plan, Parts parts);

PlanPtr filtered(PlanPtr plan, const Parts& parts) {
  ExprPtr condition = conjunction(parts);
  return condition == nullptr ? plan : std::make_shared<const FilterPlan>(std::move(plan), std::move(condition));
}

// Moves out of `parts` what `accepts` takes.
template <class Accepts>
Parts takeIf(Parts& parts, const Accepts& accepts) {
  const auto kept =
      std::stable_partition(parts.begin(), parts.end(), [&](const ExprPtr& part) { return !accepts(part); });
  Parts taken(kept, parts.end());
  parts.erase(kept, parts.end());
  return taken;
}

bool standsOn(const Expr& part, const AttributeSet& columns) { return isSubset(referencesOf(part), columns); }

PlanPtr pushChildren(const PlanPtr& plan) {
  std::vector<PlanPtr> children;
  for (const PlanPtr& child : plan->children()) children.push_back(push(child, {}));
  return children == plan->children() ? plan : plan->withChildren(std::move(children));
}

// The row passes through unchanged, so the filter may come first.
PlanPtr pushThrough(const PlanPtr& plan, Parts parts) {
  Parts movable = takeIf(parts, [](const ExprPtr& part) { return isDeterministic(*part); });
  return filtered(plan->withChildren({push(plan->child(), std::move(movable))}), parts);
}

PlanPtr pushProject(const PlanPtr& plan, Parts parts) {
  const auto& project = static_cast<const ProjectPlan&>(*plan);
  Parts movable;
  if (isRepeatable(project.list)) {
    movable = takeIf(parts, [](const ExprPtr& part) { return isDeterministic(*part); });
    for (ExprPtr& part : movable) part = substitute(part, project.list);
  }
  return filtered(plan->withChildren({push(plan->child(), std::move(movable))}), parts);
}

// Only what is the same in all rows of a group may be asked before the groups are made.
PlanPtr pushAggregate(const PlanPtr& plan, Parts parts) {
  const auto& aggregate = static_cast<const GroupByPlan&>(*plan);
  AttributeSet keys;
  std::vector<ExprPtr> keyEntries;
  for (const ExprPtr& entry : aggregate.list) {
    if (containsAggregate(*entry)) continue;
    keys.insert(entry->attribute);
    keyEntries.push_back(entry);
  }
  Parts movable;
  if (!aggregate.groupings.empty()) {
    movable = takeIf(parts, [&](const ExprPtr& part) { return isDeterministic(*part) && standsOn(*part, keys); });
    for (ExprPtr& part : movable) part = substitute(part, keyEntries);
  }
  return filtered(plan->withChildren({push(plan->child(), std::move(movable))}), parts);
}

bool keepsLeft(JoinType type) { return type != JoinType::kRight && type != JoinType::kFull; }
bool keepsRight(JoinType type) { return type == JoinType::kInner || type == JoinType::kRight; }

// Null rows that an outer join makes up must still be seen by a filter above: it only moves to the side whose rows the
// join keeps as they are. The join's own condition moves the other way round.
PlanPtr pushJoin(const PlanPtr& plan, Parts parts) {
  const auto& join = static_cast<const JoinPlan&>(*plan);
  const AttributeSet left = outputSet(*join.child(0));
  const AttributeSet right = outputSet(*join.child(1));
  const bool inner = join.type == JoinType::kInner;
  Parts onLeft;
  Parts onRight;
  if (keepsLeft(join.type)) {
    onLeft = takeIf(parts, [&](const ExprPtr& part) { return isDeterministic(*part) && standsOn(*part, left); });
  }
  if (keepsRight(join.type)) {
    onRight = takeIf(parts, [&](const ExprPtr& part) { return isDeterministic(*part) && standsOn(*part, right); });
  }
  Parts conditions = join.condition == nullptr ? Parts() : conjuncts(join.condition);
  if (inner) {
    Parts movable = takeIf(parts, [](const ExprPtr& part) { return isDeterministic(*part); });
    conditions.insert(conditions.end(), movable.begin(), movable.end());
  }
  const auto moveTo = [&](Parts& side, const AttributeSet& columns) {
    Parts moved =
        takeIf(conditions, [&](const ExprPtr& part) { return isDeterministic(*part) && standsOn(*part, columns); });
    side.insert(side.end(), moved.begin(), moved.end());
  };
  const bool semi = join.type == JoinType::kSemi;
  if (inner || semi || join.type == JoinType::kRight) moveTo(onLeft, left);
  if (inner || semi || join.type == JoinType::kLeft || join.type == JoinType::kAnti) moveTo(onRight, right);
  auto pushed =
      std::make_shared<const JoinPlan>(push(join.child(0), std::move(onLeft)), push(join.child(1), std::move(onRight)),
                                       join.type, conjunction(conditions));
  return filtered(std::move(pushed), parts);
}

PlanPtr pushUnion(const PlanPtr& plan, Parts parts) {
  Parts movable = takeIf(parts, [](const ExprPtr& part) { return isDeterministic(*part); });
  std::vector<PlanPtr> children;
  for (const PlanPtr& child : plan->children()) {
    std::vector<ExprPtr> names;
    for (size_t i = 0; i < plan->output().size(); ++i) {
      names.push_back(expr::alias(child->output()[i].reference(), plan->output()[i].name, plan->output()[i].id));
    }
    Parts own;
    for (const ExprPtr& part : movable) own.push_back(substitute(part, names));
    children.push_back(push(child, std::move(own)));
  }
  return filtered(plan->withChildren(std::move(children)), parts);
}

PlanPtr pushGenerate(const PlanPtr& plan, Parts parts) {
  const AttributeSet below = outputSet(*plan->child());
  Parts movable = takeIf(parts, [&](const ExprPtr& part) { return isDeterministic(*part) && standsOn(*part, below); });
  return filtered(plan->withChildren({push(plan->child(), std::move(movable))}), parts);
}

// A source may use a filter to skip what cannot match; the rows are filtered above all the same.
PlanPtr pushRelation(const PlanPtr& plan, const Parts& parts) {
  const auto& relation = static_cast<const RelationPlan&>(*plan);
  std::vector<ExprPtr> filters = relation.filters;
  for (const ExprPtr& part : parts) {
    if (!isDeterministic(*part)) continue;
    filters.push_back(expr::transform(part, [&](const ExprPtr& node) {
      if (node->kind != ExprKind::kAttribute) return node;
      for (size_t i = 0; i < relation.output().size(); ++i) {
        if (relation.output()[i].id != node->attribute) continue;
        return expr::input(relation.columns[i], node->type, node->nullable, node->name);
      }
      return node;
    }));
  }
  if (filters.size() == relation.filters.size()) return filtered(plan, parts);
  auto hinted = std::make_shared<const RelationPlan>(relation.relation, relation.output(), relation.columns,
                                                     std::move(filters), relation.limit);
  return filtered(std::move(hinted), parts);
}

PlanPtr push(const PlanPtr& plan, Parts parts) {
  switch (plan->kind()) {
    case PlanKind::kFilter: {
      Parts own = conjuncts(static_cast<const FilterPlan&>(*plan).condition);
      own.insert(own.end(), parts.begin(), parts.end());
      return push(plan->child(), std::move(own));
    }
    case PlanKind::kProject: return pushProject(plan, std::move(parts));
    case PlanKind::kAggregate: return pushAggregate(plan, std::move(parts));
    case PlanKind::kJoin: return pushJoin(plan, std::move(parts));
    case PlanKind::kUnion: return pushUnion(plan, std::move(parts));
    case PlanKind::kGenerate: return pushGenerate(plan, std::move(parts));
    case PlanKind::kSort: return pushThrough(plan, std::move(parts));
    case PlanKind::kRepartition: return pushThrough(plan, std::move(parts));
    case PlanKind::kRelation: return pushRelation(plan, parts);
    default: return filtered(pushChildren(plan), parts);
  }
}

}  // namespace

PlanPtr pushFilters(const PlanPtr& plan) { return push(plan, {}); }

}  // namespace ferro::rules
