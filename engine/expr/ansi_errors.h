// The errors that Spark's ANSI mode raises while rows are computed, in Spark's words. Any thread may call these.
#pragma once

#include <string>
#include <string_view>

#include <arrow/type_fwd.h>

namespace ferro {

// `instead` is the function that gives null, or empty when there is none.
[[noreturn]] void throwArithmeticOverflow(std::string_view what, std::string_view instead);
// Of numbers smaller than an int, which are shown: `127S + 1S`.
[[noreturn]] void throwSmallOverflow(const std::string& operation, std::string_view instead);
[[noreturn]] void throwDivideByZero();
[[noreturn]] void throwRemainderByZero();
[[noreturn]] void throwDecimalOverflow(const std::string& value, const arrow::DataType& type);
[[noreturn]] void throwCastOverflow(const std::string& value, const arrow::DataType& from, const arrow::DataType& to);
// A text is shown in quotes.
[[noreturn]] void throwCastMalformed(std::string_view value, const arrow::DataType& from, const arrow::DataType& to);
[[noreturn]] void throwCannotParse(std::string_view value, std::string_view format);
[[noreturn]] void throwNoSuchDate(int64_t year, int month, int day);
[[noreturn]] void throwIndexOutOfBounds(int64_t index, int64_t size);
[[noreturn]] void throwElementOutOfBounds(int64_t index, int64_t size);

}  // namespace ferro
