#include <arrow/array.h>
#include <arrow/compute/exec.h>
#include <arrow/record_batch.h>
#include <arrow/scalar.h>
#include <arrow/type.h>

#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro/engine/expr/evaluator.h"
#include "ferro/engine/expr/functions.h"
#include "ferro/engine/expr/special_time.h"
#include "ferro/engine/optimize/conditions.h"
#include "ferro/engine/optimize/optimizer.h"
#include "ferro/engine/plan/resolver.h"

namespace ferro::rules {
namespace {

bool isConstant(const Expr& node) {
  if (node.kind != ExprKind::kCall && node.kind != ExprKind::kCast) return false;
  if (isAggregateCall(node) || isGeneratorCall(node) || node.function != nullptr || !isDeterministic(node))
    return false;
  for (const ExprPtr& child : node.children) {
    if (child->kind != ExprKind::kLiteral) return false;
  }
  // The time is the query's, not each batch's.
  const bool isTime = node.name == "current_date" || node.name == "current_timestamp" || node.name == "now" ||
                      node.name == "current_timezone";
  return isTime || !node.children.empty();
}

// `today` and its like are values where a constant is cast, and errors in columns.
std::shared_ptr<arrow::Scalar> specialOf(const Expr& node, const TimeZone& zone) {
  const bool isParse = node.name == "to_date" || node.name == "try_to_date" || node.name == "to_timestamp" ||
                       node.name == "try_to_timestamp";
  const bool isCast = node.kind == ExprKind::kCast || node.name == "try_cast" || (isParse && node.children.size() == 1);
  const bool isTime = node.type->id() == arrow::Type::DATE32 || node.type->id() == arrow::Type::TIMESTAMP;
  if (!isCast || !isTime || node.child().kind != ExprKind::kLiteral) return nullptr;
  const arrow::Scalar& value = *node.child().literal;
  if (value.type->id() != arrow::Type::STRING || !value.is_valid) return nullptr;
  return specialTime(static_cast<const arrow::StringScalar&>(value).view(), node.type, zone);
}

ExprPtr computed(const ExprPtr& node, const TimeZonePtr& zone) {
  const auto oneRow = arrow::RecordBatch::Make(arrow::schema({}), 1, arrow::ArrayVector());
  if (auto special = specialOf(*node, *zone)) return expr::literal(std::move(special));
  arrow::compute::ExecContext exec;
  EvalContext context{.exec = &exec, .zone = zone};
  try {
    const auto column = evaluateColumn(*compile(*node), *oneRow, context);
    return expr::literal(valueOf(column->GetScalar(0), "folding a constant"));
  } catch (const Error&) {
    return node;  // the error belongs to the row that meets it, and none may
  }
}

ExprPtr simplified(const ExprPtr& node, const TimeZonePtr& zone) {
  if (node->kind == ExprKind::kCall && node->name == "and") {
    if (isTrue(node->child(0))) return node->children[1];
    if (isTrue(node->child(1))) return node->children[0];
  }
  return isConstant(*node) ? computed(node, zone) : node;
}

std::vector<ExprPtr> folded(const std::vector<ExprPtr>& list, const TimeZonePtr& zone) {
  std::vector<ExprPtr> result;
  result.reserve(list.size());
  for (const ExprPtr& entry : list) result.push_back(rules::foldConstants(entry, zone));
  return result;
}

}  // namespace

ExprPtr foldConstants(const ExprPtr& expression, const TimeZonePtr& zone) {
  return expr::transform(expression, [&](const ExprPtr& node) { return simplified(node, zone); });
}

PlanPtr foldConstants(const PlanPtr& plan, const TimeZonePtr& zone) {
  return transformUp(plan, [&](const PlanPtr& node) -> PlanPtr {
    if (node->kind() == PlanKind::kFilter) {
      const auto& filter = static_cast<const FilterPlan&>(*node);
      ExprPtr condition = foldConstants(filter.condition, zone);
      if (isTrue(*condition)) return node->child();
      return condition == filter.condition ? node
                                           : std::make_shared<const FilterPlan>(node->child(), std::move(condition));
    }
    if (node->kind() == PlanKind::kProject) {
      const auto& project = static_cast<const ProjectPlan&>(*node);
      std::vector<ExprPtr> list = folded(project.list, zone);
      return list == project.list ? node : std::make_shared<const ProjectPlan>(node->child(), std::move(list));
    }
    if (node->kind() == PlanKind::kJoin) {
      const auto& join = static_cast<const JoinPlan&>(*node);
      if (join.condition == nullptr) return node;
      ExprPtr condition = foldConstants(join.condition, zone);
      if (condition == join.condition) return node;
      return std::make_shared<const JoinPlan>(node->child(0), node->child(1), join.type, std::move(condition));
    }
    return node;
  });
}

}  // namespace ferro::rules
