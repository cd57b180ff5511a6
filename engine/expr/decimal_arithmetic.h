// Arithmetic of decimals: exact, then rounded half up to the scale of the result. Pure functions; any thread. For .cc
// files: it parses Arrow headers.
#pragma once

#include <optional>
#include <string_view>

#include <arrow/util/decimal.h>

#include "ferro/engine/expr/type_coercion.h"

namespace ferro {

// One operation on decimals of given shapes.
class DecimalOperation {
 public:
  DecimalOperation(std::string_view operation, const arrow::DataType& left, const arrow::DataType& right,
                   const arrow::DataType& result);

  // Nothing when the result has too many digits. The divisor of "/" and "%" is not 0.
  std::optional<arrow::Decimal128> apply(const arrow::Decimal128& left, const arrow::Decimal128& right) const;

 private:
  arrow::Decimal256 exact(const arrow::Decimal256& left, const arrow::Decimal256& right) const;

  char operation_;
  DecimalShape left_;
  DecimalShape right_;
  DecimalShape result_;
  int shift_ = 0;  // of the dividend, so that the quotient has digits enough
  int exactScale_ = 0;
};

// Half up, and nothing when it does not fit.
std::optional<arrow::Decimal128> rescaleDecimal(const arrow::Decimal256& value, int fromScale, DecimalShape to);
arrow::Decimal256 wideDecimal(const arrow::Decimal128& value);

}  // namespace ferro
