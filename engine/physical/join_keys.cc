#include "ferro/engine/physical/join_keys.h"

#include <arrow/scalar.h>
#include <arrow/type.h>

#include "ferro/common/arrow_check.h"
#include "ferro/engine/expr/functions.h"
#include "ferro/engine/optimize/conditions.h"
#include "ferro/engine/plan/resolver.h"

namespace ferro {
namespace {

AttributeSet idsOf(const Attributes& columns) {
  AttributeSet ids;
  for (const Attribute& column : columns) ids.insert(column.id);
  return ids;
}

Attribute keyColumn(const ExprPtr& key, std::vector<ExprPtr>& computed) {
  if (key->kind == ExprKind::kAttribute) return attributeOf(*key);
  computed.push_back(expr::alias(key, expr::columnName(*key), newAttributeId()));
  return attributeOf(*computed.back());
}

void addPair(JoinKeys& keys, const ExprPtr& left, const ExprPtr& right) {
  keys.left.push_back(keyColumn(left, keys.leftComputed));
  keys.right.push_back(keyColumn(right, keys.rightComputed));
}

// A value that null can be replaced by when another key says which of them are null.
ExprPtr someValue(const TypePtr& type) {
  const auto scalar = arrow::MakeScalar(type, 0);
  if (scalar.ok()) return expr::literal(*scalar);
  if (type->id() == arrow::Type::STRING) return expr::literal(std::make_shared<arrow::StringScalar>(""));
  if (type->id() == arrow::Type::BOOL) return expr::boolean(false);
  return nullptr;
}

// Null equals null: hashing never finds that, so the key becomes two, whether it is null and what it is otherwise.
bool addNullSafePair(JoinKeys& keys, const ExprPtr& left, const ExprPtr& right) {
  if (!left->nullable && !right->nullable) {
    addPair(keys, left, right);
    return true;
  }
  const ExprPtr value = someValue(left->type);
  if (value == nullptr) return false;
  addPair(keys, resolveCall(expr::call("coalesce", {left, value})),
          resolveCall(expr::call("coalesce", {right, value})));
  addPair(keys, resolveCall(expr::call("isnull", {left})), resolveCall(expr::call("isnull", {right})));
  return true;
}

bool addKey(JoinKeys& keys, const Expr& part, const AttributeSet& left, const AttributeSet& right) {
  const bool nullSafe = part.kind == ExprKind::kCall && part.name == "<=>";
  if (part.kind != ExprKind::kCall || (part.name != "=" && !nullSafe)) return false;
  if (!isDeterministic(part)) return false;
  const AttributeSet first = referencesOf(part.child(0));
  const AttributeSet second = referencesOf(part.child(1));
  if (first.empty() || second.empty()) return false;
  const bool straight = isSubset(first, left) && isSubset(second, right);
  const bool crossed = isSubset(first, right) && isSubset(second, left);
  if (!straight && !crossed) return false;
  const ExprPtr& ofLeft = part.children[straight ? 0 : 1];
  const ExprPtr& ofRight = part.children[straight ? 1 : 0];
  if (nullSafe) return addNullSafePair(keys, ofLeft, ofRight);
  addPair(keys, ofLeft, ofRight);
  return true;
}

std::vector<ExprPtr> listOf(const Attributes& columns, const std::vector<ExprPtr>& computed) {
  std::vector<ExprPtr> list;
  for (const Attribute& column : columns) list.push_back(column.reference());
  list.insert(list.end(), computed.begin(), computed.end());
  return list;
}

}  // namespace

std::vector<ExprPtr> JoinSides::leftList(const JoinKeys& keys) const { return listOf(left, keys.leftComputed); }
std::vector<ExprPtr> JoinSides::rightList(const JoinKeys& keys) const { return listOf(right, keys.rightComputed); }

JoinKeys findJoinKeys(const ExprPtr& condition, const JoinSides& sides) {
  JoinKeys keys;
  if (condition == nullptr) return keys;
  const AttributeSet left = idsOf(sides.left);
  const AttributeSet right = idsOf(sides.right);
  std::vector<ExprPtr> rest;
  for (const ExprPtr& part : conjuncts(condition)) {
    if (!addKey(keys, *part, left, right)) rest.push_back(part);
  }
  keys.rest = conjunction(rest);
  return keys;
}

Attributes joinOutput(const Attributes& left, const Attributes& right, JoinType type) {
  Attributes output = left;
  if (type == JoinType::kSemi || type == JoinType::kAnti) return output;
  const bool leftMayMiss = type == JoinType::kRight || type == JoinType::kFull;
  const bool rightMayMiss = type == JoinType::kLeft || type == JoinType::kFull;
  for (Attribute& column : output) column.nullable |= leftMayMiss;
  for (Attribute column : right) {
    column.nullable |= rightMayMiss;
    output.push_back(std::move(column));
  }
  return output;
}

}  // namespace ferro
