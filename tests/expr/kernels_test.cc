// The fast loops of arithmetic and comparison against one row at a time.
#include <cmath>
#include <limits>
#include <optional>
#include <random>

#include "expression_table.h"
#include "ferro/common/error.h"
#include "ferro/engine/expr/value_text.h"
#include "ferro/engine/types/data_types.h"
#include "ferro_test.h"

namespace ferro::test {

namespace {

template <class T>
using Value = std::optional<T>;

template <class T>
Value<T> randomValue(std::mt19937_64& random) {
  const auto choice = random() % 10;
  if (choice == 0) return std::nullopt;
  if constexpr (std::is_floating_point_v<T>) {
    if (choice == 1) return std::numeric_limits<T>::quiet_NaN();
    if (choice == 2) return random() % 2 == 0 ? T{0} : -T{0};
    if (choice == 3) return std::numeric_limits<T>::infinity();
    return static_cast<T>(static_cast<double>(static_cast<int64_t>(random() % 2001) - 1000) / 8);
  } else {
    if (choice == 1) return std::numeric_limits<T>::max();
    if (choice == 2) return std::numeric_limits<T>::min();
    return static_cast<T>(static_cast<int64_t>(random() % 11) - 5);
  }
}

template <class T>
std::shared_ptr<arrow::Array> arrayFrom(const std::vector<Value<T>>& values) {
  typename arrow::CTypeTraits<T>::BuilderType builder;
  for (const Value<T>& value : values) {
    REQUIRE((value ? builder.Append(*value) : builder.AppendNull()).ok());
  }
  return *builder.Finish();
}

__extension__ using WideInteger = __int128;

// Wider than any result.
template <class T>
using Wide = std::conditional_t<std::is_integral_v<T>, WideInteger, T>;

// The result, or nothing when it is an error.
template <class T>
std::optional<T> slowArithmetic(const std::string& function, T a, T b) {
  Wide<T> wide{};
  if (function == "+") wide = static_cast<Wide<T>>(a) + static_cast<Wide<T>>(b);
  if (function == "-") wide = static_cast<Wide<T>>(a) - static_cast<Wide<T>>(b);
  if (function == "*") wide = static_cast<Wide<T>>(a) * static_cast<Wide<T>>(b);
  if constexpr (std::is_integral_v<T>) {
    if (wide > std::numeric_limits<T>::max() || wide < std::numeric_limits<T>::min()) return std::nullopt;
  }
  return static_cast<T>(wide);
}

template <class T>
int slowOrder(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(a) && std::isnan(b)) return 0;
    if (std::isnan(a)) return 1;
    if (std::isnan(b)) return -1;
  }
  if (a < b) return -1;
  return a > b ? 1 : 0;
}

template <class T>
bool slowComparison(const std::string& function, T a, T b) {
  const int order = slowOrder(a, b);
  if (function == "=") return order == 0;
  if (function == "!=") return order != 0;
  if (function == "<") return order < 0;
  if (function == "<=") return order <= 0;
  if (function == ">") return order > 0;
  return order >= 0;
}

// What the function should give for each row; "error" when any row is one.
template <class T>
std::string expectedText(const std::string& function, const std::vector<Value<T>>& a, const std::vector<Value<T>>& b) {
  const bool arithmetic = function == "+" || function == "-" || function == "*";
  std::string text;
  for (size_t row = 0; row < a.size(); ++row) {
    if (row > 0) text += ' ';
    if (!a[row] || !b[row]) {
      text += "NULL";
    } else if (!arithmetic) {
      text += slowComparison(function, *a[row], *b[row]) ? "true" : "false";
    } else {
      const std::optional<T> value = slowArithmetic(function, *a[row], *b[row]);
      if (!value) return "error";
      text += valueText(*arrayFrom<T>({value}), 0);
    }
  }
  return text;
}

std::string resultText(const ExprPtr& call, const arrow::RecordBatch& batch) {
  try {
    return textOf(*evaluate(call, batch));
  } catch (const Error&) {
    return "error";
  }
}

ExprPtr literalFrom(const std::shared_ptr<arrow::Array>& value) { return expr::literal(*value->GetScalar(0)); }

template <class T>
void compareWithSlow(std::mt19937_64& random) {
  const size_t rows = random() % 150;
  const size_t offset = random() % 70;
  std::vector<Value<T>> a(rows);
  std::vector<Value<T>> b(rows);
  const bool small = random() % 2 == 0;
  for (size_t row = 0; row < rows; ++row) {
    a[row] = randomValue<T>(random);
    b[row] = randomValue<T>(random);
    if (small && std::is_integral_v<T>) {
      if (a[row] && (*a[row] > 100 || *a[row] < -100)) a[row] = T{3};
      if (b[row] && (*b[row] > 100 || *b[row] < -100)) b[row] = T{0};
    }
  }
  std::vector<Value<T>> padding(offset, T{1});
  std::vector<Value<T>> longA = padding;
  longA.insert(longA.end(), a.begin(), a.end());
  const auto batch = batchOf({arrayFrom<T>(longA)->Slice(static_cast<int64_t>(offset)), arrayFrom<T>(b)});
  const Value<T> constant = randomValue<T>(random);
  const std::vector<Value<T>> constants(rows, constant);
  for (const std::string function : {"+", "-", "*", "=", "!=", "<", "<=", ">", ">="}) {
    INFO(function << " of " << sqlName(*batch->column(0)->type()) << ", " << rows << " rows from " << offset);
    const ExprPtr left = inputOf(*batch, 0);
    CHECK(resultText(callOf(function, {left, inputOf(*batch, 1)}), *batch) == expectedText<T>(function, a, b));
    if (rows == 0) continue;
    const ExprPtr literal = literalFrom(arrayFrom<T>({constant}));
    CHECK(resultText(callOf(function, {left, literal}), *batch) == expectedText<T>(function, a, constants));
    CHECK(resultText(callOf(function, {literal, left}), *batch) == expectedText<T>(function, constants, a));
  }
}

}  // namespace

TEST_CASE("the loops of arithmetic and comparison agree with one row at a time") {
  const unsigned seed = 20'240'611;
  std::mt19937_64 random(seed);
  for (int round = 0; round < 60; ++round) {
    INFO("seed " << seed << ", round " << round);
    compareWithSlow<int8_t>(random);
    compareWithSlow<int16_t>(random);
    compareWithSlow<int32_t>(random);
    compareWithSlow<int64_t>(random);
    compareWithSlow<float>(random);
    compareWithSlow<double>(random);
  }
}

}  // namespace ferro::test
