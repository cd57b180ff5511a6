#include "ferro/engine/expr/decimal_arithmetic.h"

#include <algorithm>

#include "ferro/common/arrow_check.h"

namespace ferro {

arrow::Decimal256 wideDecimal(const arrow::Decimal128& value) { return arrow::Decimal256(value); }

std::optional<arrow::Decimal128> rescaleDecimal(const arrow::Decimal256& value, int fromScale, DecimalShape to) {
  arrow::Decimal256 scaled = value;
  if (to.scale < fromScale) {
    scaled = value.ReduceScaleBy(fromScale - to.scale);
  } else if (to.scale > fromScale) {
    if (!value.FitsInPrecision(arrow::Decimal256::kMaxPrecision - (to.scale - fromScale))) return std::nullopt;
    scaled = value.IncreaseScaleBy(to.scale - fromScale);
  }
  if (!scaled.FitsInPrecision(to.precision)) return std::nullopt;
  return arrow::Decimal128(static_cast<int64_t>(scaled.little_endian_array()[1]), scaled.little_endian_array()[0]);
}

DecimalOperation::DecimalOperation(std::string_view operation, const arrow::DataType& left,
                                   const arrow::DataType& right, const arrow::DataType& result)
    : operation_(operation.front()),
      left_(decimalShape(left)),
      right_(decimalShape(right)),
      result_(decimalShape(result)) {
  switch (operation_) {
    case '*': exactScale_ = left_.scale + right_.scale; break;
    case '/':
      // One digit more than asked for: half up needs no more, since what follows only breaks ties upwards.
      shift_ = std::max(0, result_.scale + right_.scale - left_.scale + 1);
      exactScale_ = left_.scale + shift_ - right_.scale;
      break;
    default: exactScale_ = std::max(left_.scale, right_.scale); break;
  }
}

arrow::Decimal256 DecimalOperation::exact(const arrow::Decimal256& left, const arrow::Decimal256& right) const {
  if (operation_ == '*') return arrow::Decimal256(left * right);
  if (operation_ == '/') return arrow::Decimal256(arrow::Decimal256(left.IncreaseScaleBy(shift_)) / right);
  const arrow::Decimal256 a(left.IncreaseScaleBy(exactScale_ - left_.scale));
  const arrow::Decimal256 b(right.IncreaseScaleBy(exactScale_ - right_.scale));
  if (operation_ == '+') return arrow::Decimal256(a + b);
  if (operation_ == '-') return arrow::Decimal256(a + arrow::Decimal256(-b));
  const arrow::Decimal256 rest(a % b);
  const bool positive = operation_ == 'p';  // pmod
  return positive && rest.IsNegative() ? arrow::Decimal256(arrow::Decimal256(rest + b) % b) : rest;
}

std::optional<arrow::Decimal128> DecimalOperation::apply(const arrow::Decimal128& left,
                                                         const arrow::Decimal128& right) const {
  if (!left.FitsInPrecision(std::min(38, arrow::Decimal256::kMaxPrecision - shift_))) return std::nullopt;
  return rescaleDecimal(exact(wideDecimal(left), wideDecimal(right)), exactScale_, result_);
}

}  // namespace ferro
