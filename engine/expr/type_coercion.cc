#include "ferro/engine/expr/type_coercion.h"

#include <algorithm>

#include "ferro/engine/types/data_types.h"

namespace ferro {

namespace {

constexpr int kMaxPrecision = 38;
constexpr int kLeastScaleKept = 6;

int numericRank(const arrow::DataType& type) {
  switch (type.id()) {
    case arrow::Type::INT8: return 1;
    case arrow::Type::INT16: return 2;
    case arrow::Type::INT32: return 3;
    case arrow::Type::INT64: return 4;
    case arrow::Type::FLOAT: return 5;
    default: return 6;
  }
}

TypePtr widerDecimal(DecimalShape a, DecimalShape b) {
  const int scale = std::max(a.scale, b.scale);
  return boundedDecimal(std::max(a.precision - a.scale, b.precision - b.scale) + scale, scale);
}

TypePtr commonNumeric(const TypePtr& a, const TypePtr& b) {
  if (isDecimal(*a) || isDecimal(*b)) {
    if (isFloating(*a) || isFloating(*b)) return arrow::float64();
    return widerDecimal(decimalShapeFor(*a), decimalShapeFor(*b));
  }
  const TypePtr& wider = numericRank(*a) < numericRank(*b) ? b : a;
  // A float cannot hold every integer.
  return wider->id() == arrow::Type::FLOAT ? arrow::float64() : wider;
}

TypePtr commonWithText(const TypePtr& other) {
  if (isIntegral(*other)) return arrow::int64();
  if (isNumeric(*other)) return arrow::float64();
  return isNested(*other) ? nullptr : other;
}

TypePtr commonStruct(const arrow::DataType& a, const arrow::DataType& b) {
  if (a.num_fields() != b.num_fields()) return nullptr;
  arrow::FieldVector fields;
  for (int i = 0; i < a.num_fields(); ++i) {
    TypePtr type = commonType(a.field(i)->type(), b.field(i)->type());
    if (type == nullptr || a.field(i)->name() != b.field(i)->name()) return nullptr;
    fields.push_back(arrow::field(a.field(i)->name(), type, a.field(i)->nullable() || b.field(i)->nullable()));
  }
  return arrow::struct_(std::move(fields));
}

TypePtr commonNested(const TypePtr& a, const TypePtr& b) {
  if (a->id() != b->id()) return nullptr;
  if (a->id() == arrow::Type::LIST) {
    TypePtr element = commonType(a->field(0)->type(), b->field(0)->type());
    return element == nullptr ? nullptr : arrow::list(std::move(element));
  }
  if (a->id() == arrow::Type::STRUCT) return commonStruct(*a, *b);
  if (a->id() != arrow::Type::MAP) return nullptr;
  const auto& left = static_cast<const arrow::MapType&>(*a);
  const auto& right = static_cast<const arrow::MapType&>(*b);
  TypePtr key = commonType(left.key_type(), right.key_type());
  TypePtr item = commonType(left.item_type(), right.item_type());
  return key == nullptr || item == nullptr ? nullptr : arrow::map(std::move(key), std::move(item));
}

}  // namespace

TypePtr timestampType() { return parseType("timestamp"); }

DecimalShape decimalShape(const arrow::DataType& type) {
  const auto& decimal = static_cast<const arrow::Decimal128Type&>(type);
  return {decimal.precision(), decimal.scale()};
}

DecimalShape decimalShapeFor(const arrow::DataType& type) {
  switch (type.id()) {
    case arrow::Type::INT8: return {3, 0};
    case arrow::Type::INT16: return {5, 0};
    case arrow::Type::INT32: return {10, 0};
    case arrow::Type::INT64: return {20, 0};
    case arrow::Type::DECIMAL128: return decimalShape(type);
    case arrow::Type::FLOAT: return {14, 7};
    case arrow::Type::DOUBLE: return {30, 15};
    default: return {38, 18};
  }
}

TypePtr decimalType(DecimalShape shape) { return arrow::decimal128(shape.precision, shape.scale); }

TypePtr boundedDecimal(int precision, int scale) {
  if (precision <= kMaxPrecision) return arrow::decimal128(precision, std::min(scale, kMaxPrecision));
  const int lost = precision - kMaxPrecision;
  return arrow::decimal128(kMaxPrecision, std::max(0, scale - lost));
}

TypePtr decimalResult(std::string_view operation, DecimalShape left, DecimalShape right) {
  const int leftWhole = left.precision - left.scale;
  const int rightWhole = right.precision - right.scale;
  int scale = std::max(left.scale, right.scale);
  int precision = scale + std::max(leftWhole, rightWhole) + 1;
  if (operation == "*") {
    scale = left.scale + right.scale;
    precision = left.precision + right.precision + 1;
  } else if (operation == "/") {
    scale = std::max(kLeastScaleKept, left.scale + right.precision + 1);
    precision = leftWhole + right.scale + scale;
  } else if (operation == "%") {
    precision = std::min(leftWhole, rightWhole) + scale;
  }
  if (precision <= kMaxPrecision) return arrow::decimal128(std::max(precision, 1), scale);
  // Whole digits matter more than fractions, of which a few are kept all the same.
  const int kept = std::max(kMaxPrecision - (precision - scale), std::min(scale, kLeastScaleKept));
  return arrow::decimal128(kMaxPrecision, kept);
}

TypePtr commonType(const TypePtr& a, const TypePtr& b) {
  if (a->Equals(*b)) return a;
  if (isNull(*a)) return b;
  if (isNull(*b)) return a;
  if (isNumeric(*a) && isNumeric(*b)) return commonNumeric(a, b);
  if (isDate(*a) && isTimestamp(*b)) return b;
  if (isTimestamp(*a) && isDate(*b)) return a;
  if (isText(*a)) return commonWithText(b);
  if (isText(*b)) return commonWithText(a);
  return commonNested(a, b);
}

TypePtr implicitCast(const TypePtr& type, const TypePtr& target) {
  if (type->Equals(*target) || isNull(*type)) return target;
  if (type->id() == target->id() && isNested(*type)) return commonNested(type, target) ? target : nullptr;
  if (isNested(*type) || isNested(*target)) return nullptr;
  if (isText(*type)) return target;
  if (isText(*target)) return target;
  if (isNumeric(*target)) return isNumeric(*type) ? target : nullptr;
  const bool bothTimes = (isDate(*type) || isTimestamp(*type)) && (isDate(*target) || isTimestamp(*target));
  return bothTimes ? target : nullptr;
}

}  // namespace ferro
