// Tables as plain rows of plain values, for oracles that are slow and obvious. For the test's own thread.
#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <arrow/type_fwd.h>

namespace ferro::test {

// One value. Ordered as Spark orders: null first, NaN last among numbers, -0.0 equal to 0.0.
struct Value {
  enum class Kind : uint8_t { kNull, kNumber, kText };
  Kind kind = Kind::kNull;
  int64_t whole = 0;   // of integers, booleans, dates, decimals
  double number = 0;   // of all numbers
  std::string text{};  // of text, and of nested values

  bool isNull() const { return kind == Kind::kNull; }
  static Value of(int64_t value) { return {Kind::kNumber, value, static_cast<double>(value), {}}; }
  static Value of(double value) { return {Kind::kNumber, 0, value, {}}; }
  static Value of(std::string value) { return {Kind::kText, 0, 0, std::move(value)}; }
};

int compare(const Value& a, const Value& b);
inline bool operator<(const Value& a, const Value& b) { return compare(a, b) < 0; }
inline bool operator==(const Value& a, const Value& b) { return compare(a, b) == 0; }

using Row = std::vector<Value>;
using Rows = std::vector<Row>;

Value valueAt(const arrow::Array& array, int64_t row);
Rows rowsOf(const arrow::Table& table);
Rows sortedRows(Rows rows);
std::string textOf(const Row& row);

// Fails the test unless both have the same rows in some order; numbers may differ in their last digits.
void checkSameRows(Rows actual, Rows expected);
// And in this order.
void checkSameSequence(const Rows& actual, const Rows& expected);

}  // namespace ferro::test
