#include "expression_table.h"
#include "ferro_test.h"

namespace ferro::test {

TEST_CASE("values are compared in the type that both fit") {
  checkTable(R"(
    = | int: NULL | string: 'x' | boolean: NULL
    < | date: NULL | string: 'x' | boolean: NULL
    in | boolean: NULL | string: 'x' | boolean: NULL
    between | double: NULL | string: 'x' | string: 'y' | boolean: NULL
    = | int: 1 | bigint: 1 | boolean: true
    = | int: 1 | double: 1.5 | boolean: false
    = | string: '01' | int: 1 | boolean: true
    = | string: 'a' | string: 'a' | boolean: true
    = | string: 'a' | string: 'A' | boolean: false
    = | boolean: true | boolean: true | boolean: true
    = | boolean: true | string: 'yes' | boolean: true
    = | decimal(5,2): 1.50 | decimal(10,4): 1.5 | boolean: true
    = | decimal(5,2): 1.50 | int: 1 | boolean: false
    = | date: 2020-01-02 | string: '2020-01-02' | boolean: true
    = | date: 2020-01-02 | timestamp: 2020-01-02 00:00:00 | boolean: true
    != | int: 1 | int: 2 | boolean: true
    < | string: 'a' | string: 'b' | boolean: true
    < | string: 'b' | string: 'ab' | boolean: false
    <= | float: 1.5 | float: 1.5 | boolean: true
    > | tinyint: 2 | tinyint: 1 | boolean: true
    >= | smallint: 2 | smallint: 3 | boolean: false
    < | date: 2020-01-02 | date: 2020-01-03 | boolean: true
    > | timestamp: 2020-01-02 00:00:01 | timestamp: 2020-01-02 00:00:00 | boolean: true
    < | decimal(5,2): 1.49 | decimal(5,2): 1.50 | boolean: true
    = | int: NULL | int: 1 | boolean: NULL
    < | string: 'a' | string: NULL | boolean: NULL
    = | array<int>: [1, 2] | array<int>: [1, 2] | boolean: true
    < | array<int>: [1, 2] | array<int>: [1, 3] | boolean: true
    = | struct<a:int>: [1] | struct<a:int>: [2] | boolean: false
    = | map<string,int>: [["a", 1]] | map<string,int>: [["a", 1]] | ! [DATATYPE_MISMATCH.INVALID_ORDERING_TYPE]
    = | array<int>: [1] | int: 1 | ! [DATATYPE_MISMATCH.BINARY_OP_DIFF_TYPES]
  )");
}

TEST_CASE("NaN equals NaN and is larger than every other number") {
  checkTable(R"(
    = | double: NaN | double: NaN | boolean: true
    != | double: NaN | double: NaN | boolean: false
    < | double: NaN | double: NaN | boolean: false
    <= | double: NaN | double: NaN | boolean: true
    > | double: NaN | double: Infinity | boolean: true
    >= | double: NaN | double: 1 | boolean: true
    < | double: 1 | double: NaN | boolean: true
    <= | double: NaN | double: 1 | boolean: false
    = | double: NaN | double: 1 | boolean: false
    = | double: 0.0 | double: -0.0 | boolean: true
    > | float: NaN | float: 1 | boolean: true
  )");
}

TEST_CASE("two nulls are the same to <=>, and its answer is never null") {
  checkTable(R"(
    <=> | int: NULL | int: NULL | boolean: true
    <=> | int: NULL | int: 1 | boolean: false
    <=> | int: 1 | int: NULL | boolean: false
    <=> | int: 1 | int: 1 | boolean: true
    <=> | string: 'a' | string: 'b' | boolean: false
    <=> | double: NaN | double: NaN | boolean: true
  )");
  const auto batch = batchOf({fromJson("int", "[1, null, null, 4]"), fromJson("int", "[1, 2, null, 5]")});
  CHECK(textOf(*evaluate(callOf("<=>", {inputOf(*batch, 0), inputOf(*batch, 1)}), *batch)) == "true false true false");
}

TEST_CASE("in and between follow the logic of three values") {
  checkTable(R"(
    in | int: 2 | int: 1 | int: 2 | boolean: true
    in | int: 3 | int: 1 | int: 2 | boolean: false
    in | int: 3 | int: 1 | int: NULL | boolean: NULL
    in | int: 1 | int: 1 | int: NULL | boolean: true
    in | int: NULL | int: 1 | int: 2 | boolean: NULL
    in | string: 'b' | string: 'a' | string: 'b' | boolean: true
    in | double: NaN | double: NaN | double: 1 | boolean: true
    between | int: 2 | int: 1 | int: 3 | boolean: true
    between | int: 3 | int: 1 | int: 3 | boolean: true
    between | int: 0 | int: 1 | int: NULL | boolean: false
    between | int: 2 | int: 1 | int: NULL | boolean: NULL
    between | string: 'b' | string: 'a' | string: 'c' | boolean: true
  )");
}

TEST_CASE("a long list of constants is searched like a short one") {
  const auto batch =
      batchOf({fromJson("int", "[9, 5, 99, null, 20]")->Slice(1), fromJson("double", "[5, 99, null, 20]")});
  std::vector<ExprPtr> whole{inputOf(*batch, 0)};
  std::vector<ExprPtr> real{inputOf(*batch, 1)};
  for (int i = 1; i <= 20; ++i) {
    whole.push_back(literalOf("int: " + std::to_string(i)));
    real.push_back(literalOf("double: " + std::to_string(i)));
  }
  CHECK(textOf(*evaluate(callOf("in", whole), *batch)) == "true false NULL true");
  CHECK(textOf(*evaluate(callOf("in", real), *batch)) == "true false NULL true");
  whole.push_back(literalOf("int: NULL"));
  CHECK(textOf(*evaluate(callOf("in", whole), *batch)) == "true NULL NULL true");
}

TEST_CASE("greatest and least pass over nulls") {
  checkTable(R"(
    greatest | int: 1 | string: 'a' | ! [DATATYPE_MISMATCH.DATA_DIFF_TYPES]
    least | string: 'a' | date: 2020-01-01 | ! [DATATYPE_MISMATCH.DATA_DIFF_TYPES]
    greatest | int: 1 | int: 3 | int: 2 | int: 3
    greatest | int: 1 | int: NULL | int: 1
    greatest | int: NULL | int: 1 | int: 1
    greatest | int: NULL | int: NULL | int: NULL
    greatest | double: NaN | double: 1 | double: NaN
    least | double: NaN | double: 1 | double: 1.0
    least | int: 1 | bigint: -3 | bigint: -3
    least | string: 'b' | string: 'a' | string: a
    greatest | date: 2020-01-02 | date: 2020-01-03 | date: 2020-01-03
  )");
}

}  // namespace ferro::test
