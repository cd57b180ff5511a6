#include "ferro/engine/physical/physical_plan.h"

#include <utility>

#include "ferro/common/error.h"
#include "ferro/engine/plan/tree_text.h"

namespace ferro {

PhysicalPlan::PhysicalPlan(std::vector<PhysicalPlanPtr> children, Attributes output, Distribution distribution)
    : children_(std::move(children)), output_(std::move(output)), distribution_(std::move(distribution)) {}

const BatchNodePtr& PhysicalPlan::node(const SessionPtr& session) const {
  std::lock_guard lock(mutex_);
  if (node_ == nullptr) {
    counter_.emplace(session);
    node_ = counter_->count(session, build(session));
  }
  return node_;
}

BatchNodePtr PhysicalPlan::nodeIfMade() const {
  std::lock_guard lock(mutex_);
  return node_;
}

std::optional<int64_t> PhysicalPlan::rowsOfLastRun() const {
  std::lock_guard lock(mutex_);
  return counter_ ? counter_->rows() : std::nullopt;
}

std::string treeText(const PhysicalPlan& plan) {
  std::string text;
  detail::writeTree(text, plan, [](const PhysicalPlan& step) {
    const auto rows = step.rowsOfLastRun();
    return step.describe() + (rows ? ", Statistics(rowCount=" + std::to_string(*rows) + ")" : "");
  });
  return text;
}

int positionOf(const Attributes& columns, AttributeId id) {
  for (size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].id == id) return static_cast<int>(i);
  }
  throwInternal("a step of a plan needs a column that the step before does not give");
}

ExprPtr bindTo(const ExprPtr& expression, const Attributes& columns) {
  return expr::transform(expression, [&](const ExprPtr& node) {
    if (node->kind != ExprKind::kAttribute) return node;
    return expr::input(positionOf(columns, node->attribute), node->type, node->nullable, node->name);
  });
}

std::vector<ExprPtr> bindTo(const std::vector<ExprPtr>& expressions, const Attributes& columns) {
  std::vector<ExprPtr> bound;
  bound.reserve(expressions.size());
  for (const ExprPtr& expression : expressions) bound.push_back(bindTo(expression, columns));
  return bound;
}

}  // namespace ferro
