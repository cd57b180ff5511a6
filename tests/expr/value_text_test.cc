#include "ferro/engine/expr/value_text.h"

#include <limits>

#include "expression_table.h"
#include "ferro/engine/expr/number_text.h"
#include "ferro_test.h"

namespace ferro::test {

TEST_CASE("doubles are written as Java writes them") {
  CHECK(numberText(0.0) == "0.0");
  CHECK(numberText(-0.0) == "-0.0");
  CHECK(numberText(1.0) == "1.0");
  CHECK(numberText(0.1) == "0.1");
  CHECK(numberText(0.001) == "0.001");
  CHECK(numberText(0.0001) == "1.0E-4");
  CHECK(numberText(0.00012345) == "1.2345E-4");
  CHECK(numberText(9999999.0) == "9999999.0");
  CHECK(numberText(1e7) == "1.0E7");
  CHECK(numberText(12345678.9) == "1.23456789E7");
  CHECK(numberText(1234567.125) == "1234567.125");
  CHECK(numberText(100.0) == "100.0");
  CHECK(numberText(1e21) == "1.0E21");
  CHECK(numberText(5e-324) == "4.9E-324");
  CHECK(numberText(1.7976931348623157e308) == "1.7976931348623157E308");
  CHECK(numberText(std::numeric_limits<double>::quiet_NaN()) == "NaN");
  CHECK(numberText(-std::numeric_limits<double>::infinity()) == "-Infinity");
  CHECK(numberText(0.1F) == "0.1");
  CHECK(numberText(1e10F) == "1.0E10");
  CHECK(numberText(3.4028235e38F) == "3.4028235E38");
}

TEST_CASE("values are shown as show() prints them") {
  CHECK(valueText(*fromJson("array<int>", "[[1, null]]"), 0) == "[1, NULL]");
  CHECK(valueText(*fromJson("array<double>", "[[]]"), 0) == "[]");
  CHECK(valueText(*fromJson("map<string,double>", R"([[["k", 1.5], ["l", null]]])"), 0) == "{k -> 1.5, l -> NULL}");
  CHECK(valueText(*fromJson("struct<a:int,b:string>", R"([[1, "x"]])"), 0) == "{1, x}");
  CHECK(valueText(*fromJson("int", "[null]"), 0) == "NULL");
  CHECK(valueText(*fromJson("decimal(20,10)", R"(["0.0000000001"])"), 0) == "0.0000000001");
  CHECK(valueText(*fromJson("decimal(5,2)", R"(["-0.05"])"), 0) == "-0.05");
  CHECK(valueText(*parseValue("binary: 'ab'"), 0) == "[61 62]");
  CHECK(valueText(*parseValue("timestamp: 1969-12-31 23:59:59.999999"), 0) == "1969-12-31 23:59:59.999999");
  CHECK(valueText(*parseValue("date: 1600-02-29"), 0) == "1600-02-29");
}

TEST_CASE("a slice and a dictionary are shown like what they stand for") {
  CHECK(textOf(*fromJson("array<int>", "[[1], [2, 3], null]")->Slice(1)) == "[2, 3] NULL");
  CHECK(textOf(*fromJson("struct<a:int>", "[[1], [2], [3]]")->Slice(2)) == "{3}");
  const auto dictionary = arrow::DictionaryArray::FromArrays(
      arrow::dictionary(arrow::int8(), arrow::utf8()), fromJson("tinyint", "[0]"), fromJson("string", R"(["x"])"));
  CHECK(valueText(**dictionary, 0) == "x");
}

}  // namespace ferro::test
