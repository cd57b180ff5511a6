// Aggregate functions one by one: what each gives for a group, through one state and through merged partial ones.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include <arrow/api.h>

#include "ferro/common/error.h"
#include "ferro/engine/exec/aggregate_state.h"
#include "ferro_test.h"
#include "random_table.h"
#include "table_rows.h"

namespace ferro::test {
namespace {

using Types = std::vector<std::shared_ptr<arrow::DataType>>;

std::shared_ptr<arrow::Array> doubles(const std::vector<std::optional<double>>& values) {
  arrow::DoubleBuilder builder;
  for (const auto& value : values) REQUIRE((value ? builder.Append(*value) : builder.AppendNull()).ok());
  return builder.Finish().ValueOrDie();
}

std::shared_ptr<arrow::Array> texts(const std::vector<std::optional<std::string>>& values) {
  arrow::StringBuilder builder;
  for (const auto& value : values) REQUIRE((value ? builder.Append(*value) : builder.AppendNull()).ok());
  return builder.Finish().ValueOrDie();
}

std::vector<ArrayPointer> dataOf(const arrow::ArrayVector& arrays) {
  std::vector<ArrayPointer> data;
  for (const auto& array : arrays) data.push_back(array->data());
  return data;
}

Types typesOf(const arrow::ArrayVector& arrays) {
  Types types;
  for (const auto& array : arrays) types.push_back(array->type());
  return types;
}

// All rows are one group. Cut into `pieces`, each of which is aggregated by itself and merged.
Value aggregate(const AggregateSpec& spec, const arrow::ArrayVector& columns, int64_t pieces = 1) {
  const Types types = resolveAggregate(spec, typesOf(columns)).argumentTypes;
  REQUIRE(types.size() == columns.size());
  const auto whole = makeAggregateState(spec, types);
  whole->resize(1);
  const int64_t rows = columns[0]->length();
  for (int64_t i = 0; i < pieces; ++i) {
    arrow::ArrayVector piece;
    const int64_t begin = rows * i / pieces;
    for (const auto& column : columns) piece.push_back(column->Slice(begin, rows * (i + 1) / pieces - begin));
    const std::vector<uint32_t> groups(static_cast<size_t>(piece[0]->length()), 0);
    if (pieces == 1) {
      whole->update(dataOf(piece), groups);
      continue;
    }
    const auto part = makeAggregateState(spec, types);
    part->resize(1);
    part->update(dataOf(piece), groups);
    const std::vector<uint32_t> sole(1, 0);
    whole->merge(part->partial(0, 1, arrow::default_memory_pool()), sole);
  }
  const auto result = arrow::MakeArray(whole->result(0, 1, arrow::default_memory_pool()));
  CHECK(result->ValidateFull().ok());
  CHECK(result->type()->Equals(resolveAggregate(spec, typesOf(columns)).type));
  return valueAt(*result, 0);
}

void checkNumber(const AggregateSpec& spec, const arrow::ArrayVector& columns, std::optional<double> expected) {
  for (int64_t pieces : {1, 2, 3}) {
    INFO(spec.function << " in " << pieces << " pieces");
    const Value value = aggregate(spec, columns, pieces);
    CHECK(value.isNull() == !expected.has_value());
    if (expected) CHECK(value.number == Approx(*expected).epsilon(1e-12));
  }
}

}  // namespace

TEST_CASE("moments are those of the textbook, and null where there are too few rows") {
  const arrow::ArrayVector values{doubles({1.0, std::nullopt, 2.0, 4.0, 9.5, -3.25})};
  const std::vector<double> valid{1.0, 2.0, 4.0, 9.5, -3.25};
  const double n = 5;
  const double mean = std::accumulate(valid.begin(), valid.end(), 0.0) / n;
  double m2 = 0;
  double m3 = 0;
  double m4 = 0;
  for (double x : valid) {
    m2 += std::pow(x - mean, 2);
    m3 += std::pow(x - mean, 3);
    m4 += std::pow(x - mean, 4);
  }
  checkNumber({"var_pop", {0}}, values, m2 / n);
  checkNumber({"var_samp", {0}}, values, m2 / (n - 1));
  checkNumber({"variance", {0}}, values, m2 / (n - 1));
  checkNumber({"stddev", {0}}, values, std::sqrt(m2 / (n - 1)));
  checkNumber({"stddev_samp", {0}}, values, std::sqrt(m2 / (n - 1)));
  checkNumber({"stddev_pop", {0}}, values, std::sqrt(m2 / n));
  checkNumber({"skewness", {0}}, values, std::sqrt(n) * m3 / std::pow(m2, 1.5));
  checkNumber({"kurtosis", {0}}, values, n * m4 / (m2 * m2) - 3);
  const arrow::ArrayVector one{doubles({std::nullopt, 3.0, std::nullopt})};
  checkNumber({"stddev", {0}}, one, std::nullopt);
  checkNumber({"stddev_pop", {0}}, one, 0.0);
  checkNumber({"skewness", {0}}, one, std::nullopt);
  checkNumber({"var_pop", {0}}, {doubles({std::nullopt})}, std::nullopt);
}

TEST_CASE("correlation and covariance take rows in which both values are there") {
  const arrow::ArrayVector both{doubles({1.0, 2.0, 3.0, 4.0, std::nullopt, 9.0}),
                                doubles({2.0, 1.0, 5.0, 4.5, 7.0, std::nullopt})};
  const std::vector<double> xs{1, 2, 3, 4};
  const std::vector<double> ys{2, 1, 5, 4.5};
  const double meanX = 2.5;
  const double meanY = 3.125;
  double xy = 0;
  double xx = 0;
  double yy = 0;
  for (size_t i = 0; i < xs.size(); ++i) {
    xy += (xs[i] - meanX) * (ys[i] - meanY);
    xx += (xs[i] - meanX) * (xs[i] - meanX);
    yy += (ys[i] - meanY) * (ys[i] - meanY);
  }
  checkNumber({"covar_pop", {0, 1}}, both, xy / 4);
  checkNumber({"covar_samp", {0, 1}}, both, xy / 3);
  checkNumber({"corr", {0, 1}}, both, xy / std::sqrt(xx * yy));
}

TEST_CASE("first and last take nulls or leave them out, as they are told") {
  const arrow::ArrayVector words{texts({std::nullopt, "a", "b", "c", std::nullopt})};
  for (int64_t pieces : {1, 2, 5}) {
    INFO(pieces << " pieces");
    CHECK(aggregate({"first", {0}}, words, pieces).isNull());
    CHECK(aggregate({"last", {0}}, words, pieces).isNull());
    CHECK(aggregate({"first", {0}, true}, words, pieces).text == "a");
    CHECK(aggregate({"last", {0}, true}, words, pieces).text == "c");
    CHECK(aggregate({"any_value", {0}, true}, words, pieces).text == "a");
  }
}

TEST_CASE("min_by and max_by give the value of the row with the smallest and largest other value") {
  const arrow::ArrayVector both{texts({"a", "b", std::nullopt, "d", "e"}),
                                doubles({3.0, 1.0, 7.0, std::nullopt, std::nan("")})};
  for (int64_t pieces : {1, 2, 5}) {
    INFO(pieces << " pieces");
    CHECK(aggregate({"min_by", {0, 1}}, both, pieces).text == "b");
    CHECK(aggregate({"max_by", {0, 1}}, both, pieces).text == "e");
  }
  const arrow::ArrayVector withoutNan{both[0]->Slice(0, 4), both[1]->Slice(0, 4)};
  CHECK(aggregate({"max_by", {0, 1}}, withoutNan, 2).isNull());
}

TEST_CASE("min_by and max_by with a number give the values of so many rows, the best first") {
  const arrow::ArrayVector both{texts({"a", "b", std::nullopt, "d", "e", "f"}),
                                doubles({3.0, 1.0, 7.0, std::nullopt, std::nan(""), -0.0})};
  for (int64_t pieces : {1, 2, 6}) {
    INFO(pieces << " pieces");
    CHECK(aggregate({"max_by", {0, 1}, false, {2}}, both, pieces).text == "['e', null]");
    CHECK(aggregate({"min_by", {0, 1}, false, {3}}, both, pieces).text == "['f', 'b', 'a']");
    CHECK(aggregate({"max_by", {0, 1}, false, {100'000}}, both, pieces).text == "['e', null, 'a', 'b', 'f']");
    CHECK(aggregate({"max_by", {0, 1}, false, {2}}, {both[0]->Slice(3, 1), both[1]->Slice(3, 1)}, pieces).isNull());
  }
  for (double k : {0.0, -1.0, 100'001.0}) {
    const AggregateSpec wrong{"max_by", {0, 1}, false, {k}};
    CHECK_THROWS_WITH(resolveAggregate(wrong, typesOf(both)), Catch::Contains("between [1, 100000]"));
  }
}

TEST_CASE("the best by texts that begin alike, and by lists, are those that sorting brings first") {
  arrow::ListBuilder lists(arrow::default_memory_pool(), std::make_shared<arrow::StringBuilder>());
  auto& elements = static_cast<arrow::StringBuilder&>(*lists.value_builder());
  std::vector<std::optional<std::string>> words;
  std::vector<std::string> sorted;
  for (int i = 0; i < 500; ++i) {
    words.push_back("a long beginning " + std::to_string((i * 7919) % 500));
    sorted.push_back("'" + *words.back() + "'");
    REQUIRE((lists.Append().ok() && elements.Append(*words.back()).ok()));
  }
  std::sort(sorted.begin(), sorted.end());
  const auto values = texts(words);
  for (const auto& orders : {values, lists.Finish().ValueOrDie()}) {
    for (int64_t pieces : {1, 4}) {
      CHECK(aggregate({"min_by", {0, 1}, false, {2}}, {values, orders}, pieces).text ==
            "[" + sorted[0] + ", " + sorted[1] + "]");
      CHECK(aggregate({"max_by", {0, 1}, false, {2}}, {values, orders}, pieces).text ==
            "[" + sorted[499] + ", " + sorted[498] + "]");
    }
  }
}

TEST_CASE("lists keep duplicates and their order, sets do not, and neither has nulls") {
  const arrow::ArrayVector words{texts({"b", "a", std::nullopt, "b", "", "a"})};
  for (int64_t pieces : {1, 2, 3}) {
    INFO(pieces << " pieces");
    CHECK(aggregate({"collect_list", {0}}, words, pieces).text == "['b', 'a', 'b', '', 'a']");
    CHECK(aggregate({"collect_set", {0}}, words, pieces).text == "['b', 'a', '']");
    CHECK(aggregate({"collect_list", {0}}, {texts({std::nullopt, std::nullopt, std::nullopt})}, pieces).text == "[]");
  }
}

TEST_CASE("percentiles are interpolated, and the approximate ones are values of the column") {
  std::vector<std::optional<double>> values{std::nullopt};
  for (int i = 0; i < 1'001; ++i) values.push_back((i * 7919) % 1'001);
  const arrow::ArrayVector column{doubles(values)};
  checkNumber({"percentile", {0}, false, {0.25}}, column, 250);
  checkNumber({"median", {0}}, column, 500);
  checkNumber({"percentile", {0}, false, {0.0005}}, column, 0.5);
  checkNumber({"percentile_approx", {0}, false, {0.5, 10'000}}, column, 500);
  const double nan = std::nan("");
  checkNumber({"percentile", {0}, false, {0.25}}, {doubles({nan, 4.0, nan, 1.0, 2.0})}, 2);
  for (double percentage : {0.6, 0.75, 1.0}) {
    const auto value = aggregate({"percentile", {0}, false, {percentage}}, {doubles({nan, 4.0, nan, 1.0, 2.0})}, 2);
    CHECK(std::isnan(value.number));
  }
  CHECK(aggregate({"percentile", {0}, false, {0.0, 1.0}, true}, column).text ==
        "[" + std::to_string(0.0) + ", " + std::to_string(1000.0) + "]");
  checkNumber({"median", {0}}, {doubles({std::nullopt})}, std::nullopt);
  checkNumber({"percentile_approx", {0}, false, {0.5, 100}}, {doubles({std::nullopt})}, std::nullopt);
}

TEST_CASE("distinct values are counted to within a few percent") {
  const auto table = randomTable({50'000, 3, 10});
  const arrow::ArrayVector column{table->column(kBig)->chunk(0)};
  std::set<Value> different;
  for (int64_t i = 0; i < column[0]->length(); ++i) different.insert(valueAt(*column[0], i));
  const auto expected = static_cast<double>(different.size() - 1);
  for (int64_t pieces : {1, 3}) {
    const Value value = aggregate({"approx_count_distinct", {0}, false, {0.01}}, column, pieces);
    CHECK(value.number == Approx(expected).epsilon(0.05));
  }
}

TEST_CASE("conditions are counted and combined") {
  arrow::BooleanBuilder builder;
  for (int i : {1, 0, 2, 1}) REQUIRE((i == 2 ? builder.AppendNull() : builder.Append(i == 1)).ok());
  const arrow::ArrayVector flags{builder.Finish().ValueOrDie()};
  for (int64_t pieces : {1, 2}) {
    CHECK(aggregate({"count_if", {0}}, flags, pieces).whole == 2);
    CHECK(aggregate({"bool_and", {0}}, flags, pieces).whole == 0);
    CHECK(aggregate({"bool_or", {0}}, flags, pieces).whole == 1);
  }
}

TEST_CASE("a decimal's average has four digits more, rounded half away from zero") {
  arrow::Decimal128Builder builder(arrow::decimal128(5, 2));
  for (int64_t cents : {100, 100, -401}) REQUIRE(builder.Append(arrow::Decimal128(cents)).ok());
  const arrow::ArrayVector money{builder.Finish().ValueOrDie()};
  CHECK(resolveAggregate("avg", typesOf(money)).type->Equals(arrow::decimal128(9, 6)));
  CHECK(resolveAggregate("sum", typesOf(money)).type->Equals(arrow::decimal128(15, 2)));
  CHECK(aggregate({"avg", {0}}, money, 2).whole == -670'000);
}

TEST_CASE("arguments of a wrong type or number are refused, and the error says what was given") {
  CHECK(isAggregate("SUM"));
  CHECK(!isAggregate("upper"));
  for (const auto& call : {std::pair<const char*, Types>{"sum", {arrow::boolean()}},
                           {"corr", {arrow::float64()}},
                           {"max", {arrow::list(arrow::int32())}},
                           {"bool_and", {arrow::int32()}}}) {
    INFO(call.first);
    try {
      resolveAggregate(call.first, call.second);
      FAIL("nothing was thrown");
    } catch (const Error& error) {
      CHECK(error.code() == ErrorCode::kInvalidArgument);
      CHECK_THAT(error.what(), Catch::Contains(call.first));
    }
  }
}

}  // namespace ferro::test
