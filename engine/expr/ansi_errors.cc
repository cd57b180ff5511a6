#include "ferro/engine/expr/ansi_errors.h"

#include <memory>
#include <utility>

#include "ferro/common/text.h"
#include "ferro/engine/expr/cast.h"
#include "ferro/engine/expr/expr.h"
#include "ferro/engine/expr/type_coercion.h"
#include "ferro/engine/types/data_types.h"

namespace ferro {

namespace {

[[noreturn]] void raise(std::string before, std::string after, std::string detail = {}) {
  throw RowError(std::move(before), std::move(after), std::move(detail));
}

// One line, whatever the text holds.
std::string shown(std::string_view value) {
  std::string text;
  for (const char letter : value.substr(0, 200)) {
    if (letter == '\n') {
      text += "\\n";
    } else if (letter == '\r') {
      text += "\\r";
    } else {
      text += letter;
    }
  }
  return value.size() > 200 ? text + "..." : text;
}

// As the user wrote it, nearly.
std::string writtenText(const Expr& expression) {
  const auto withoutWidening = [](const ExprPtr& node) {
    const bool widens = node->kind == ExprKind::kCast && isNumeric(*node->child().type) && isNumeric(*node->type) &&
                        !castCanFail(*node->child().type, *node->type);
    return widens ? node->children[0] : node;
  };
  return shown(expr::columnName(*expr::transform(std::make_shared<const Expr>(expression), withoutWidening)));
}

bool hasNamedColumns(const Expr& expression) {
  bool found = false;
  bool named = true;
  expr::forEach(expression, [&](const Expr& node) {
    if (node.kind != ExprKind::kInput) return;
    found = true;
    named = named && !node.name.empty();
  });
  return found && named;
}

}  // namespace

RowError::RowError(std::string before, std::string after, std::string detail)
    : Error(ErrorCode::kInvalidArgument, before + after),
      before_(std::move(before)),
      after_(std::move(after)),
      detail_(std::move(detail)) {}

void RowError::throwAt(const std::string& place) const {
  throw Error(code(), before_ + (place.empty() ? place : place + detail_) + after_);
}

std::string valuePlace(const Expr& expression) {
  if (!hasNamedColumns(expression)) return {};
  return (expression.kind == ExprKind::kInput ? " of column " : " of ") + writtenText(expression);
}

std::string callPlace(const Expr& call) { return hasNamedColumns(call) ? " in " + writtenText(call) : ""; }

void throwArithmeticOverflow(std::string_view what, std::string_view instead) {
  std::string after = ".";
  if (!instead.empty()) after += " Use `" + std::string(instead) + "` to tolerate overflow and return NULL instead.";
  raise("[ARITHMETIC_OVERFLOW] " + std::string(what), std::move(after));
}

void throwSmallOverflow(const std::string& operation, std::string_view instead) {
  raise("[BINARY_ARITHMETIC_OVERFLOW] " + operation,
        " caused overflow. Use `" + std::string(instead) + "` to tolerate overflow and return NULL instead.");
}

void throwDivideByZero(const std::string& dividend) {
  raise("[DIVIDE_BY_ZERO] Division by zero", ". Use `try_divide` to tolerate divisor being 0 and return NULL instead.",
        ": the dividend is " + dividend);
}

void throwRemainderByZero(const std::string& dividend) {
  raise("[REMAINDER_BY_ZERO] Remainder by zero", ". Use `try_mod` to tolerate divisor being 0 and return NULL instead.",
        ": the dividend is " + dividend);
}

void throwDecimalOverflow(const std::string& value, const arrow::DataType& type) {
  const DecimalShape shape = decimalShape(type);
  raise("[NUMERIC_VALUE_OUT_OF_RANGE.WITH_SUGGESTION] The " + value,
        " cannot be represented as Decimal(" + std::to_string(shape.precision) + ", " + std::to_string(shape.scale) +
            "). Use `try_cast` to tolerate overflow and return NULL instead.");
}

void throwCastOverflow(const std::string& value, const arrow::DataType& from, const arrow::DataType& to) {
  raise("[CAST_OVERFLOW] The value " + value,
        " of the type " + quotedSqlName(from) + " cannot be cast to " + quotedSqlName(to) +
            " due to an overflow. Use `try_cast` to tolerate overflow and return NULL instead.");
}

void throwCastMalformed(std::string_view value, const arrow::DataType& from, const arrow::DataType& to) {
  const std::string text = isText(from) ? "'" + shown(value) + "'" : shown(value);
  raise(
      "[CAST_INVALID_INPUT] The value " + text,
      " of the type " + quotedSqlName(from) + " cannot be cast to " + quotedSqlName(to) +
          " because it is malformed. Correct the value as per the syntax, or change its target type. Use `try_cast` to "
          "tolerate malformed input and return NULL instead.");
}

void throwCannotParse(std::string_view value, std::string_view format) {
  raise("[CANNOT_PARSE_TIMESTAMP] Text '" + shown(value) + "'",
        " could not be parsed with the format '" + std::string(format) +
            "'. Use `try_to_timestamp` to tolerate invalid input string and return NULL instead.");
}

void throwNoSuchDate(int64_t year, int month, int day) {
  raise("[DATETIME_FIELD_OUT_OF_BOUNDS.WITHOUT_SUGGESTION] There is no date of year " + std::to_string(year) +
            ", month " + std::to_string(month) + " and day " + std::to_string(day),
        ".");
}

void throwIndexOutOfBounds(int64_t index, int64_t size) {
  raise("[INVALID_ARRAY_INDEX] The index " + std::to_string(index),
        " is out of bounds. The array has " + std::to_string(size) +
            " elements. Use the SQL function `get()` to tolerate accessing element at invalid index "
            "and return NULL instead.");
}

void throwElementOutOfBounds(int64_t index, int64_t size) {
  raise("[INVALID_ARRAY_INDEX_IN_ELEMENT_AT] The index " + std::to_string(index),
        " is out of bounds. The array has " + std::to_string(size) +
            " elements. Use `try_element_at` to tolerate accessing element at invalid index and return NULL instead.");
}

}  // namespace ferro
