// Row: one row of a DataFrame in the driver's hands, with typed access by name or position. It shares the Arrow data it
// came with, so copies are cheap. Immutable; any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <arrow/type_fwd.h>

namespace ferro {

class Row;

namespace detail {

// The value of a column's row, which is not null; false when the type of the column does not fit. A type of another
// namespace joins by a readCell() of its own there.
bool readCell(const arrow::Array& column, int64_t row, bool& value);
bool readCell(const arrow::Array& column, int64_t row, int8_t& value);
bool readCell(const arrow::Array& column, int64_t row, int16_t& value);
bool readCell(const arrow::Array& column, int64_t row, int32_t& value);
bool readCell(const arrow::Array& column, int64_t row, int64_t& value);
bool readCell(const arrow::Array& column, int64_t row, long long& value);
bool readCell(const arrow::Array& column, int64_t row, float& value);
bool readCell(const arrow::Array& column, int64_t row, double& value);
bool readCell(const arrow::Array& column, int64_t row, std::string& value);
bool readCell(const arrow::Array& column, int64_t row, Row& value);

// The elements of a list: where they are, and how many.
struct ListCell {
  std::shared_ptr<arrow::Array> elements{};
  int64_t count = 0;
};
bool readCell(const arrow::Array& column, int64_t row, ListCell& value);
bool isNullCell(const arrow::Array& column, int64_t row);
[[noreturn]] void throwNullElement();
template <class T>
inline constexpr bool kNullable = false;
template <class T>
inline constexpr bool kNullable<std::optional<T>> = true;
template <class T>
bool readCell(const arrow::Array& column, int64_t row, std::optional<T>& value);
template <class T>
bool readCell(const arrow::Array& column, int64_t row, std::vector<T>& value);

}  // namespace detail

class Row {
 public:
  Row() = default;  // without columns
  Row(std::shared_ptr<arrow::RecordBatch> rows, int64_t row) : rows_(std::move(rows)), row_(row) {}

  int size() const;
  std::vector<std::string> fieldNames() const;
  std::shared_ptr<arrow::Schema> schema() const;
  // Where the column stands. Error kNotFound with the nearest names; letter case does not matter where one name fits.
  int fieldIndex(std::string_view name) const;

  bool isNullAt(int column) const;
  bool isNullAt(std::string_view name) const { return isNullAt(fieldIndex(name)); }
  bool anyNull() const;

  // get<double>("age"), get<std::optional<int64_t>>(2). Whole numbers are also read as wider ones and as fractions,
  // lists as std::vector, structs as Row, and any type as std::string, as show() prints it. Error kInvalidArgument for
  // a null, unless T is a std::optional, and for a type or a number that does not fit.
  template <class T>
  T get(int column) const {
    using detail::readCell;
    T value{};
    if (!readCell(cellsFor(column, detail::kNullable<T>), row_, value)) throwOtherType(column);
    return value;
  }
  template <class T>
  T get(std::string_view name) const {
    return get<T>(fieldIndex(name));
  }
  template <class T>
  T getAs(int column) const {
    return get<T>(column);
  }
  template <class T>
  T getAs(std::string_view name) const {
    return get<T>(fieldIndex(name));
  }
  bool getBoolean(int column) const { return get<bool>(column); }
  int32_t getInt(int column) const { return get<int32_t>(column); }
  int64_t getLong(int column) const { return get<int64_t>(column); }
  double getDouble(int column) const { return get<double>(column); }
  std::string getString(int column) const { return get<std::string>(column); }

  // `[1,a,null]`, as Spark prints it.
  std::string toString() const;
  // The same values of the same types under the same names.
  friend bool operator==(const Row& a, const Row& b);

 private:
  // Error kInvalidArgument when there is no such column, or its value is null and must not be.
  const arrow::Array& cellsFor(int column, bool nullable) const;
  [[noreturn]] void throwOtherType(int column) const;

  std::shared_ptr<arrow::RecordBatch> rows_;
  int64_t row_ = 0;
};

std::ostream& operator<<(std::ostream& out, const Row& row);

// What collect() gives: an Arrow table (include <arrow/table.h> to look inside), which is also a range of rows.
class CollectedTable : public std::shared_ptr<arrow::Table> {
 public:
  class Iterator {
   public:
    using value_type = Row;
    using difference_type = int64_t;

    Iterator() = default;
    Iterator(std::shared_ptr<arrow::RecordBatch> rows, int64_t row) : rows_(std::move(rows)), row_(row) {}

    Row operator*() const { return {rows_, row_}; }
    Iterator& operator++() {
      ++row_;
      return *this;
    }
    Iterator operator++(int) {
      Iterator before = *this;
      ++row_;
      return before;
    }
    bool operator==(const Iterator& other) const { return row_ == other.row_; }

   private:
    std::shared_ptr<arrow::RecordBatch> rows_;
    int64_t row_ = 0;
  };

  // NOLINTBEGIN(google-explicit-constructor): it is that table.
  CollectedTable(std::nullptr_t = nullptr) {}
  CollectedTable(std::shared_ptr<arrow::Table> table) : std::shared_ptr<arrow::Table>(std::move(table)) {}
  // NOLINTEND(google-explicit-constructor)

  int64_t numRows() const;
  int numColumns() const;
  std::vector<Row> rows() const;
  Iterator begin() const;
  Iterator end() const { return {nullptr, numRows()}; }
};

namespace detail {

template <class T>
bool readCell(const arrow::Array& column, int64_t row, std::optional<T>& value) {
  if (isNullCell(column, row)) return true;
  return readCell(column, row, value.emplace());
}

template <class T>
bool readCell(const arrow::Array& column, int64_t row, std::vector<T>& value) {
  ListCell cell;
  if (!readCell(column, row, cell)) return false;
  for (int64_t i = 0; i < cell.count; ++i) {
    T element{};
    if (!kNullable<T> && isNullCell(*cell.elements, i)) throwNullElement();
    if (!readCell(*cell.elements, i, element)) return false;
    value.push_back(std::move(element));
  }
  return true;
}

}  // namespace detail
}  // namespace ferro
