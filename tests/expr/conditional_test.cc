#include "expression_table.h"
#include "ferro/common/error.h"
#include "ferro_test.h"

namespace ferro::test {

namespace {

// a: numbers of which one is 0; b: a number to divide.
std::shared_ptr<arrow::RecordBatch> divisors() {
  return batchOf({fromJson("int", "[1, 0, null, 4]"), fromJson("int", "[8, 8, 8, 8]")});
}

ExprPtr quotient(const arrow::RecordBatch& batch) { return callOf("/", {inputOf(batch, 1), inputOf(batch, 0)}); }

ExprPtr isNotZero(const arrow::RecordBatch& batch) { return callOf("!=", {inputOf(batch, 0), literalOf("int: 0")}); }

}  // namespace

TEST_CASE("and, or and not have three values") {
  checkTable(R"(
    and | boolean: true | boolean: true | boolean: true
    and | boolean: true | boolean: false | boolean: false
    and | boolean: false | boolean: NULL | boolean: false
    and | boolean: NULL | boolean: false | boolean: false
    and | boolean: NULL | boolean: true | boolean: NULL
    or | boolean: false | boolean: true | boolean: true
    or | boolean: false | boolean: false | boolean: false
    or | boolean: NULL | boolean: true | boolean: true
    or | boolean: true | boolean: NULL | boolean: true
    or | boolean: NULL | boolean: false | boolean: NULL
    not | boolean: true | boolean: false
    not | boolean: NULL | boolean: NULL
    and | string: 'true' | boolean: true | boolean: true
    and | int: 1 | boolean: true | ! [DATATYPE_MISMATCH.BINARY_OP_DIFF_TYPES]
  )");
}

TEST_CASE("the right of and is not asked where the left is false") {
  const auto batch = divisors();
  const ExprPtr large = callOf(">", {quotient(*batch), literalOf("int: 3")});
  CHECK(textOf(*evaluate(callOf("and", {isNotZero(*batch), large}), *batch)) == "true false NULL false");
  CHECK_THROWS_AS(evaluate(callOf("and", {large, isNotZero(*batch)}), *batch), Error);
}

TEST_CASE("the right of or is not asked where the left is true") {
  const auto batch = divisors();
  const ExprPtr large = callOf(">", {quotient(*batch), literalOf("int: 3")});
  const ExprPtr isZero = callOf("=", {inputOf(*batch, 0), literalOf("int: 0")});
  CHECK(textOf(*evaluate(callOf("or", {isZero, large}), *batch)) == "true true NULL false");
}

TEST_CASE("a case computes a value only for the rows that take it") {
  const auto batch = divisors();
  const ExprPtr guarded = callOf("case", {isNotZero(*batch), quotient(*batch), literalOf("double: -1")});
  CHECK(textOf(*evaluate(guarded, *batch)) == "8.0 -1.0 -1.0 2.0");
  const ExprPtr withoutElse = callOf("case", {isNotZero(*batch), quotient(*batch)});
  CHECK(textOf(*evaluate(withoutElse, *batch)) == "8.0 NULL NULL 2.0");
  const ExprPtr isZero = callOf("=", {inputOf(*batch, 0), literalOf("int: 0")});
  const ExprPtr inElse = callOf("case", {isZero, literalOf("double: 0"), quotient(*batch)});
  CHECK(textOf(*evaluate(inElse, *batch)) == "8.0 0.0 NULL 2.0");
}

TEST_CASE("a later condition is not asked for rows that an earlier one took") {
  const auto batch = divisors();
  const ExprPtr isZero = callOf("=", {inputOf(*batch, 0), literalOf("int: 0")});
  const ExprPtr large = callOf(">", {quotient(*batch), literalOf("int: 3")});
  const ExprPtr words = callOf(
      "case", {isZero, literalOf("string: 'zero'"), large, literalOf("string: 'large'"), literalOf("string: 'small'")});
  CHECK(textOf(*evaluate(words, *batch)) == "large zero small small");
}

TEST_CASE("case and if pick values row by row") {
  checkTable(R"(
    nullif | tinyint: 1 | double: 1.0 | tinyint: NULL
    nullif | tinyint: 1 | double: 2.0 | tinyint: 1
    nullif | int: NULL | string: 'x' | int: NULL
    nullif | int: 1 | string: 'x' | ! [CAST_INVALID_INPUT]
    case | boolean: true | int: 1 | int: 2 | int: 1
    case | boolean: false | int: 1 | int: 2 | int: 2
    case | boolean: NULL | int: 1 | int: 2 | int: 2
    case | boolean: false | int: 1 | int: NULL
    case | boolean: false | int: 1 | boolean: true | bigint: 5 | bigint: 5
    case | boolean: true | string: 'a' | void: NULL | string: a
    case | boolean: true | array<int>: [1] | array<int>: [2] | array<int>: [1]
    if | boolean: true | string: 'a' | string: 'b' | string: a
    if | boolean: NULL | string: 'a' | string: 'b' | string: b
    if | boolean: true | int: 1 | string: 'b' | bigint: 1
    if | boolean: false | int: 1 | string: 'b' | ! [CAST_INVALID_INPUT]
    case | int: 1 | int: 1 | ! [DATATYPE_MISMATCH.UNEXPECTED_INPUT_TYPE]
    case | boolean: true | array<int>: [1] | int: 1 | ! [DATATYPE_MISMATCH.DATA_DIFF_TYPES]
  )");
}

TEST_CASE("coalesce takes the first value, and does not compute more") {
  checkTable(R"(
    coalesce | int: NULL | int: 2 | int: 3 | int: 2
    coalesce | int: NULL | int: NULL | int: NULL
    coalesce | int: 1 | bigint: 2 | bigint: 1
    coalesce | string: NULL | string: 'x' | string: x
    nvl | int: NULL | int: 2 | int: 2
    ifnull | int: 1 | int: 2 | int: 1
    nvl2 | int: 1 | string: 'a' | string: 'b' | string: a
    nvl2 | int: NULL | string: 'a' | string: 'b' | string: b
    nullif | int: 1 | int: 1 | int: NULL
    nullif | int: 1 | int: 2 | int: 1
    nullif | int: NULL | int: 2 | int: NULL
    nullif | int: 1 | int: NULL | int: 1
    isnull | int: NULL | boolean: true
    isnull | string: 'a' | boolean: false
    isnotnull | int: NULL | boolean: false
    isnan | double: NaN | boolean: true
    isnan | double: NULL | boolean: false
    nanvl | double: NaN | double: 2 | double: 2.0
    nanvl | double: 1 | double: NULL | double: 1.0
    nanvl | double: NULL | double: 1 | double: NULL
    nanvl | double: NaN | double: NULL | double: NULL
  )");
  const auto batch = batchOf({fromJson("int", "[1, 0]"), fromJson("int", "[8, 8]"), fromJson("double", "[null, 7]")});
  CHECK(textOf(*evaluate(callOf("coalesce", {inputOf(*batch, 2), quotient(*batch)}), *batch)) == "8.0 7.0");
}

}  // namespace ferro::test
