#include "ferro/engine/expr/expr.h"

#include <utility>

#include <arrow/scalar.h>
#include <arrow/type.h>

#include "ferro/common/error.h"

namespace ferro {
namespace {

ExprPtr make(Expr node) { return std::make_shared<const Expr>(std::move(node)); }

}  // namespace

ExprPtr expr::name(std::string column) { return make({.kind = ExprKind::kName, .name = std::move(column)}); }

ExprPtr expr::star(std::string qualifier) { return make({.kind = ExprKind::kStar, .name = std::move(qualifier)}); }

ExprPtr expr::attribute(AttributeId id, std::string name, TypePtr type, bool nullable,
                        std::shared_ptr<const std::string> metadata) {
  return make({.kind = ExprKind::kAttribute,
               .name = std::move(name),
               .type = std::move(type),
               .nullable = nullable,
               .attribute = id,
               .metadata = std::move(metadata)});
}

ExprPtr expr::input(int position, TypePtr type, bool nullable, std::string name) {
  return make({.kind = ExprKind::kInput,
               .name = std::move(name),
               .type = std::move(type),
               .nullable = nullable,
               .position = position});
}

ExprPtr expr::literal(std::shared_ptr<arrow::Scalar> value) {
  TypePtr type = value->type;
  const bool nullable = !value->is_valid;
  return make({.kind = ExprKind::kLiteral, .type = std::move(type), .nullable = nullable, .literal = std::move(value)});
}

ExprPtr expr::null(TypePtr type) { return literal(arrow::MakeNullScalar(std::move(type))); }

ExprPtr expr::boolean(bool value) { return literal(std::make_shared<arrow::BooleanScalar>(value)); }

ExprPtr expr::call(std::string function, std::vector<ExprPtr> arguments) {
  return make({.kind = ExprKind::kCall, .name = std::move(function), .children = std::move(arguments)});
}

ExprPtr expr::call(std::string function, std::vector<ExprPtr> arguments, TypePtr type, bool nullable) {
  return make({.kind = ExprKind::kCall,
               .name = std::move(function),
               .children = std::move(arguments),
               .type = std::move(type),
               .nullable = nullable});
}

ExprPtr expr::cast(ExprPtr child, TypePtr type) {
  const bool nullable = child->nullable;
  return make({.kind = ExprKind::kCast, .children = {std::move(child)}, .type = std::move(type), .nullable = nullable});
}

ExprPtr expr::alias(ExprPtr child, std::string name, AttributeId id) {
  TypePtr type = child->type;
  const bool nullable = child->nullable;
  auto metadata = child->metadata;
  return make({.kind = ExprKind::kAlias,
               .name = std::move(name),
               .children = {std::move(child)},
               .type = std::move(type),
               .nullable = nullable,
               .attribute = id,
               .metadata = std::move(metadata)});
}

ExprPtr expr::sortKey(ExprPtr child, bool descending, bool nullsFirst) {
  TypePtr type = child->type;
  const bool nullable = child->nullable;
  return make({.kind = ExprKind::kSortKey,
               .children = {std::move(child)},
               .type = std::move(type),
               .nullable = nullable,
               .descending = descending,
               .nullsFirst = nullsFirst});
}

// What only passes its child on has the child's type.
ExprPtr expr::withChildren(const ExprPtr& node, std::vector<ExprPtr> children) {
  if (children == node->children) return node;
  Expr copy = *node;
  copy.children = std::move(children);
  if (copy.kind == ExprKind::kAlias || copy.kind == ExprKind::kSortKey) {
    copy.type = copy.children.front()->type;
    copy.nullable = copy.children.front()->nullable;
    if (copy.metadata == nullptr) copy.metadata = copy.children.front()->metadata;
  }
  return make(std::move(copy));
}

bool expr::equal(const Expr& a, const Expr& b) {
  if (&a == &b) return true;
  if (a.kind != b.kind || a.children.size() != b.children.size() || a.distinct != b.distinct) return false;
  if (a.kind == ExprKind::kAttribute) return a.attribute == b.attribute;
  if (a.kind == ExprKind::kInput) return a.position == b.position;
  if (a.name != b.name || a.attribute != b.attribute || a.function != b.function) return false;
  if (a.descending != b.descending || a.nullsFirst != b.nullsFirst) return false;
  if ((a.type == nullptr) != (b.type == nullptr) || (a.type != nullptr && !a.type->Equals(*b.type))) return false;
  if ((a.literal == nullptr) != (b.literal == nullptr)) return false;
  if (a.literal != nullptr && !a.literal->Equals(*b.literal, arrow::EqualOptions::Defaults().nans_equal(true))) {
    return false;
  }
  for (size_t i = 0; i < a.children.size(); ++i) {
    if (!equal(*a.children[i], *b.children[i])) return false;
  }
  return true;
}

}  // namespace ferro
