#include <algorithm>
#include <utility>

#include <arrow/scalar.h>
#include <arrow/type.h>

#include "ferro/engine/expr/functions.h"
#include "ferro/engine/optimize/conditions.h"
#include "ferro/engine/optimize/optimizer.h"
#include "ferro/engine/plan/resolver.h"

namespace ferro::rules {
namespace {

using List = std::vector<ExprPtr>;

// Expressions and what stands for them further up.
class Replacements {
 public:
  void add(ExprPtr from, ExprPtr to) { pairs_.emplace_back(std::move(from), std::move(to)); }
  const ExprPtr* find(const Expr& node) const {
    for (const auto& [from, to] : pairs_) {
      if (expr::equal(*from, node)) return &to;
    }
    return nullptr;
  }
  // From the root down, so that the largest expression that is known is replaced.
  ExprPtr apply(const ExprPtr& node) const {
    if (const ExprPtr* found = find(*node)) return *found;
    if (node->children.empty()) return node;
    List children;
    for (const ExprPtr& child : node->children) children.push_back(apply(child));
    return expr::withChildren(node, std::move(children));
  }

 private:
  std::vector<std::pair<ExprPtr, ExprPtr>> pairs_;
};

ExprPtr aliased(const ExprPtr& value) { return expr::alias(value, expr::columnName(*value), newAttributeId()); }
ExprPtr referenceTo(const ExprPtr& entry) { return attributeOf(*entry).reference(); }

bool sameList(const List& a, const List& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const ExprPtr& x, const ExprPtr& y) { return expr::equal(*x, *y); });
}

// The aggregates of a select list, each once: those of all values, and those of distinct values by what is distinct.
struct Calls {
  List plain;
  std::vector<std::pair<List, List>> distinct;  // arguments, calls
};

Calls callsOf(const List& list) {
  Calls calls;
  const auto addOnce = [](List& to, const ExprPtr& call) {
    const bool known =
        std::any_of(to.begin(), to.end(), [&](const ExprPtr& other) { return expr::equal(*other, *call); });
    if (!known) to.push_back(call);
  };
  const auto add = [&](const ExprPtr& call) {
    if (!call->distinct) return addOnce(calls.plain, call);
    for (auto& [arguments, known] : calls.distinct) {
      if (sameList(arguments, call->children)) return addOnce(known, call);
    }
    calls.distinct.push_back({call->children, {call}});
  };
  const auto visit = [&](const auto& self, const ExprPtr& node) -> void {
    if (isAggregateCall(*node)) return add(node);
    for (const ExprPtr& child : node->children) self(self, child);
  };
  for (const ExprPtr& entry : list) visit(visit, entry);
  return calls;
}

// Whether partial results of the aggregate can be put together by other aggregates.
bool isDecomposable(const Expr& call) {
  const bool isDecimal = arrow::is_decimal(call.type->id());
  if (call.name == "count" || call.name == "min" || call.name == "max") return true;
  if (call.name == "sum") return !isDecimal;
  if (call.name == "avg") return !isDecimal && call.child().type->id() == arrow::Type::DOUBLE;
  return call.name == "first" && call.children.size() == 1;
}

ExprPtr aggregateOf(const char* function, const ExprPtr& argument) {
  return resolve(expr::call(function, {argument}), {attributeOf(*argument)});
}

// What stands for a plain aggregate once its partial results, made below, are put together.
ExprPtr recombined(const ExprPtr& call, List& below) {
  const auto partial = [&](const ExprPtr& value) {
    below.push_back(aliased(value));
    return referenceTo(below.back());
  };
  if (call->name == "count") {
    const auto zero = expr::literal(std::make_shared<arrow::Int64Scalar>(0));
    return resolveCall(expr::call("coalesce", {aggregateOf("sum", partial(call)), zero}));
  }
  if (call->name == "avg") {
    const auto sum = expr::call("sum", call->children, arrow::float64(), true);
    const auto count = expr::call("count", call->children, arrow::int64(), false);
    const auto sums = aggregateOf("sum", partial(sum));
    const auto counts = aggregateOf("sum", partial(count));
    const auto positive =
        resolveCall(expr::call(">", {counts, expr::literal(std::make_shared<arrow::Int64Scalar>(0))}));
    return resolveCall(expr::call("case", {positive, resolveCall(expr::call("/", {sums, counts}))}));
  }
  return aggregateOf(call->name.c_str(), partial(call));
}

