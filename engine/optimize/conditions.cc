#include "ferro/engine/optimize/conditions.h"

#include <algorithm>

#include <arrow/scalar.h>
#include <arrow/type.h>

#include "ferro/engine/expr/functions.h"
#include "ferro/engine/plan/resolver.h"

namespace ferro {

std::vector<ExprPtr> conjuncts(const ExprPtr& condition) {
  if (condition->kind != ExprKind::kCall || condition->name != "and") return {condition};
  std::vector<ExprPtr> parts;
  for (const ExprPtr& side : condition->children) {
    for (ExprPtr& part : conjuncts(side)) parts.push_back(std::move(part));
  }
  return parts;
}

ExprPtr conjunction(const std::vector<ExprPtr>& parts) {
  ExprPtr whole;
  for (const ExprPtr& part : parts) {
    whole =
        whole == nullptr ? part : expr::call("and", {whole, part}, arrow::boolean(), whole->nullable || part->nullable);
  }
  return whole;
}

void addReferences(const Expr& expression, AttributeSet& references) {
  expr::forEach(expression, [&](const Expr& node) {
    if (node.kind == ExprKind::kAttribute) references.insert(node.attribute);
  });
}

AttributeSet referencesOf(const Expr& expression) {
  AttributeSet references;
  addReferences(expression, references);
  return references;
}

AttributeSet outputSet(const Plan& plan) {
  AttributeSet ids;
  for (const Attribute& attribute : plan.output()) ids.insert(attribute.id);
  return ids;
}

bool isSubset(const AttributeSet& part, const AttributeSet& whole) {
  return std::includes(whole.begin(), whole.end(), part.begin(), part.end());
}

ExprPtr substitute(const ExprPtr& expression, const std::vector<ExprPtr>& list) {
  std::map<AttributeId, ExprPtr> values;
  for (const ExprPtr& entry : list) {
    if (entry->kind == ExprKind::kAlias) values.emplace(entry->attribute, entry->children.front());
  }
  return expr::transform(expression, [&](const ExprPtr& node) {
    if (node->kind != ExprKind::kAttribute) return node;
    const auto found = values.find(node->attribute);
    return found == values.end() ? node : found->second;
  });
}

bool isRepeatable(const std::vector<ExprPtr>& list) {
  return std::all_of(list.begin(), list.end(), [](const ExprPtr& entry) { return isDeterministic(*entry); });
}

bool isTrue(const Expr& expression) {
  return expression.kind == ExprKind::kLiteral && expression.type->id() == arrow::Type::BOOL &&
         expression.literal->is_valid && static_cast<const arrow::BooleanScalar&>(*expression.literal).value;
}

}  // namespace ferro
