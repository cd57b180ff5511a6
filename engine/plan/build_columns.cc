#include <algorithm>
#include <utility>

#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/engine/plan/build.h"
#include "ferro/engine/plan/names.h"
#include "ferro/engine/plan/resolver.h"
#include "ferro/engine/types/data_types.h"

namespace ferro::build {
namespace {

const Expr& valueOf(const Expr& entry) { return entry.kind == ExprKind::kAlias ? entry.child() : entry; }

[[noreturn]] void throwNotExplodable(const Expr& generator) {
  throw Error(ErrorCode::kInvalidArgument,
              "[DATATYPE_MISMATCH.UNEXPECTED_INPUT_TYPE] Cannot resolve \"" + expr::columnName(generator) +
                  "\": it takes an \"ARRAY\" or a \"MAP\", and \"" + expr::columnName(generator.child()) + "\" is " +
                  quotedSqlName(*generator.child().type));
}

// What explode() gives, with Spark's names: pos, then col, or key and value.
Attributes generatedBy(const Expr& generator) {
  const bool outer = generator.name.ends_with("_outer");
  const arrow::DataType& type = *generator.child().type;
  Attributes columns;
  if (generator.name.starts_with("pos")) columns.push_back({newAttributeId(), "pos", arrow::int32(), outer, {}});
  if (type.id() == arrow::Type::LIST) {
    const auto& item = *static_cast<const arrow::BaseListType&>(type).value_field();
    columns.push_back({newAttributeId(), "col", item.type(), item.nullable() || outer, {}});
  } else if (type.id() == arrow::Type::MAP) {
    const auto& map = static_cast<const arrow::MapType&>(type);
    columns.push_back({newAttributeId(), "key", map.key_type(), outer, {}});
    columns.push_back({newAttributeId(), "value", map.item_type(), map.item_field()->nullable() || outer, {}});
  } else {
    throwNotExplodable(generator);
  }
  return columns;
}

// select(a, explode(b)) is a Generate below, and a select of its columns.
PlanPtr projectWithGenerator(const PlanPtr& plan, std::vector<ExprPtr> list, size_t at) {
  const Expr& generator = valueOf(*list[at]);
  Attributes generated = generatedBy(generator);
  if (list[at]->kind == ExprKind::kAlias && generated.size() == 1) {
    const bool wasNamed = list[at]->name != expr::columnName(generator);
    if (wasNamed) generated.front().name = list[at]->name;
  }
  const ExprPtr call = list[at]->kind == ExprKind::kAlias ? list[at]->children.front() : list[at];
  auto below = std::make_shared<const GeneratePlan>(plan, call, generated);
  std::vector<ExprPtr> outputs;
  for (const Attribute& column : generated) outputs.push_back(column.reference());
  list.erase(list.begin() + static_cast<std::ptrdiff_t>(at));
  list.insert(list.begin() + static_cast<std::ptrdiff_t>(at), outputs.begin(), outputs.end());
  return std::make_shared<const ProjectPlan>(std::move(below), std::move(list));
}

void checkGrouped(const Expr& node, const std::vector<ExprPtr>& groupings, const Expr& entry) {
  for (const ExprPtr& grouping : groupings) {
    const Expr& key = valueOf(*grouping);
    if (expr::equal(node, key) || (node.kind == ExprKind::kAttribute && node.attribute == grouping->attribute)) return;
  }
  if (isAggregateCall(node)) return;
  if (node.kind == ExprKind::kAttribute) {
    throw Error(ErrorCode::kInvalidArgument,
                "[MISSING_AGGREGATION] The non-aggregating expression \"" + expr::columnName(entry) +
                    "\" is based on columns which are not participating in the GROUP BY clause: add `" + node.name +
                    "` to groupBy(), or take first() or another aggregate of it");
  }
  for (const ExprPtr& child : node.children) checkGrouped(*child, groupings, entry);
}

// Where a select has dropped columns that the next step still needs, the step is made on the select with those columns,
// and they are dropped behind it. make(plan) resolves the step; it throws kNotFound for what is missing.
template <class Make>
PlanPtr withDroppedColumns(const PlanPtr& plan, const Make& make) {
  if (plan->kind() != PlanKind::kProject) return make(plan);
  try {
    return make(plan);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::kNotFound) throw;
    const auto& project = static_cast<const ProjectPlan&>(*plan);
    std::vector<ExprPtr> wider = project.list;
    for (const Attribute& below : project.child()->output()) {
      const bool isThere = findByName(plan->output(), below.name) != nullptr || findAttribute(plan->output(), below.id);
      if (!isThere) wider.push_back(below.reference());
    }
    PlanPtr step;
    try {
      step = make(std::make_shared<const ProjectPlan>(project.child(), std::move(wider)));
    } catch (const Error& second) {
      if (second.code() != ErrorCode::kNotFound) throw;
      throw error;  // it names the columns that the user can see
    }
    std::vector<ExprPtr> narrow;
    for (const Attribute& attribute : plan->output()) narrow.push_back(attribute.reference());
    return std::make_shared<const ProjectPlan>(std::move(step), std::move(narrow));
  }
}

}  // namespace

