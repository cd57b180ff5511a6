// The errors that Spark's ANSI mode raises while rows are computed, in Spark's words. What finds a bad value does not
// know which column it is of, so the error has a gap that the evaluator of the expression fills. Any thread may call
// these.
#pragma once

#include <string>
#include <string_view>

#include <arrow/type_fwd.h>

#include "ferro/common/error.h"
#include "ferro/engine/expr/expr_fwd.h"

namespace ferro {

// Of the value of one row. The message is whole without a place too.
class RowError : public Error {
 public:
  // `detail` is told behind a place only.
  RowError(std::string before, std::string after, std::string detail = {});

  // The same error with a place in its message: `The value 'abc' of column name cannot be cast`.
  [[noreturn]] void throwAt(const std::string& place) const;

 private:
  std::string before_;
  std::string after_;
  std::string detail_;
};

// The words for a value of an expression, ` of column name` or ` of (a + b)`, and for a call, ` in (a / b)`; nothing
// for what has no columns, or some without a name. Widening casts, which users did not write, are left out.
std::string valuePlace(const Expr& expression);
std::string callPlace(const Expr& call);

// `instead` is the function that gives null, or empty when there is none.
[[noreturn]] void throwArithmeticOverflow(std::string_view what, std::string_view instead);
// Of numbers smaller than an int, which are shown: `127S + 1S`.
[[noreturn]] void throwSmallOverflow(const std::string& operation, std::string_view instead);
[[noreturn]] void throwDivideByZero(const std::string& dividend);
[[noreturn]] void throwRemainderByZero(const std::string& dividend);
[[noreturn]] void throwDecimalOverflow(const std::string& value, const arrow::DataType& type);
[[noreturn]] void throwCastOverflow(const std::string& value, const arrow::DataType& from, const arrow::DataType& to);
// A text is shown in quotes.
[[noreturn]] void throwCastMalformed(std::string_view value, const arrow::DataType& from, const arrow::DataType& to);
[[noreturn]] void throwCannotParse(std::string_view value, std::string_view format);
[[noreturn]] void throwNoSuchDate(int64_t year, int month, int day);
[[noreturn]] void throwIndexOutOfBounds(int64_t index, int64_t size);
[[noreturn]] void throwElementOutOfBounds(int64_t index, int64_t size);

}  // namespace ferro
