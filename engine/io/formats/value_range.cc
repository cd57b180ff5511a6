#include "ferro/engine/io/formats/value_range.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include <arrow/scalar.h>
#include <arrow/type.h>
#include <arrow/util/decimal.h>

namespace ferro {
namespace {

using arrow::Scalar;
using arrow::Type;

template <class T>
int order(const T& a, const T& b) {
  return a < b ? -1 : b < a ? 1 : 0;
}

std::optional<int64_t> integerOf(const Scalar& value) {
  switch (value.type->id()) {
    case Type::BOOL: return static_cast<const arrow::BooleanScalar&>(value).value ? 1 : 0;
    case Type::INT8: return static_cast<const arrow::Int8Scalar&>(value).value;
    case Type::INT16: return static_cast<const arrow::Int16Scalar&>(value).value;
    case Type::INT32: return static_cast<const arrow::Int32Scalar&>(value).value;
    case Type::INT64: return static_cast<const arrow::Int64Scalar&>(value).value;
    case Type::DATE32: return static_cast<const arrow::Date32Scalar&>(value).value;
    case Type::TIMESTAMP: {
      const auto& type = static_cast<const arrow::TimestampType&>(*value.type);
      if (type.unit() != arrow::TimeUnit::MICRO) return std::nullopt;
      return static_cast<const arrow::TimestampScalar&>(value).value;
    }
    default: return std::nullopt;
  }
}

std::optional<double> realOf(const Scalar& value) {
  if (value.type->id() == Type::FLOAT) return static_cast<const arrow::FloatScalar&>(value).value;
  if (value.type->id() == Type::DOUBLE) return static_cast<const arrow::DoubleScalar&>(value).value;
  return std::nullopt;
}

std::optional<double> asReal(const Scalar& value) {
  if (const auto integer = integerOf(value)) return static_cast<double>(*integer);
  return realOf(value);
}

bool isNumber(const Scalar& value) { return arrow::is_integer(value.type->id()) || realOf(value).has_value(); }
bool isText(const Scalar& value) { return arrow::is_base_binary_like(value.type->id()); }

// What order() answers when two values cannot be compared here.
constexpr int kUnknown = 2;

int compared(const Scalar& a, const Scalar& b) {
  if (!a.is_valid || !b.is_valid) return kUnknown;
  if (isText(a) && isText(b)) {
    return order(static_cast<const arrow::BaseBinaryScalar&>(a).view(),
                 static_cast<const arrow::BaseBinaryScalar&>(b).view());
  }
  if (a.type->id() == Type::DECIMAL128 && a.type->Equals(*b.type)) {
    return order(static_cast<const arrow::Decimal128Scalar&>(a).value,
                 static_cast<const arrow::Decimal128Scalar&>(b).value);
  }
  if (isNumber(a) && isNumber(b) && (realOf(a) || realOf(b))) {
    const auto left = asReal(a);
    const auto right = asReal(b);
    if (!left || !right || std::isnan(*left) || std::isnan(*right)) return kUnknown;
    return order(*left, *right);
  }
  const bool sameKind = a.type->id() == b.type->id() || (isNumber(a) && isNumber(b));
  const auto left = integerOf(a);
  const auto right = integerOf(b);
  if (!sameKind || !left || !right) return kUnknown;
  return order(*left, *right);
}

// `column <op> value` with the column on the left.
bool comparisonMayHold(std::string_view function, const ValueRange& range, const Scalar& value) {
  if (range.onlyNull || !value.is_valid) return false;
  const int low = range.least ? compared(*range.least, value) : kUnknown;
  const int highOfNumbers = range.greatest ? compared(*range.greatest, value) : kUnknown;
  // A NaN is greater than all numbers, and no statistics tell of it.
  const bool mayHaveNan = range.greatest && realOf(*range.greatest).has_value();
  const int high = mayHaveNan ? kUnknown : highOfNumbers;
  if (function == "<") return low == kUnknown || low < 0;
  if (function == "<=") return low == kUnknown || low <= 0;
  if (function == ">") return high > 0;
  if (function == ">=") return high >= 0;
  if (function == "!=") return low != 0 || high != 0;
  return (low == kUnknown || low <= 0) && highOfNumbers >= 0;
}

std::string_view turned(std::string_view function) {
  if (function == "<") return ">";
  if (function == "<=") return ">=";
  if (function == ">") return "<";
  if (function == ">=") return "<=";
  return function;
}

bool isComparison(std::string_view function) {
  for (const std::string_view one : {"=", "<", "<=", ">", ">=", "!="}) {
    if (function == one) return true;
  }
  return false;
}

bool comparisonMayBeTrue(const Expr& call, const RangeOf& rangeOf) {
  const Expr& left = call.child(0);
  const Expr& right = call.child(1);
  const bool columnFirst = left.kind == ExprKind::kInput && right.kind == ExprKind::kLiteral;
  const bool columnLast = right.kind == ExprKind::kInput && left.kind == ExprKind::kLiteral;
  if (!columnFirst && !columnLast) return true;
  const auto range = rangeOf(columnFirst ? left.position : right.position);
  if (!range) return true;
  return columnFirst ? comparisonMayHold(call.name, *range, *right.literal)
                     : comparisonMayHold(turned(call.name), *range, *left.literal);
}

bool inMayBeTrue(const Expr& call, const RangeOf& rangeOf) {
  if (call.child().kind != ExprKind::kInput) return true;
  const auto range = rangeOf(call.child().position);
  if (!range) return true;
  return std::any_of(call.children.begin() + 1, call.children.end(), [&](const ExprPtr& value) {
    return value->kind != ExprKind::kLiteral || comparisonMayHold("=", *range, *value->literal);
  });
}

bool nullTestMayBeTrue(const Expr& call, const RangeOf& rangeOf) {
  if (call.child().kind != ExprKind::kInput) return true;
  const auto range = rangeOf(call.child().position);
  if (!range) return true;
  return call.name == "isnull" ? range->hasNull : !range->onlyNull;
}

}  // namespace

bool mayBeTrue(const Expr& filter, const RangeOf& rangeOf) {
  if (filter.kind == ExprKind::kLiteral && filter.type && filter.type->id() == Type::BOOL) {
    return filter.literal->is_valid && static_cast<const arrow::BooleanScalar&>(*filter.literal).value;
  }
  if (filter.kind != ExprKind::kCall) return true;
  if (filter.name == "and") return mayBeTrue(filter.child(0), rangeOf) && mayBeTrue(filter.child(1), rangeOf);
  if (filter.name == "or") return mayBeTrue(filter.child(0), rangeOf) || mayBeTrue(filter.child(1), rangeOf);
  if (filter.name == "in" && filter.children.size() > 1) return inMayBeTrue(filter, rangeOf);
  if (filter.name == "isnull" || filter.name == "isnotnull") return nullTestMayBeTrue(filter, rangeOf);
  if (isComparison(filter.name) && filter.children.size() == 2) return comparisonMayBeTrue(filter, rangeOf);
  return true;
}

}  // namespace ferro
