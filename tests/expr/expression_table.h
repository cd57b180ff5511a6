// Tests of functions as tables of text. A line is a call and what it gives:
//   + | int: 1 | bigint: 2 | bigint: 3
//   / | int: 1 | int: 0 | ! [DIVIDE_BY_ZERO]
//   cast | string: 'a b' | int | ! [CAST_INVALID_INPUT]
// Every call is made with each mix of constants and columns, the columns cut out of longer ones, and must give the same
// every time. NULL is null, text stands in quotes, nested values are JSON. After ! stands how the error begins.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <arrow/api.h>

#include "ferro/engine/expr/evaluator.h"
#include "ferro/engine/expr/functions.h"

namespace ferro::test {

void checkTable(std::string_view table);

// `int: 1` as an array of one row.
std::shared_ptr<arrow::Array> parseValue(std::string_view text);
std::shared_ptr<arrow::Array> fromJson(std::string_view type, const std::string& json);

// A batch with the columns; their names are a, b, c...
std::shared_ptr<arrow::RecordBatch> batchOf(std::vector<std::shared_ptr<arrow::Array>> columns);
ExprPtr inputOf(const arrow::RecordBatch& batch, int position);
// The call of resolved arguments, resolved.
ExprPtr callOf(std::string function, std::vector<ExprPtr> arguments);
ExprPtr literalOf(std::string_view value);

// The whole column of what the expression gives.
std::shared_ptr<arrow::Array> evaluate(const ExprPtr& bound, const arrow::RecordBatch& batch);
// Its values, one after the other, as show() has them.
std::string textOf(const arrow::Array& column);

}  // namespace ferro::test
