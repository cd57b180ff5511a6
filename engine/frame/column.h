// Column: an expression as users write it, `col("age") + 1 > 30`. Nothing is looked up or computed before a DataFrame
// takes it. Values; any thread.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "ferro/engine/expr/expr_fwd.h"

namespace ferro {

class Operand;

class Column {
 public:
  // A column by its name; `*` is all of them.
  explicit Column(std::string_view name);
  explicit Column(ExprPtr expression) : expression_(std::move(expression)) {}

  const ExprPtr& expression() const { return expression_; }

  Column as(std::string name) const;
  // What is known of its values beside their type goes along as JSON, as Spark's metadata does.
  Column as(std::string name, std::string metadata) const;
  Column alias(std::string name) const { return as(std::move(name)); }
  // A type by its DDL text: `int`, `decimal(10,2)`, `array<string>`.
  Column cast(std::string_view type) const;
  Column cast(const TypePtr& type) const;
  // The same, but null where cast() would be an error.
  Column try_cast(std::string_view type) const;

  Column asc() const;  // nulls first
  Column asc_nulls_first() const { return asc(); }
  Column asc_nulls_last() const;
  Column desc() const;  // nulls last
  Column desc_nulls_last() const { return desc(); }
  Column desc_nulls_first() const;

  Column isNull() const;
  Column isNotNull() const;
  Column isNaN() const;
  Column eqNullSafe(const Operand& other) const;
  Column between(const Operand& low, const Operand& high) const;
  // isin(1, 2), isin({1, 2}) and isin(vector) are the same.
  template <class... Values>
  Column isin(const Values&... values) const;
  Column isin(std::initializer_list<Operand> values) const;
  template <class T>
  Column isin(const std::vector<T>& values) const {
    return isInCollection(values);
  }
  template <class T>
  Column isInCollection(const std::vector<T>& values) const;

  Column like(std::string_view pattern) const;
  Column ilike(std::string_view pattern) const;
  Column rlike(std::string_view pattern) const;
  Column startsWith(const Operand& prefix) const;
  Column endsWith(const Operand& suffix) const;
  Column contains(const Operand& part) const;
  Column substr(const Operand& start, const Operand& length) const;

  // An element of an array by position, of a map by key, of a struct by name.
  Column getItem(const Operand& key) const;
  Column getField(std::string_view field) const;

  // Goes on from what when() began.
  Column when(const Column& condition, const Operand& value) const;
  Column otherwise(const Operand& value) const;

  friend Column operator+(const Operand& a, const Operand& b);
  friend Column operator-(const Operand& a, const Operand& b);
  friend Column operator*(const Operand& a, const Operand& b);
  friend Column operator/(const Operand& a, const Operand& b);
  friend Column operator%(const Operand& a, const Operand& b);
  friend Column operator==(const Operand& a, const Operand& b);
  friend Column operator!=(const Operand& a, const Operand& b);
  friend Column operator<(const Operand& a, const Operand& b);
  friend Column operator<=(const Operand& a, const Operand& b);
  friend Column operator>(const Operand& a, const Operand& b);
  friend Column operator>=(const Operand& a, const Operand& b);
  friend Column operator&&(const Operand& a, const Operand& b);
  friend Column operator||(const Operand& a, const Operand& b);
  Column operator!() const;
  Column operator-() const;

 private:
  Column isInList(std::vector<ExprPtr> values) const;

  ExprPtr expression_;
};

// NOLINTBEGIN(google-explicit-constructor): these classes are there to be converted to.

// A column, or a value that stands for the same in every row: what operators take.
class Operand {
 public:
  Operand(const Column& column) : expression_(column.expression()) {}
  Operand(bool value);
  Operand(double value);
  Operand(float value);
  Operand(std::string_view value);
  Operand(const char* value) : Operand(std::string_view(value)) {}
  Operand(const std::string& value) : Operand(std::string_view(value)) {}
  Operand(std::nullptr_t);
  Operand(std::shared_ptr<arrow::Scalar> value);
  // What an int holds is Spark's int, longer ones are bigint.
  template <std::integral T>
    requires(!std::same_as<T, bool>)
  Operand(T value)
      : Operand(static_cast<int64_t>(value), sizeof(T) > 4 || (sizeof(T) == 4 && std::unsigned_integral<T>)) {}

  const ExprPtr& expression() const { return expression_; }

 private:
  Operand(int64_t value, bool isLong);

  ExprPtr expression_;
};

// A column, or the name of one: what DataFrame's methods and aggregates take.
class ColumnOrName {
 public:
  ColumnOrName(const Column& column) : column_(column) {}
  ColumnOrName(const char* name) : column_(std::string_view(name)) {}
  ColumnOrName(const std::string& name) : column_(std::string_view(name)) {}
  ColumnOrName(std::string_view name) : column_(name) {}

  const Column& column() const { return column_; }
  const ExprPtr& expression() const { return column_.expression(); }

 private:
  Column column_;
};

// A column, the name of one, or a number: what functions take beside their first column.
class ColumnOrNumber {
 public:
  ColumnOrNumber(const Column& column) : expression_(column.expression()) {}
  ColumnOrNumber(const char* name) : expression_(Column(std::string_view(name)).expression()) {}
  ColumnOrNumber(std::string_view name) : expression_(Column(name).expression()) {}
  ColumnOrNumber(const std::string& name) : expression_(Column(std::string_view(name)).expression()) {}
  template <class T>
    requires std::is_arithmetic_v<T>
  ColumnOrNumber(T number) : expression_(Operand(number).expression()) {}

  const ExprPtr& expression() const { return expression_; }

 private:
  ExprPtr expression_;
};

// NOLINTEND(google-explicit-constructor)

// The column as Spark names it: `(age + 1)`.
std::ostream& operator<<(std::ostream& out, const Column& column);

template <class... Values>
Column Column::isin(const Values&... values) const {
  return isInList({Operand(values).expression()...});
}

template <class T>
Column Column::isInCollection(const std::vector<T>& values) const {
  std::vector<ExprPtr> list;
  for (const T& value : values) list.push_back(Operand(value).expression());
  return isInList(std::move(list));
}

}  // namespace ferro
