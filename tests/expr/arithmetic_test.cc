#include "expression_table.h"
#include "ferro/common/error.h"
#include "ferro_test.h"

namespace ferro::test {

TEST_CASE("numbers are added in the wider of their types") {
  checkTable(R"(
    + | tinyint: 1 | tinyint: 2 | tinyint: 3
    + | smallint: 1 | tinyint: 2 | smallint: 3
    + | int: 1 | int: 2 | int: 3
    + | int: 1 | bigint: 2 | bigint: 3
    + | int: 1 | float: 2.5 | double: 3.5
    + | float: 1.5 | float: 2.5 | float: 4.0
    + | bigint: 1 | double: 0.5 | double: 1.5
    + | string: '41' | int: 1 | bigint: 42
    + | string: '1.5' | double: 1 | double: 2.5
    + | int: NULL | int: 1 | int: NULL
    + | int: 1 | bigint: NULL | bigint: NULL
    + | void: NULL | int: 1 | int: NULL
    - | int: 1 | int: 2 | int: -1
    - | int: 5 | int: -5
    * | bigint: 3 | int: -4 | bigint: -12
    negative | double: 1.5 | double: -1.5
    negative | decimal(5,2): 1.50 | decimal(5,2): -1.50
    negative | int: NULL | int: NULL
    positive | int: 3 | int: 3
  )");
}

TEST_CASE("whole numbers that leave their type are an error") {
  checkTable(R"(
    + | int: 2147483647 | int: 1 | ! [ARITHMETIC_OVERFLOW] integer overflow. Use `try_add` to tolerate overflow and return NULL instead.
    - | int: -2147483648 | int: 1 | ! [ARITHMETIC_OVERFLOW] integer overflow. Use `try_subtract`
    * | int: 65536 | int: 65536 | ! [ARITHMETIC_OVERFLOW] integer overflow. Use `try_multiply`
    + | bigint: 9223372036854775807 | int: 1 | ! [ARITHMETIC_OVERFLOW] long overflow
    * | bigint: 4294967296 | bigint: 4294967296 | ! [ARITHMETIC_OVERFLOW] long overflow
    + | tinyint: 127 | tinyint: 1 | ! [BINARY_ARITHMETIC_OVERFLOW] 127Y + 1Y caused overflow. Use `try_add`
    * | smallint: 300 | smallint: 300 | ! [BINARY_ARITHMETIC_OVERFLOW] 300S * 300S caused overflow. Use `try_multiply`
    negative | int: -2147483648 | ! [ARITHMETIC_OVERFLOW] integer overflow
    try_add | int: 2147483647 | int: 1 | int: NULL
    try_add | int: 2147483646 | int: 1 | int: 2147483647
    try_subtract | bigint: -9223372036854775808 | bigint: 1 | bigint: NULL
    try_multiply | int: 65536 | int: 65536 | int: NULL
    + | int: 2147483647 | int: NULL | int: NULL
    + | double: 1.7976931348623157E308 | double: 1.7976931348623157E308 | double: Infinity
  )");
}

TEST_CASE("division gives fractions, and none by zero") {
  checkTable(R"(
    / | string: 'x' | int: NULL | double: NULL
    % | string: 'x' | bigint: NULL | bigint: NULL
    try_add | string: 'x' | int: 1 | bigint: NULL
    try_multiply | double: 2 | string: '1,5' | double: NULL
    / | string: '1.5' | int: 2 | ! [CAST_INVALID_INPUT]
    / | string: '1.5' | double: 2 | double: 0.75
    / | string: '3' | int: 2 | double: 1.5
    try_divide | string: '1.5' | int: 2 | double: NULL
    pmod | decimal(2,1): -7.5 | decimal(1,0): 3 | decimal(2,1): 1.5
    pmod | tinyint: -1 | tinyint: -128 | tinyint: -1
    div | int: 5 | double: 2.0 | ! [DATATYPE_MISMATCH.BINARY_OP_DIFF_TYPES]
    / | int: 1 | int: 2 | double: 0.5
    / | double: 1 | double: 4 | double: 0.25
    / | bigint: 9 | bigint: 3 | double: 3.0
    / | int: 1 | int: 0 | ! [DIVIDE_BY_ZERO] Division by zero. Use `try_divide` to tolerate divisor being 0 and return NULL instead.
    / | double: 1 | double: 0 | ! [DIVIDE_BY_ZERO]
    / | double: NULL | double: 0 | double: NULL
    try_divide | int: 1 | int: 0 | double: NULL
    try_divide | int: 1 | int: 8 | double: 0.125
    div | int: 7 | int: 2 | bigint: 3
    div | int: -7 | int: 2 | bigint: -3
    div | bigint: 1 | bigint: 0 | ! [DIVIDE_BY_ZERO]
    div | bigint: -9223372036854775808 | bigint: -1 | ! [ARITHMETIC_OVERFLOW] Overflow in integral divide
    % | int: 7 | int: 3 | int: 1
    % | int: -7 | int: 3 | int: -1
    % | int: -2147483648 | int: -1 | int: 0
    % | double: 7.5 | double: 2 | double: 1.5
    % | int: 7 | int: 0 | ! [REMAINDER_BY_ZERO] Remainder by zero. Use `try_mod` to tolerate divisor being 0 and return NULL instead.
    try_mod | int: 7 | int: 0 | int: NULL
    pmod | int: -7 | int: 3 | int: 2
    pmod | int: 7 | int: -3 | int: 1
    pmod | double: -7.5 | double: 2 | double: 0.5
  )");
}

TEST_CASE("decimals grow by Spark's rules") {
  checkTable(R"(
    + | decimal(10,2): 1.25 | decimal(5,1): 2.5 | decimal(11,2): 3.75
    - | decimal(10,2): 1.25 | decimal(10,2): 2.50 | decimal(11,2): -1.25
    * | decimal(10,2): 1.25 | decimal(10,2): 2.00 | decimal(21,4): 2.5000
    / | decimal(10,2): 1.00 | decimal(10,2): 3.00 | decimal(23,13): 0.3333333333333
    / | decimal(10,2): 2.00 | decimal(10,2): 3.00 | decimal(23,13): 0.6666666666667
    % | decimal(10,2): 7.50 | decimal(10,2): 2.00 | decimal(10,2): 1.50
    + | decimal(38,10): 1.5 | decimal(38,10): 1.5 | decimal(38,9): 3.000000000
    * | decimal(38,18): 1.5 | decimal(38,18): 2 | decimal(38,6): 3.000000
    + | decimal(10,2): 1.50 | double: 1 | double: 2.5
    / | decimal(10,2): 1.00 | decimal(10,2): 0.00 | ! [DIVIDE_BY_ZERO]
    + | decimal(38,0): 99999999999999999999999999999999999999 | decimal(38,0): 1 | ! [NUMERIC_VALUE_OUT_OF_RANGE.WITH_SUGGESTION]
    try_add | decimal(38,0): 99999999999999999999999999999999999999 | decimal(38,0): 1 | decimal(38,0): NULL
  )");
}

TEST_CASE("a whole number that is written out needs only its own digits as a decimal") {
  const auto batch = batchOf({parseValue("decimal(10,2): 1.50")});
  const ExprPtr literal = callOf("+", {inputOf(*batch, 0), literalOf("int: 1")});
  CHECK(literal->type->ToString() == "decimal128(11, 2)");
  CHECK(textOf(*evaluate(literal, *batch)) == "2.50");
}

TEST_CASE("what is no number cannot be added, and the error says which types met") {
  checkTable(R"(
    + | string: '1' | string: '2' | ! [DATATYPE_MISMATCH.BINARY_OP_WRONG_TYPE]
    + | boolean: true | int: 2 | ! [DATATYPE_MISMATCH.BINARY_OP_DIFF_TYPES]
    + | int: 1 | ! [WRONG_NUM_ARGS.WITHOUT_SUGGESTION] The `+` requires 2 parameters but the actual number is 1
    negative | boolean: true | ! [DATATYPE_MISMATCH.UNEXPECTED_INPUT_TYPE]
    no_such_function | int: 1 | ! [UNRESOLVED_ROUTINE] Cannot resolve routine `no_such_function`
    + | string: 'abc' | int: 1 | ! [CAST_INVALID_INPUT] The value 'abc' of the type "STRING" cannot be cast to "BIGINT" because it is malformed.
  )");
}

TEST_CASE("a value that overflows in a row without a value is no error") {
  const auto left = fromJson("int", "[2147483647, 1, null]");
  const auto right = fromJson("int", "[null, 2, 1]");
  const auto batch = batchOf({left, right});
  CHECK(textOf(*evaluate(callOf("+", {inputOf(*batch, 0), inputOf(*batch, 1)}), *batch)) == "NULL 3 NULL");
}

TEST_CASE("expressions of empty batches are empty columns") {
  const auto batch = batchOf({fromJson("int", "[]"), fromJson("double", "[]")});
  for (const char* function : {"+", "-", "*", "/", "=", "<"}) {
    INFO(function);
    CHECK(evaluate(callOf(function, {inputOf(*batch, 0), inputOf(*batch, 1)}), *batch)->length() == 0);
    CHECK(evaluate(callOf(function, {literalOf("int: 1"), inputOf(*batch, 1)}), *batch)->length() == 0);
  }
}

}  // namespace ferro::test
