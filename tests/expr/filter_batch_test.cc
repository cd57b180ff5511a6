#include "expression_table.h"
#include "ferro_test.h"

namespace ferro::test {

namespace {

std::shared_ptr<arrow::RecordBatch> filtered(const ExprPtr& condition,
                                             const std::shared_ptr<arrow::RecordBatch>& batch) {
  EvalContext context;
  return filterBatch(*compile(*condition), batch, context);
}

std::shared_ptr<arrow::RecordBatch> people() {
  return batchOf({fromJson("int", "[9, 1, 2, null, 4, 5]"), fromJson("string", R"(["-", "a", null, "c", "dd", "e"])"),
                  fromJson("double", "[0, 1.5, 2.5, 3.5, 4.5, 5.5]"),
                  fromJson("boolean", "[true, true, false, null, true, false]"),
                  fromJson("array<int>", "[[], [1], [2, 2], null, [4], [5]]")})
      ->Slice(1);
}

}  // namespace

TEST_CASE("a filter keeps the rows for which the condition is true") {
  const auto batch = people();
  const auto kept = filtered(callOf(">", {inputOf(*batch, 0), literalOf("int: 1")}), batch);
  REQUIRE(kept->num_rows() == 3);
  CHECK(kept->ValidateFull().ok());
  CHECK(textOf(*kept->column(0)) == "2 4 5");
  CHECK(textOf(*kept->column(1)) == "NULL dd e");
  CHECK(textOf(*kept->column(2)) == "2.5 4.5 5.5");
  CHECK(textOf(*kept->column(3)) == "false true false");
  CHECK(textOf(*kept->column(4)) == "[2, 2] [4] [5]");
}

TEST_CASE("a filter that keeps all gives the batch itself, one that keeps none gives nothing") {
  const auto batch = people();
  CHECK(filtered(callOf(">", {inputOf(*batch, 2), literalOf("double: 0")}), batch) == batch);
  CHECK(filtered(callOf(">", {inputOf(*batch, 2), literalOf("double: 9")}), batch) == nullptr);
  CHECK(filtered(expr::boolean(true), batch) == batch);
  CHECK(filtered(expr::boolean(false), batch) == nullptr);
  CHECK(filtered(expr::null(arrow::boolean()), batch) == nullptr);
}

TEST_CASE("a boolean column is a condition, with its slice and its nulls") {
  const auto batch = people();
  const auto kept = filtered(inputOf(*batch, 3), batch);
  REQUIRE(kept->num_rows() == 2);
  CHECK(textOf(*kept->column(0)) == "1 4");
}

TEST_CASE("a dictionary stays a dictionary through a filter, and is compared like text") {
  const auto texts = fromJson("string", R"(["red", "green", "blue"])");
  const auto places = fromJson("int", "[0, 1, 0, null, 2]");
  const auto colors =
      *arrow::DictionaryArray::FromArrays(arrow::dictionary(arrow::int32(), arrow::utf8()), places, texts);
  const auto batch = batchOf({colors, fromJson("int", "[1, 2, 3, 4, 5]")});
  const ExprPtr color = expr::input(0, arrow::utf8(), true);
  const auto kept = filtered(callOf("=", {color, literalOf("string: 'red'")}), batch);
  REQUIRE(kept->num_rows() == 2);
  CHECK(kept->column(0)->type_id() == arrow::Type::DICTIONARY);
  CHECK(textOf(*kept->column(0)) == "red red");
  CHECK(textOf(*kept->column(1)) == "1 3");
  CHECK(textOf(*evaluate(callOf("isnull", {color}), *batch)) == "false false false true false");
  CHECK(textOf(*evaluate(callOf("coalesce", {color, literalOf("string: '-'")}), *batch)) == "red green red - blue");
  CHECK(evaluate(color, *batch)->type_id() == arrow::Type::STRING);
}

TEST_CASE("a filter of many rows agrees with one row at a time") {
  constexpr int64_t kRows = 1'000;
  arrow::Int64Builder numbers;
  for (int64_t row = 0; row < kRows; ++row) REQUIRE(numbers.Append(row * 7919 % 1009).ok());
  const auto batch = batchOf({*numbers.Finish()});
  for (const int64_t limit : {0, 1, 63, 500, 1008, 1009}) {
    INFO(limit);
    const auto kept = filtered(callOf("<", {inputOf(*batch, 0), literalOf("bigint: " + std::to_string(limit))}), batch);
    std::vector<int64_t> expected;
    for (int64_t row = 0; row < kRows; ++row) {
      if (row * 7919 % 1009 < limit) expected.push_back(row * 7919 % 1009);
    }
    REQUIRE((kept == nullptr ? 0 : kept->num_rows()) == static_cast<int64_t>(expected.size()));
    for (size_t i = 0; i < expected.size(); ++i) {
      CHECK(static_cast<const arrow::Int64Array&>(*kept->column(0)).Value(static_cast<int64_t>(i)) == expected[i]);
    }
  }
}

}  // namespace ferro::test
