#include "ferro/engine/expr/decimal_numbers.h"

#include <array>
#include <charconv>
#include <cmath>

#include "ferro/engine/expr/decimal_arithmetic.h"
#include "ferro/engine/expr/number_text.h"

namespace ferro {

namespace {

std::optional<arrow::Decimal128> fromText(double value, DecimalShape shape) {
  if (!std::isfinite(value)) return std::nullopt;
  if (std::abs(value) < 1e-60) return arrow::Decimal128(0);
  arrow::Decimal256 digits;
  int32_t precision = 0;
  int32_t scale = 0;
  if (!arrow::Decimal256::FromString(numberText(value), &digits, &precision, &scale).ok()) return std::nullopt;
  return rescaleDecimal(digits, scale, shape);
}

}  // namespace

std::optional<arrow::Decimal128> decimalOfReal(double value, DecimalShape shape) { return fromText(value, shape); }
// The float's own value, and not the shorter number that it is shown as.
std::optional<arrow::Decimal128> decimalOfReal(float value, DecimalShape shape) { return fromText(value, shape); }

double realOfDecimal(const arrow::Decimal128& value, int scale) {
  constexpr std::array<double, 23> kPowers{1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                           1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  constexpr int64_t kExact = int64_t{1} << 53;
  const auto low = static_cast<int64_t>(value.low_bits());
  const bool small = value.high_bits() == (low < 0 ? -1 : 0) && low > -kExact && low < kExact;
  // Both are exact as doubles, so one division rounds once.
  if (small && scale < static_cast<int>(kPowers.size())) {
    return static_cast<double>(low) / kPowers[static_cast<size_t>(scale)];
  }
  const std::string text = value.ToIntegerString() + "E-" + std::to_string(scale);
  double real = 0;
  std::from_chars(text.data(), text.data() + text.size(), real);
  return real;
}

}  // namespace ferro
