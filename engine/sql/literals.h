// Values as SQL text writes them. Pure; any thread.
#pragma once

#include <string_view>

#include "ferro/engine/expr/expr.h"
#include "ferro/engine/sql/token.h"

namespace ferro::sql {

ExprPtr textLiteral(std::string_view text);
// Spark's types: whole numbers are int, bigint or decimal by their size, those with a point are decimal, those with an
// exponent double, and a suffix decides otherwise. Error kInvalidArgument for what does not fit its type.
ExprPtr numberLiteral(std::string_view sql, const Token& number, bool negative);
// DATE '2020-01-02', TIMESTAMP '...': the value that the text has in the type that the word names.
ExprPtr typedLiteral(std::string_view sql, const Token& type, std::string_view text);

}  // namespace ferro::sql
