#include "ferro/engine/io/csv/inferred_type.h"

#include <algorithm>

#include <arrow/type.h>

namespace ferro {
namespace {

using Kind = InferredKind;

// Digits that hold every value of an integer type.
uint8_t decimalDigits(const InferredType& type) {
  switch (type.kind) {
    case Kind::kInt: return 10;
    case Kind::kLong: return 20;
    default: return type.precision;
  }
}

}  // namespace

InferredType commonType(const InferredType& first, const InferredType& second, bool datesAreTimestamps) {
  const InferredType& a = first.kind <= second.kind ? first : second;
  const InferredType& b = first.kind <= second.kind ? second : first;
  if (a.kind == Kind::kNone) return b;
  if (b.kind == Kind::kDecimal) return {Kind::kDecimal, std::max(decimalDigits(a), decimalDigits(b))};
  if (a.kind == b.kind || b.kind <= Kind::kDouble) return b;
  if (a.kind == Kind::kDate && b.kind == Kind::kTimestamp && datesAreTimestamps) return b;
  return {Kind::kString, 0};
}

std::shared_ptr<arrow::DataType> arrowType(const InferredType& type) {
  switch (type.kind) {
    case Kind::kInt: return arrow::int32();
    case Kind::kLong: return arrow::int64();
    case Kind::kDecimal: return arrow::decimal128(type.precision, 0);
    case Kind::kDouble: return arrow::float64();
    case Kind::kDate: return arrow::date32();
    case Kind::kTimestamp: return arrow::timestamp(arrow::TimeUnit::MICRO, "UTC");
    case Kind::kBoolean: return arrow::boolean();
    default: return arrow::utf8();
  }
}

}  // namespace ferro
