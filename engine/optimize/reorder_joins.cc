#include <algorithm>
#include <limits>

#include "ferro/engine/optimize/conditions.h"
#include "ferro/engine/optimize/optimizer.h"
#include "ferro/engine/optimize/plan_size.h"

namespace ferro::rules {
namespace {

bool isInnerJoin(const Plan& plan) {
  return plan.kind() == PlanKind::kJoin && static_cast<const JoinPlan&>(plan).type == JoinType::kInner;
}

struct JoinChain {
  std::vector<PlanPtr> tables;
  std::vector<ExprPtr> conditions;
};

void collect(const PlanPtr& plan, JoinChain& chain) {
  if (!isInnerJoin(*plan)) {
    chain.tables.push_back(plan);
    return;
  }
  const auto& join = static_cast<const JoinPlan&>(*plan);
  collect(join.child(0), chain);
  collect(join.child(1), chain);
  if (join.condition == nullptr) return;
  for (ExprPtr& part : conjuncts(join.condition)) chain.conditions.push_back(std::move(part));
}

int64_t sizeOf(const PlanPtr& plan) { return estimatedBytes(*plan).value_or(std::numeric_limits<int64_t>::max()); }

// The conditions that can be asked once these columns are there.
std::vector<ExprPtr> takeAnswerable(std::vector<ExprPtr>& conditions, const AttributeSet& columns) {
  std::vector<ExprPtr> taken;
  std::erase_if(conditions, [&](const ExprPtr& condition) {
    const bool answerable = isSubset(referencesOf(*condition), columns);
    if (answerable) taken.push_back(condition);
    return answerable;
  });
  return taken;
}

bool connects(const std::vector<ExprPtr>& conditions, const AttributeSet& columns, const PlanPtr& table) {
  AttributeSet both = columns;
  both.merge(outputSet(*table));
  return std::any_of(conditions.begin(), conditions.end(), [&](const ExprPtr& condition) {
    const AttributeSet used = referencesOf(*condition);
    return isSubset(used, both) && !isSubset(used, columns);
  });
}

// The largest table is streamed through all joins; the others follow, the smallest first among those that a condition
// ties to what is joined already, so that no pair of tables is multiplied for nothing.
PlanPtr ordered(JoinChain chain) {
  const auto largest = std::max_element(chain.tables.begin(), chain.tables.end(),
                                        [](const PlanPtr& a, const PlanPtr& b) { return sizeOf(a) < sizeOf(b); });
  PlanPtr joined = *largest;
  chain.tables.erase(largest);
  while (!chain.tables.empty()) {
    const AttributeSet columns = outputSet(*joined);
    auto best = chain.tables.end();
    for (auto table = chain.tables.begin(); table != chain.tables.end(); ++table) {
      if (!connects(chain.conditions, columns, *table)) continue;
      if (best == chain.tables.end() || sizeOf(*table) < sizeOf(*best)) best = table;
    }
    if (best == chain.tables.end()) best = chain.tables.begin();
    AttributeSet both = columns;
    both.merge(outputSet(**best));
    ExprPtr condition = conjunction(takeAnswerable(chain.conditions, both));
    joined = std::make_shared<const JoinPlan>(joined, *best, JoinType::kInner, std::move(condition));
    chain.tables.erase(best);
  }
  return joined;
}

PlanPtr reorder(const PlanPtr& plan) {
  if (!isInnerJoin(*plan)) {
    std::vector<PlanPtr> children;
    for (const PlanPtr& child : plan->children()) children.push_back(reorder(child));
    return children == plan->children() ? plan : plan->withChildren(std::move(children));
  }
  JoinChain chain;
  collect(plan, chain);
  for (PlanPtr& table : chain.tables) table = reorder(table);
  const bool sizesKnown = std::all_of(chain.tables.begin(), chain.tables.end(),
                                      [](const PlanPtr& table) { return estimatedBytes(*table).has_value(); });
  if (chain.tables.size() < 3 || !sizesKnown) {
    return plan->withChildren({reorder(plan->child(0)), reorder(plan->child(1))});
  }
  PlanPtr joined = ordered(std::move(chain));
  std::vector<ExprPtr> list;
  for (const Attribute& column : plan->output()) list.push_back(column.reference());
  return std::make_shared<const ProjectPlan>(std::move(joined), std::move(list));
}

}  // namespace

PlanPtr reorderJoins(const PlanPtr& plan) { return reorder(plan); }

}  // namespace ferro::rules
