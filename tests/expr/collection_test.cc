#include "expression_table.h"
#include "ferro/common/error.h"
#include "ferro_test.h"

namespace ferro::test {

TEST_CASE("arrays are made, measured and searched") {
  checkTable(R"(
    array_distinct | array<double>: [-0.0, 0.0, 1.5] | array<double>: [0.0, 1.5]
    array | int: 1 | bigint: 2 | array<bigint>: [1, 2]
    array | int: 1 | int: NULL | array<int>: [1, NULL]
    array | int: 1 | array<int>: [1] | ! [DATATYPE_MISMATCH.DATA_DIFF_TYPES]
    size | array<int>: [1, null, 3] | int: 3
    size | array<int>: NULL | int: NULL
    size | map<string,int>: [["a", 1]] | int: 1
    size | int: 1 | ! [DATATYPE_MISMATCH.UNEXPECTED_INPUT_TYPE]
    array_contains | array<int>: [1, 2] | int: 2 | boolean: true
    array_contains | array<int>: [1, 2] | int: 3 | boolean: false
    array_contains | array<int>: [1, null] | int: 3 | boolean: NULL
    array_contains | array<int>: [1, null] | int: 1 | boolean: true
    array_contains | array<string>: ["a"] | string: 'a' | boolean: true
    array_position | array<int>: [3, 2, 1] | int: 1 | bigint: 3
    array_position | array<int>: [3, 2, 1] | int: 9 | bigint: 0
    sort_array | array<int>: [3, null, 1] | array<int>: [NULL, 1, 3]
    sort_array | array<int>: [3, null, 1] | boolean: false | array<int>: [3, 1, NULL]
    sort_array | array<string>: ["b", "a"] | array<string>: [a, b]
    array_distinct | array<int>: [1, 2, 1, null, null] | array<int>: [1, 2, NULL]
    array_min | array<int>: [3, null, 1] | int: 1
    array_max | array<double>: [3, null, 1] | double: 3.0
    array_max | array<int>: [] | int: NULL
    array_join | array<string>: ["a", null, "b"] | string: ',' | string: a,b
    array_join | array<string>: ["a", null, "b"] | string: ',' | string: '-' | string: a,-,b
    array_join | array<int>: [1, 2] | string: ' ' | string: 1 2
    reverse | array<int>: [1, 2, 3] | array<int>: [3, 2, 1]
    reverse | string: 'héb' | string: béh
    reverse | array<int>: NULL | array<int>: NULL
  )");
}

TEST_CASE("items of arrays, maps and structs") {
  checkTable(R"(
    element_at | array<int>: [1, 2] | double: 1.0 | ! [DATATYPE_MISMATCH.UNEXPECTED_INPUT_TYPE]
    element_at | array<int>: [1, 2, 3] | int: 1 | int: 1
    element_at | array<int>: [1, 2, 3] | int: -1 | int: 3
    element_at | array<int>: [1, 2, 3] | int: 4 | ! [INVALID_ARRAY_INDEX_IN_ELEMENT_AT] The index 4 is out of bounds. The array has 3 elements.
    element_at | array<int>: [1, 2, 3] | int: 0 | ! [INVALID_INDEX_OF_ZERO]
    try_element_at | array<int>: [1, 2, 3] | int: 4 | int: NULL
    element_at | map<string,int>: [["a", 1], ["b", 2]] | string: 'b' | int: 2
    element_at | map<string,int>: [["a", 1]] | string: 'x' | int: NULL
    getItem | array<string>: ["x", "y"] | int: 0 | string: x
    getItem | array<string>: ["x", "y"] | int: 2 | ! [INVALID_ARRAY_INDEX]
    getItem | array<string>: NULL | int: 2 | string: NULL
    get | array<string>: ["x", "y"] | int: 2 | string: NULL
    getItem | map<int,string>: [[1, "a"]] | int: 1 | string: a
    map_keys | map<string,int>: [["a", 1], ["b", null]] | array<string>: [a, b]
    map_values | map<string,int>: [["a", 1], ["b", null]] | array<int>: [1, NULL]
    map | string: 'a' | int: 1 | string: 'b' | int: 2 | map<string,int>: {a -> 1, b -> 2}
    map | string: 'a' | int: 1 | string: 'a' | int: 2 | ! [DUPLICATED_MAP_KEY] Duplicate map key a was found
    map | string: NULL | int: 1 | ! [NULL_MAP_KEY]
  )");
}

TEST_CASE("structs have fields by name") {
  const auto batch =
      batchOf({fromJson("struct<a:int,b:string>", R"([[9, "-"], [1, "x"], null, [2, null]])")})->Slice(1);
  const ExprPtr column = inputOf(*batch, 0);
  CHECK(textOf(*evaluate(callOf("getField", {column, literalOf("string: 'a'")}), *batch)) == "1 NULL 2");
  CHECK(textOf(*evaluate(callOf("getItem", {column, literalOf("string: 'B'")}), *batch)) == "x NULL NULL");
  CHECK_THROWS_WITH(callOf("getField", {column, literalOf("string: 'aa'")}),
                    Catch::StartsWith("[FIELD_NOT_FOUND]") && Catch::Contains("Did you mean `a`?"));
  const ExprPtr made =
      callOf("named_struct", {literalOf("string: 'n'"), literalOf("int: 1"), literalOf("string: 's'"), column});
  CHECK(textOf(*evaluate(made, *batch)) == "{1, {1, x}} {1, NULL} {1, {2, NULL}}");
}

TEST_CASE("an item out of bounds is no error in a row that does not ask for it") {
  const auto batch = batchOf({fromJson("array<int>", "[[1, 2], [3]]")});
  const ExprPtr column = inputOf(*batch, 0);
  const ExprPtr second = callOf("getItem", {column, literalOf("int: 1")});
  const ExprPtr hasTwo = callOf(">", {callOf("size", {column}), literalOf("int: 1")});
  CHECK(textOf(*evaluate(callOf("if", {hasTwo, second, literalOf("int: 0")}), *batch)) == "2 0");
}

}  // namespace ferro::test