// Groups by the keys and the distinct arguments; then by the keys alone.
PlanPtr inTwoSteps(const GroupByPlan& plan, const Calls& calls) {
  const auto& [arguments, distinctCalls] = calls.distinct.front();
  List keys = plan.groupings;
  keys.insert(keys.end(), arguments.begin(), arguments.end());
  List below;
  Replacements names;
  List groupings;
  for (const ExprPtr& grouping : plan.groupings) {
    below.push_back(aliased(grouping));
    groupings.push_back(referenceTo(below.back()));
    names.add(grouping, groupings.back());
  }
  List values;
  for (const ExprPtr& argument : arguments) {
    below.push_back(aliased(argument));
    values.push_back(referenceTo(below.back()));
  }
  for (const ExprPtr& call : distinctCalls) {
    Expr plain = *call;
    plain.children = values;
    plain.distinct = false;
    names.add(call, std::make_shared<const Expr>(std::move(plain)));
  }
  for (const ExprPtr& call : calls.plain) names.add(call, recombined(call, below));
  List list;
  for (const ExprPtr& entry : plan.list) {
    ExprPtr replaced = names.apply(entry->kind == ExprKind::kAlias ? entry->children.front() : entry);
    list.push_back(expr::alias(std::move(replaced), entry->name, entry->attribute));
  }
  auto inner = std::make_shared<const GroupByPlan>(plan.child(), std::move(keys), std::move(below));
  return std::make_shared<const GroupByPlan>(std::move(inner), std::move(groupings), std::move(list));
}

// One part of several: the keys under names of their own, then the aggregates.
struct Part {
  PlanPtr plan;
  List keys;
};

// Fills the select list of a part; gives the references to its keys.
List addKeysAndCalls(const GroupByPlan& plan, const List& calls, List& list, Replacements& names) {
  List keys;
  for (const ExprPtr& grouping : plan.groupings) {
    list.push_back(aliased(grouping));
    keys.push_back(referenceTo(list.back()));
  }
  for (const ExprPtr& call : calls) {
    list.push_back(aliased(call));
    names.add(call, referenceTo(list.back()));
  }
  return keys;
}

Part plainPart(const GroupByPlan& plan, const List& calls, Replacements& names) {
  Part part;
  List list;
  part.keys = addKeysAndCalls(plan, calls, list, names);
  part.plan = std::make_shared<const GroupByPlan>(plan.child(), plan.groupings, std::move(list));
  return part;
}

Part distinctPart(const GroupByPlan& plan, const List& arguments, const List& calls, Replacements& names) {
  Calls only;
  only.distinct.push_back({arguments, calls});
  Part part;
  List list;
  part.keys = addKeysAndCalls(plan, calls, list, names);
  part.plan = inTwoSteps(GroupByPlan(plan.child(), plan.groupings, std::move(list)), only);
  return part;
}

ExprPtr sameKeys(const List& a, const List& b) {
  List parts;
  for (size_t i = 0; i < a.size(); ++i) parts.push_back(resolveCall(expr::call("<=>", {a[i], b[i]})));
  return conjunction(parts);
}

// Each kind of distinct values is aggregated by itself, and the results are joined by key.
PlanPtr inParts(const GroupByPlan& plan, const Calls& calls) {
  Replacements names;
  std::vector<Part> parts;
  if (!calls.plain.empty()) parts.push_back(plainPart(plan, calls.plain, names));
  for (const auto& [arguments, distinctCalls] : calls.distinct) {
    parts.push_back(distinctPart(plan, arguments, distinctCalls, names));
  }
  PlanPtr joined = parts.front().plan;
  for (size_t i = 1; i < parts.size(); ++i) {
    joined = std::make_shared<const JoinPlan>(joined, parts[i].plan, JoinType::kInner,
                                              sameKeys(parts.front().keys, parts[i].keys));
  }
  for (size_t i = 0; i < plan.groupings.size(); ++i) names.add(plan.groupings[i], parts.front().keys[i]);
  List list;
  for (const ExprPtr& entry : plan.list) {
    ExprPtr value = names.apply(entry->kind == ExprKind::kAlias ? entry->children.front() : entry);
    list.push_back(expr::alias(std::move(value), entry->name, entry->attribute));
  }
  return std::make_shared<const ProjectPlan>(std::move(joined), std::move(list));
}

}  // namespace

PlanPtr rewriteDistinctAggregates(const PlanPtr& plan) {
  return transformUp(plan, [](const PlanPtr& node) -> PlanPtr {
    if (node->kind() != PlanKind::kAggregate) return node;
    const auto& aggregate = static_cast<const GroupByPlan&>(*node);
    const Calls calls = callsOf(aggregate.list);
    if (calls.distinct.empty()) return node;
    const bool together =
        calls.distinct.size() == 1 &&
        std::all_of(calls.plain.begin(), calls.plain.end(), [](const ExprPtr& call) { return isDecomposable(*call); });
    return together ? inTwoSteps(aggregate, calls) : inParts(aggregate, calls);
  });
}

}  // namespace ferro::rules
