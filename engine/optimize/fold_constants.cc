#include <arrow/array.h>
#include <arrow/compute/exec.h>
#include <arrow/record_batch.h>
#include <arrow/scalar.h>
#include <arrow/type.h>

#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro/engine/expr/evaluator.h"
#include "ferro/engine/expr/functions.h"
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
  const bool isTime = node.name == "current_date" || node.name == "current_timestamp" || node.name == "now";
  return isTime || !node.children.empty();
}

ExprPtr computed(const ExprPtr& node) {
  const auto oneRow = arrow::RecordBatch::Make(arrow::schema({}), 1, arrow::ArrayVector());
  arrow::compute::ExecContext exec;
  EvalContext context{.exec = &exec};
  try {
    const auto column = evaluateColumn(*compile(*node), *oneRow, context);
    return expr::literal(valueOf(column->GetScalar(0), "folding a constant"));
  } catch (const Error&) {
    return node;  // the error belongs to the row that meets it, and none may
  }
}

ExprPtr simplified(const ExprPtr& node) {
  if (node->kind == ExprKind::kCall && node->name == "and") {
    if (isTrue(node->child(0))) return node->children[1];
    if (isTrue(node->child(1))) return node->children[0];
  }
  return isConstant(*node) ? computed(node) : node;
}

std::vector<ExprPtr> folded(const std::vector<ExprPtr>& list) {
  std::vector<ExprPtr> result;
  result.reserve(list.size());
  for (const ExprPtr& entry : list) result.push_back(rules::foldConstants(entry));
  return result;
}

}  // namespace

ExprPtr foldConstants(const ExprPtr& expression) { return expr::transform(expression, simplified); }

PlanPtr foldConstants(const PlanPtr& plan) {
  return transformUp(plan, [](const PlanPtr& node) -> PlanPtr {
    if (node->kind() == PlanKind::kFilter) {
      const auto& filter = static_cast<const FilterPlan&>(*node);
      ExprPtr condition = foldConstants(filter.condition);
      if (isTrue(*condition)) return node->child();
      return condition == filter.condition ? node
                                           : std::make_shared<const FilterPlan>(node->child(), std::move(condition));
    }
    if (node->kind() == PlanKind::kProject) {
      const auto& project = static_cast<const ProjectPlan&>(*node);
      std::vector<ExprPtr> list = folded(project.list);
      return list == project.list ? node : std::make_shared<const ProjectPlan>(node->child(), std::move(list));
    }
    if (node->kind() == PlanKind::kJoin) {
      const auto& join = static_cast<const JoinPlan&>(*node);
      if (join.condition == nullptr) return node;
      ExprPtr condition = foldConstants(join.condition);
      if (condition == join.condition) return node;
      return std::make_shared<const JoinPlan>(node->child(0), node->child(1), join.type, std::move(condition));
    }
    return node;
  });
}

}  // namespace ferro::rules
