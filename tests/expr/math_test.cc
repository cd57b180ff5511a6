#include "expression_table.h"
#include "ferro_test.h"

namespace ferro::test {

TEST_CASE("functions of numbers") {
  checkTable(R"(
    abs | int: -5 | int: 5
    abs | double: -0.0 | double: 0.0
    abs | decimal(5,2): -1.50 | decimal(5,2): 1.50
    abs | int: -2147483648 | ! [ARITHMETIC_OVERFLOW] Overflow in abs
    abs | string: '-2' | double: 2.0
    abs | bigint: NULL | bigint: NULL
    sqrt | int: 16 | double: 4.0
    sqrt | double: -1 | double: NaN
    cbrt | double: 27 | double: 3.0
    exp | double: 0 | double: 1.0
    expm1 | double: 0 | double: 0.0
    log | double: 1 | double: 0.0
    log | double: 0 | double: NULL
    log | double: 2 | double: 8 | double: 3.0
    ln | double: -1 | double: NULL
    log2 | double: 8 | double: 3.0
    log10 | double: 1000 | double: 3.0
    log1p | double: -1 | double: NULL
    log1p | double: 0 | double: 0.0
    pow | int: 2 | int: 10 | double: 1024.0
    pow | double: 1 | double: NaN | double: NaN
    power | double: 2 | double: NULL | double: NULL
    hypot | double: 3 | double: 4 | double: 5.0
    sin | double: 0 | double: 0.0
    cos | double: 0 | double: 1.0
    atan2 | double: 0 | double: 1 | double: 0.0
    degrees | double: 3.141592653589793 | double: 180.0
    radians | double: 180 | double: 3.141592653589793
    signum | double: -2.5 | double: -1.0
    signum | int: 0 | double: 0.0
    factorial | int: 5 | bigint: 120
    factorial | int: 21 | bigint: NULL
    rint | double: 2.5 | double: 2.0
    sqrt | boolean: true | ! [DATATYPE_MISMATCH.UNEXPECTED_INPUT_TYPE]
  )");
}

TEST_CASE("floor and ceil give whole numbers") {
  checkTable(R"(
    floor | double: 1.9 | bigint: 1
    floor | double: -1.1 | bigint: -2
    floor | int: 5 | bigint: 5
    ceil | double: 1.1 | bigint: 2
    ceil | double: -1.9 | bigint: -1
    ceiling | double: NULL | bigint: NULL
    floor | decimal(5,2): -1.50 | decimal(4,0): -2
    ceil | decimal(5,2): 1.50 | decimal(4,0): 2
    floor | double: 1e300 | ! [ARITHMETIC_OVERFLOW]
  )");
}

TEST_CASE("the digits to keep are a constant") {
  const auto batch = batchOf({fromJson("double", "[1.25, 2.675, null, -0.5]"), fromJson("int", "[1, 1, 1, 1]")});
  const auto rounded = [&](const char* function, const char* digits) {
    return textOf(*evaluate(callOf(function, {inputOf(*batch, 0), literalOf(digits)}), *batch));
  };
  CHECK(rounded("round", "int: 1") == "1.3 2.7 NULL -0.5");
  CHECK(rounded("round", "int: 2") == "1.25 2.68 NULL -0.5");
  CHECK(rounded("round", "int: 0") == "1.0 3.0 NULL -1.0");
  CHECK(rounded("bround", "int: 0") == "1.0 3.0 NULL 0.0");
  CHECK(rounded("bround", "int: 1") == "1.2 2.7 NULL -0.5");
  const auto far = batchOf({fromJson("double", "[1e-300, -1e-300, 1e20]")});
  const auto roundedFar = [&](const char* function, const char* digits) {
    return textOf(*evaluate(callOf(function, {inputOf(*far, 0), literalOf(digits)}), *far));
  };
  CHECK(roundedFar("round", "int: 20") == "0.0 0.0 1.0E20");
  CHECK(roundedFar("bround", "int: -1") == "0.0 0.0 1.0E20");
  CHECK(roundedFar("round", "int: -21") == "0.0 0.0 0.0");
  const auto endless = batchOf({fromJson("double", "[NaN, Inf, -Inf]")});
  CHECK(textOf(*evaluate(callOf("ceil", {inputOf(*endless, 0), literalOf("int: 1")}), *endless)) == "NULL NULL NULL");
  CHECK_THROWS_WITH(callOf("round", {inputOf(*batch, 0), inputOf(*batch, 1)}),
                    Catch::StartsWith("[DATATYPE_MISMATCH.NON_FOLDABLE_INPUT]"));
}

TEST_CASE("whole numbers and decimals are rounded too") {
  const auto batch =
      batchOf({fromJson("int", "[25, -15, 2147483647]"), fromJson("decimal(5,2)", R"(["1.25", "1.25", "1.25"])")});
  const auto rounded = [&](int column, const char* digits) {
    const ExprPtr call = callOf("round", {inputOf(*batch, column), literalOf(digits)});
    const auto rows = batch->Slice(0, column == 0 ? 2 : 1);
    return textOf(*evaluate(call, *rows));
  };
  CHECK(rounded(0, "int: -1") == "30 -20");
  CHECK(rounded(0, "int: 2") == "25 -15");
  CHECK(rounded(1, "int: 1") == "1.3");
  CHECK(rounded(1, "int: 5") == "1.25");
  CHECK_THROWS_WITH(evaluate(callOf("round", {inputOf(*batch, 0), literalOf("int: -1")}), *batch),
                    Catch::StartsWith("[ARITHMETIC_OVERFLOW]"));
}

}  // namespace ferro::test
