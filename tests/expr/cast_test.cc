#include "expression_table.h"
#include "ferro_test.h"

namespace ferro::test {

TEST_CASE("text is cast to what it says, or is an error") {
  checkTable(R"(
    cast | string: ' 42 ' | int | int: 42
    cast | string: '+7' | tinyint | tinyint: 7
    cast | string: '-9223372036854775808' | bigint | bigint: -9223372036854775808
    cast | string: 'abc' | int | ! [CAST_INVALID_INPUT] The value 'abc' of the type "STRING" cannot be cast to "INT" because it is malformed. Correct the value as per the syntax, or change its target type. Use `try_cast` to tolerate malformed input and return NULL instead.
    cast | string: '' | int | ! [CAST_INVALID_INPUT] The value '' of the type
    cast | string: '1.5' | int | ! [CAST_INVALID_INPUT]
    cast | string: '300' | tinyint | ! [CAST_INVALID_INPUT]
    cast | string: NULL | int | int: NULL
    cast | string: '1e3' | double | double: 1000.0
    cast | string: '-Infinity' | double | double: -Infinity
    cast | string: 'nan' | double | double: NaN
    cast | string: '.5' | float | float: 0.5
    cast | string: '1e400' | double | double: Infinity
    cast | string: '1.5x' | double | ! [CAST_INVALID_INPUT]
    cast | string: 'Yes' | boolean | boolean: true
    cast | string: '0' | boolean | boolean: false
    cast | string: 'maybe' | boolean | ! [CAST_INVALID_INPUT]
    cast | string: '2020-2-3' | date | date: 2020-02-03
    cast | string: '2020' | date | date: 2020-01-01
    cast | string: '9999999-01-01' | date | ! [CAST_INVALID_INPUT]
    cast | string: '999999-01-01' | timestamp | ! [CAST_INVALID_INPUT]
    cast | string: '2020-02-30' | date | ! [CAST_INVALID_INPUT]
    cast | string: '2020-01-02T03:04:05' | date | date: 2020-01-02
    cast | string: '2020-01-02 03:04:05.678' | timestamp | timestamp: 2020-01-02 03:04:05.678
    cast | string: '2020-01-02T03:04:05+01:00' | timestamp | timestamp: 2020-01-02 02:04:05
    cast | string: '2020-01-02T03:04:05Z' | timestamp | timestamp: 2020-01-02 03:04:05
    cast | string: '2020-01-02' | timestamp | timestamp: 2020-01-02 00:00:00
    cast | string: '2020-01-02 25:00:00' | timestamp | ! [CAST_INVALID_INPUT]
    cast | string: '1.255' | decimal(5,2) | decimal(5,2): 1.26
    cast | string: '-1.255' | decimal(5,2) | decimal(5,2): -1.26
    cast | string: '12345' | decimal(5,2) | ! [NUMERIC_VALUE_OUT_OF_RANGE.WITH_SUGGESTION] The 12345 cannot be represented as Decimal(5, 2).
    cast | string: 'x' | decimal(5,2) | ! [CAST_INVALID_INPUT]
    cast | string: 'abc' | binary | binary: [61 62 63]
    try_cast | string: 'abc' | int | int: NULL
    try_cast | string: '12' | int | int: 12
    try_cast | string: 'x' | date | date: NULL
    try_cast | string: '12345' | decimal(5,2) | decimal(5,2): NULL
  )");
}

TEST_CASE("numbers are cast to numbers that hold them") {
  checkTable(R"(
    cast | double: NaN | decimal(10,2) | decimal(10,2): NULL
    cast | float: Infinity | decimal(10,2) | decimal(10,2): NULL
    cast | float: 0.1 | decimal(38,18) | decimal(38,18): 0.100000001490116120
    cast | int: 7 | bigint | bigint: 7
    cast | bigint: 7 | int | int: 7
    cast | bigint: 3000000000 | int | ! [CAST_OVERFLOW] The value 3000000000L of the type "BIGINT" cannot be cast to "INT" due to an overflow. Use `try_cast` to tolerate overflow and return NULL instead.
    try_cast | bigint: 3000000000 | int | int: NULL
    cast | int: 128 | tinyint | ! [CAST_OVERFLOW] The value 128 of the type "INT" cannot be cast to "TINYINT"
    cast | double: 1.9 | int | int: 1
    cast | double: -1.9 | int | int: -1
    cast | double: 1e10 | int | ! [CAST_OVERFLOW] The value 1.0E10D of the type "DOUBLE" cannot be cast to "INT"
    cast | double: NaN | int | ! [CAST_OVERFLOW] The value NaND of the type "DOUBLE"
    cast | double: 9.3e18 | bigint | ! [CAST_OVERFLOW]
    cast | double: 0.1 | float | float: 0.1
    cast | float: 0.1 | double | double: 0.10000000149011612
    cast | int: 2 | boolean | boolean: true
    cast | double: 0 | boolean | boolean: false
    cast | boolean: true | int | int: 1
    cast | boolean: true | double | double: 1.0
    cast | int: 1 | decimal(5,2) | decimal(5,2): 1.00
    cast | int: 1000 | decimal(5,2) | ! [NUMERIC_VALUE_OUT_OF_RANGE.WITH_SUGGESTION] The 1000 cannot be represented as Decimal(5, 2).
    cast | double: 1.005 | decimal(5,2) | decimal(5,2): 1.01
    cast | decimal(5,2): 1.55 | decimal(5,1) | decimal(5,1): 1.6
    cast | decimal(5,2): 1.99 | int | int: 1
    cast | decimal(20,1): 99999999999.5 | int | ! [CAST_OVERFLOW] The value 99999999999.5BD of the type "DECIMAL(20,1)
    cast | decimal(5,2): 1.55 | double | double: 1.55
    cast | decimal(5,2): 0.00 | boolean | boolean: false
    cast | boolean: true | decimal(3,1) | decimal(3,1): 1.0
    cast | int: NULL | bigint | bigint: NULL
    cast | void: NULL | int | int: NULL
  )");
}

TEST_CASE("dates and timestamps are cast to each other and to seconds") {
  checkTable(R"(
    cast | timestamp: 9999-12-31 23:59:59.999999 | decimal(20,6) | decimal(20,6): 253402300799.999999
    cast | bigint: 9223372036854775807 | timestamp | timestamp: +294247-01-10 04:00:54.775807
    cast | date: 2020-01-02 | timestamp | timestamp: 2020-01-02 00:00:00
    cast | timestamp: 2020-01-02 23:59:59 | date | date: 2020-01-02
    cast | timestamp: 1969-12-31 23:59:59 | date | date: 1969-12-31
    cast | timestamp: 1970-01-01 00:00:01.5 | bigint | bigint: 1
    cast | timestamp: 1969-12-31 23:59:59.5 | bigint | bigint: -1
    cast | timestamp: 1970-01-01 00:00:01.5 | double | double: 1.5
    cast | bigint: 60 | timestamp | timestamp: 1970-01-01 00:01:00
    cast | double: 1.5 | timestamp | timestamp: 1970-01-01 00:00:01.5
    cast | date: 2020-01-02 | int | ! [DATATYPE_MISMATCH.CAST_WITHOUT_SUGGESTION]
    cast | boolean: true | date | ! [DATATYPE_MISMATCH.CAST_WITHOUT_SUGGESTION]
  )");
}

TEST_CASE("everything is cast to text") {
  checkTable(R"(
    cast | int: -5 | string | string: -5
    cast | double: 1e7 | string | string: 1.0E7
    cast | boolean: true | string | string: true
    cast | decimal(10,3): 0.001 | string | string: 0.001
    cast | date: 0001-01-01 | string | string: 0001-01-01
    cast | timestamp: 2020-01-02 03:04:05.100 | string | string: 2020-01-02 03:04:05.1
    cast | array<int>: [1, null] | string | string: [1, null]
    cast | map<string,double>: [["k", 1.5]] | string | string: {k -> 1.5}
    cast | struct<a:int,b:string>: [1, "x"] | string | string: {1, x}
    cast | binary: 'abc' | string | string: abc
  )");
}

TEST_CASE("nested values are cast inside") {
  checkTable(R"(
    cast | array<int>: [1, null] | array<string> | array<string>: [1, NULL]
    cast | array<string>: ["x"] | array<int> | ! [CAST_INVALID_INPUT]
    try_cast | array<string>: ["x", "1"] | array<int> | array<int>: [NULL, 1]
    cast | struct<a:int,b:string>: [1, "2"] | struct<a:bigint,b:int> | struct<a:bigint,b:int>: {1, 2}
    cast | map<string,int>: [["1", 2]] | map<int,double> | map<int,double>: {1 -> 2.0}
    cast | array<int>: [1] | int | ! [DATATYPE_MISMATCH.CAST_WITHOUT_SUGGESTION]
  )");
}

TEST_CASE("an error of a value names the value and its column") {
  const auto batch =
      batchOf({fromJson("string", R"(["1", "abc"])"), fromJson("int", "[5, 7]"), fromJson("int", "[1, 0]")});
  const auto input = [&](int position, const char* name) {
    return expr::input(position, batch->column(position)->type(), true, name);
  };
  const ExprPtr name = input(0, "name");
  CHECK_THROWS_WITH(
      evaluate(expr::cast(name, arrow::int64()), *batch),
      Catch::StartsWith("[CAST_INVALID_INPUT] The value 'abc' of column name of the type \"STRING\" cannot be "
                        "cast to \"BIGINT\""));
  CHECK_THROWS_WITH(
      evaluate(callOf("+", {callOf("concat", {name, literalOf("string: '!'")}), literalOf("int: 1")}), *batch),
      Catch::StartsWith("[CAST_INVALID_INPUT] The value '1!' of concat(name, !) of the type"));
  CHECK_THROWS_WITH(evaluate(callOf("/", {input(1, "price"), input(2, "count")}), *batch),
                    Catch::StartsWith("[DIVIDE_BY_ZERO] Division by zero in (price / count): the dividend is 7.0."));
  CHECK_THROWS_WITH(evaluate(callOf("%", {input(1, "price"), input(2, "count")}), *batch),
                    Catch::StartsWith("[REMAINDER_BY_ZERO] Remainder by zero in (price % count): the dividend is 7."));
  CHECK_THROWS_WITH(
      evaluate(callOf("*", {callOf("+", {input(1, "price"), literalOf("int: 2147483600")}), literalOf("int: 2")}),
               *batch),
      Catch::StartsWith("[ARITHMETIC_OVERFLOW] integer overflow in ((price + 2147483600) * 2)."));
  CHECK_THROWS_WITH(evaluate(expr::cast(literalOf("string: 'x'"), arrow::int64()), *batch),
                    Catch::StartsWith("[CAST_INVALID_INPUT] The value 'x' of the type"));
}

}  // namespace ferro::test