PlanPtr project(const PlanPtr& plan, const std::vector<ExprPtr>& list) {
  std::vector<ExprPtr> resolved = resolveList(list, plan->output());
  const bool aggregates =
      std::any_of(resolved.begin(), resolved.end(), [](const ExprPtr& entry) { return containsAggregate(*entry); });
  if (aggregates) return aggregate(plan, {}, resolved);
  std::optional<size_t> generator;
  for (size_t i = 0; i < resolved.size(); ++i) {
    if (!isGeneratorCall(valueOf(*resolved[i]))) continue;
    if (generator) {
      throw Error(ErrorCode::kInvalidArgument,
                  "[UNSUPPORTED_GENERATOR.MULTI_GENERATOR] only one explode() is allowed in a "
                  "select list; select the second one from the result of the first");
    }
    generator = i;
  }
  if (generator) return projectWithGenerator(plan, std::move(resolved), *generator);
  return std::make_shared<const ProjectPlan>(plan, std::move(resolved));
}

PlanPtr filter(const PlanPtr& plan, const ExprPtr& condition) {
  return withDroppedColumns(plan, [&](const PlanPtr& below) -> PlanPtr {
    ExprPtr resolved = resolveCondition(condition, below->output(), "where()");
    if (containsAggregate(*resolved)) {
      throw Error(ErrorCode::kInvalidArgument,
                  "[INVALID_WHERE_CONDITION] \"" + expr::columnName(*condition) +
                      "\" holds an aggregate, which where() cannot have: aggregate first with "
                      "groupBy().agg(), then filter its result");
    }
    return std::make_shared<const FilterPlan>(below, std::move(resolved));
  });
}

PlanPtr aggregate(const PlanPtr& plan, const std::vector<ExprPtr>& groupings, const std::vector<ExprPtr>& list) {
  for (const ExprPtr& entry : list) checkGrouped(valueOf(*entry), groupings, *entry);
  for (const ExprPtr& key : groupings) {
    if (key->type->id() != arrow::Type::MAP) continue;
    throw Error(ErrorCode::kInvalidArgument, "[GROUP_EXPRESSION_TYPE_IS_NOT_ORDERABLE] The expression \"" +
                                                 expr::columnName(*key) +
                                                 "\" cannot be used as a grouping expression: "
                                                 "it is a map");
  }
  return std::make_shared<const GroupByPlan>(plan, groupings, list);
}

PlanPtr sort(const PlanPtr& plan, const std::vector<ExprPtr>& keys, bool global) {
  return withDroppedColumns(plan, [&](const PlanPtr& below) -> PlanPtr {
    return std::make_shared<const SortPlan>(below, resolveSortKeys(keys, below->output()), global);
  });
}

PlanPtr distinct(const PlanPtr& plan, const Attributes& keys) {
  std::vector<ExprPtr> groupings;
  std::vector<ExprPtr> list;
  for (const Attribute& key : keys) groupings.push_back(key.reference());
  for (const Attribute& column : plan->output()) {
    if (findAttribute(keys, column.id) != nullptr) {
      list.push_back(column.reference());
      continue;
    }
    const auto first = expr::call("first", {column.reference()}, column.type, column.nullable);
    list.push_back(expr::alias(first, column.name, newAttributeId()));
  }
  return aggregate(plan, groupings, list);
}

PlanPtr qualified(const PlanPtr& plan, const std::string& alias) {
  return std::make_shared<const AliasPlan>(plan, alias);
}

}  // namespace ferro::build
