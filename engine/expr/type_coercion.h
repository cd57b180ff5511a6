// Which types meet in which, as Spark's ANSI mode has it. Pure functions; any thread. For .cc files: it parses Arrow
// headers.
#pragma once

#include <optional>

#include <arrow/type.h>

#include "ferro/engine/expr/functions.h"

namespace ferro {

inline bool isIntegral(const arrow::DataType& type) { return arrow::is_signed_integer(type.id()); }
inline bool isFloating(const arrow::DataType& type) {
  return type.id() == arrow::Type::FLOAT || type.id() == arrow::Type::DOUBLE;
}
inline bool isDecimal(const arrow::DataType& type) { return type.id() == arrow::Type::DECIMAL128; }
inline bool isNumeric(const arrow::DataType& type) { return isIntegral(type) || isFloating(type) || isDecimal(type); }
inline bool isText(const arrow::DataType& type) { return type.id() == arrow::Type::STRING; }
inline bool isNull(const arrow::DataType& type) { return type.id() == arrow::Type::NA; }
inline bool isNested(const arrow::DataType& type) { return arrow::is_nested(type.id()); }
inline bool isDate(const arrow::DataType& type) { return type.id() == arrow::Type::DATE32; }
inline bool isTimestamp(const arrow::DataType& type) { return type.id() == arrow::Type::TIMESTAMP; }
// Whether a timestamp is an instant, not what some local clock shows.
inline bool hasTimeZone(const arrow::DataType& type) {
  return isTimestamp(type) && !static_cast<const arrow::TimestampType&>(type).timezone().empty();
}

TypePtr timestampType();

// The digits of a decimal.
struct DecimalShape {
  int precision = 38;
  int scale = 0;
};

DecimalShape decimalShape(const arrow::DataType& type);
// Wide enough for every value of an integral or decimal type.
DecimalShape decimalShapeFor(const arrow::DataType& type);
TypePtr decimalType(DecimalShape shape);
// The largest type that keeps whole digits first, when precision goes beyond what a decimal has.
TypePtr boundedDecimal(int precision, int scale);
// What an arithmetic operator makes of two decimals. `operation` is "+", "-", "*", "/" or "%".
TypePtr decimalResult(std::string_view operation, DecimalShape left, DecimalShape right);

// What a function that wants `target` casts an argument of `type` to; null when it does not take it.
TypePtr implicitCast(const TypePtr& type, const TypePtr& target);

}  // namespace ferro
