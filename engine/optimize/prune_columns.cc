#include <algorithm>
#include <utility>

#include "ferro/engine/optimize/conditions.h"
#include "ferro/engine/optimize/optimizer.h"
#include "ferro/engine/plan/resolver.h"

namespace ferro::rules {
namespace {

PlanPtr prune(const PlanPtr& plan, const AttributeSet& needed);

AttributeSet withReferences(AttributeSet needed, const std::vector<ExprPtr>& expressions) {
  for (const ExprPtr& expression : expressions) addReferences(*expression, needed);
  return needed;
}

// A select list cut down to what is needed; at least one column, because rows are counted by it.
std::vector<ExprPtr> neededOf(const std::vector<ExprPtr>& list, const AttributeSet& needed) {
  std::vector<ExprPtr> kept;
  for (const ExprPtr& entry : list) {
    if (needed.contains(entry->attribute)) kept.push_back(entry);
  }
  if (kept.empty() && !list.empty()) kept.push_back(list.front());
  return kept;
}

PlanPtr narrowed(const PlanPtr& plan, const AttributeSet& needed) {
  std::vector<ExprPtr> list;
  for (const Attribute& column : plan->output()) list.push_back(column.reference());
  std::vector<ExprPtr> kept = neededOf(list, needed);
  return kept.size() == list.size() ? plan : std::make_shared<const ProjectPlan>(plan, std::move(kept));
}

PlanPtr pruneRelation(const PlanPtr& plan, const AttributeSet& needed) {
  const auto& relation = static_cast<const RelationPlan&>(*plan);
  Attributes output;
  std::vector<int> columns;
  for (size_t i = 0; i < relation.output().size(); ++i) {
    if (!needed.contains(relation.output()[i].id)) continue;
    output.push_back(relation.output()[i]);
    columns.push_back(relation.columns[i]);
  }
  if (output.size() == relation.output().size()) return plan;
  return std::make_shared<const RelationPlan>(relation.relation, std::move(output), std::move(columns),
                                              relation.filters, relation.limit);
}

PlanPtr pruneJoin(const PlanPtr& plan, AttributeSet needed) {
  const auto& join = static_cast<const JoinPlan&>(*plan);
  if (join.condition != nullptr) addReferences(*join.condition, needed);
  return plan->withChildren({prune(join.child(0), needed), prune(join.child(1), needed)});
}

// Columns of a union are known by their place.
PlanPtr pruneUnion(const PlanPtr& plan, const AttributeSet& needed) {
  Attributes output;
  std::vector<size_t> places;
  for (size_t i = 0; i < plan->output().size(); ++i) {
    if (!needed.contains(plan->output()[i].id)) continue;
    places.push_back(i);
    output.push_back(plan->output()[i]);
  }
  if (places.empty() && !plan->output().empty()) {
    places.push_back(0);
    output.push_back(plan->output().front());
  }
  std::vector<PlanPtr> children;
  for (const PlanPtr& child : plan->children()) {
    std::vector<ExprPtr> list;
    AttributeSet own;
    for (const size_t place : places) {
      list.push_back(child->output()[place].reference());
      own.insert(child->output()[place].id);
    }
    PlanPtr pruned = prune(child, own);
    bool same = pruned->output().size() == list.size();
    for (size_t i = 0; same && i < list.size(); ++i) same = pruned->output()[i].id == list[i]->attribute;
    children.push_back(same ? std::move(pruned)
                            : std::make_shared<const ProjectPlan>(std::move(pruned), std::move(list)));
  }
  return std::make_shared<const UnionPlan>(std::move(children), std::move(output));
}

PlanPtr pruneAggregate(const PlanPtr& plan, const AttributeSet& needed) {
  const auto& aggregate = static_cast<const GroupByPlan&>(*plan);
  std::vector<ExprPtr> list = neededOf(aggregate.list, needed);
  const AttributeSet below = withReferences(withReferences({}, aggregate.groupings), list);
  return std::make_shared<const GroupByPlan>(prune(plan->child(), below), aggregate.groupings, std::move(list));
}

PlanPtr prune(const PlanPtr& plan, const AttributeSet& needed) {
  switch (plan->kind()) {
    case PlanKind::kRelation: return pruneRelation(plan, needed);
    case PlanKind::kCached: return narrowed(plan, needed);
    case PlanKind::kProject: {
      std::vector<ExprPtr> list = neededOf(static_cast<const ProjectPlan&>(*plan).list, needed);
      PlanPtr child = prune(plan->child(), withReferences({}, list));
      return std::make_shared<const ProjectPlan>(std::move(child), std::move(list));
    }
    case PlanKind::kFilter: {
      const auto& filter = static_cast<const FilterPlan&>(*plan);
      return plan->withChildren({prune(plan->child(), withReferences(needed, {filter.condition}))});
    }
    case PlanKind::kAggregate: return pruneAggregate(plan, needed);
    case PlanKind::kJoin: return pruneJoin(plan, needed);
    case PlanKind::kSort:
      return plan->withChildren(
          {prune(plan->child(), withReferences(needed, static_cast<const SortPlan&>(*plan).keys))});
    case PlanKind::kGenerate: {
      const auto& generate = static_cast<const GeneratePlan&>(*plan);
      return plan->withChildren({prune(plan->child(), withReferences(needed, {generate.generator}))});
    }
    case PlanKind::kUnion: return pruneUnion(plan, needed);
    case PlanKind::kLimit:
    case PlanKind::kAlias: return plan->withChildren({prune(plan->child(), needed)});
    case PlanKind::kSample: {
      // What a sample draws may depend on the order of all columns below it.
      return plan->withChildren({prune(plan->child(), outputSet(*plan->child()))});
    }
    case PlanKind::kRepartition: {
      const auto& repartition = static_cast<const RepartitionPlan&>(*plan);
      const bool byContent = repartition.how == RepartitionPlan::How::kByContent;
      const AttributeSet below = byContent ? outputSet(*plan->child()) : withReferences(needed, repartition.keys);
      return plan->withChildren({prune(plan->child(), below)});
    }
  }
  return plan;
}

}  // namespace

PlanPtr pruneColumns(const PlanPtr& plan) {
  PlanPtr pruned = prune(plan, outputSet(*plan));
  // What stood in a join or filter only may be left over, and order counts at the top.
  bool same = pruned->output().size() == plan->output().size();
  for (size_t i = 0; same && i < plan->output().size(); ++i) same = pruned->output()[i].id == plan->output()[i].id;
  if (same) return pruned;
  std::vector<ExprPtr> list;
  for (const Attribute& column : plan->output()) list.push_back(column.reference());
  return std::make_shared<const ProjectPlan>(std::move(pruned), std::move(list));
}

}  // namespace ferro::rules
