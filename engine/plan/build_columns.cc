#include <algorithm>
#include <optional>
#include <utility>

#include <arrow/scalar.h>
#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/engine/expr/functions.h"
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

// The generator of an entry of a select list, and the names that were written for what it gives.
struct Generator {
  ExprPtr call;
  std::vector<std::string> names{};
};

std::optional<Generator> generatorOf(const ExprPtr& entry) {
  const ExprPtr& value = entry->kind == ExprKind::kAlias ? entry->children.front() : entry;
  if (value->kind == ExprKind::kCall && value->name == kGeneratorNames) {
    Generator found{value->children.front()};
    for (size_t i = 1; i < value->children.size(); ++i) found.names.push_back(value->child(i).literal->ToString());
    if (isGeneratorCall(*found.call)) return found;
    throw Error(ErrorCode::kInvalidArgument,
                "several names stand behind \"" + expr::columnName(*found.call) +
                    "\", which gives one column: only explode() and its like give several");
  }
  if (!isGeneratorCall(*value)) return std::nullopt;
  const bool wasNamed = entry->kind == ExprKind::kAlias && entry->name != expr::columnName(*value);
  return Generator{value, wasNamed ? std::vector{entry->name} : std::vector<std::string>{}};
}

// select(a, explode(b)) is a Generate below, and a select of its columns.
PlanPtr generate(const PlanPtr& plan, std::vector<ExprPtr>& list, size_t at, const Generator& generator) {
  Attributes generated = generatedBy(*generator.call);
  if (!generator.names.empty() && generator.names.size() != generated.size()) {
    throw Error(
        ErrorCode::kInvalidArgument,
        "[UDTF_ALIAS_NUMBER_MISMATCH] The number of aliases supplied in the AS clause does not match the number of "
        "columns output by \"" +
            expr::columnName(*generator.call) + "\": it gives " + std::to_string(generated.size()) +
            " columns, and was given " + std::to_string(generator.names.size()) + " names.");
  }
  for (size_t i = 0; i < generator.names.size(); ++i) generated[i].name = generator.names[i];
  auto below = std::make_shared<const GeneratePlan>(plan, generator.call, generated);
  std::vector<ExprPtr> outputs;
  for (const Attribute& column : generated) outputs.push_back(column.reference());
  list.erase(list.begin() + static_cast<std::ptrdiff_t>(at));
  list.insert(list.begin() + static_cast<std::ptrdiff_t>(at), outputs.begin(), outputs.end());
  return below;
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
  PlanPtr below = plan;
  for (size_t i = 0; i < resolved.size(); ++i) {
    if (const auto generator = generatorOf(resolved[i])) below = generate(below, resolved, i, *generator);
  }
  return std::make_shared<const ProjectPlan>(std::move(below), std::move(resolved));
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

namespace {

// Maps with the same entries are the same, in whatever order these are.
ExprPtr withSortedMaps(const ExprPtr& entry, const std::vector<ExprPtr>& maps) {
  ExprPtr sorted = expr::transform(entry, [&](const ExprPtr& node) -> ExprPtr {
    for (const ExprPtr& map : maps) {
      if (expr::equal(*node, *map)) return resolveCall(expr::call("map_sort", {node}));
    }
    return node;
  });
  if (sorted->kind == ExprKind::kAlias || entry->kind != ExprKind::kAttribute || sorted == entry) return sorted;
  return expr::alias(sorted, entry->name, newAttributeId());
}

}  // namespace

PlanPtr aggregate(const PlanPtr& plan, const std::vector<ExprPtr>& groupings, const std::vector<ExprPtr>& list) {
  for (const ExprPtr& entry : list) checkGrouped(valueOf(*entry), groupings, *entry);
  std::vector<ExprPtr> maps;
  for (const ExprPtr& key : groupings) {
    if (key->type->id() == arrow::Type::MAP) maps.push_back(key);
    if (!isGeneratorCall(*key)) continue;
    throw Error(ErrorCode::kInvalidArgument, "[UNSUPPORTED_GENERATOR.OUTSIDE_SELECT] rows cannot be grouped by \"" +
                                                 expr::columnName(*key) + "\": select it first");
  }
  if (maps.empty()) return std::make_shared<const GroupByPlan>(plan, groupings, list);
  std::vector<ExprPtr> keys;
  std::vector<ExprPtr> outputs;
  for (const ExprPtr& key : groupings) {
    const bool isMap = key->type->id() == arrow::Type::MAP;
    keys.push_back(isMap ? resolveCall(expr::call("map_sort", {key})) : key);
  }
  for (const ExprPtr& entry : list) outputs.push_back(withSortedMaps(entry, maps));
  return std::make_shared<const GroupByPlan>(plan, keys, outputs);
}

PlanPtr sort(const PlanPtr& plan, const std::vector<ExprPtr>& keys, bool global) {
  return withDroppedColumns(plan, [&](const PlanPtr& below) -> PlanPtr {
    return std::make_shared<const SortPlan>(below, resolveSortKeys(keys, below->output()), global);
  });
}

PlanPtr distinct(const PlanPtr& plan, const Attributes& keys) {
  std::vector<ExprPtr> groupings;
  std::vector<ExprPtr> list;
  for (const Attribute& key : keys) {
    groupings.push_back(key.reference());
    if (key.type->id() != arrow::Type::MAP) continue;
    throw Error(
        ErrorCode::kInvalidArgument,
        "[UNSUPPORTED_FEATURE.SET_OPERATION_ON_MAP_TYPE] The feature is not supported: Cannot have MAP type columns in "
        "a set operation (INTERSECT, EXCEPT, distinct), but the type of column `" +
            key.name + "` is " + quotedSqlName(*key.type) + "; group by it instead");
  }
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
