#include <arrow/array/array_binary.h>
#include <arrow/array/array_nested.h>
#include <arrow/array/array_primitive.h>
#include <arrow/compute/cast.h>
#include <arrow/table.h>

#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro/engine/types/data_types.h"
#include "ferro/mllib/linalg/vector_column.h"
#include "ferro/mllib/persist/reader.h"

namespace ferro::ml {
namespace {

[[noreturn]] void throwBadColumn(const std::string& place, std::string_view column, const std::string& what) {
  throw Error(ErrorCode::kMalformedData,
              "the saved table " + place + ": column `" + std::string(column) + "` " + what + "; save the model again");
}

template <class Array, class Type>
std::shared_ptr<Array> asArray(const std::shared_ptr<arrow::Array>& cell, const std::shared_ptr<Type>& type,
                               const std::string& place, std::string_view column) {
  const auto cast = arrow::compute::Cast(*cell, type);
  if (!cast.ok()) throwBadColumn(place, column, "is of type " + sqlName(*cell->type()));
  return std::static_pointer_cast<Array>(*cast);
}

// The elements of the only list in a column.
std::shared_ptr<arrow::Array> elementsOf(const std::shared_ptr<arrow::Array>& cell, const std::string& place,
                                         std::string_view column) {
  if (cell->type_id() != arrow::Type::LIST) throwBadColumn(place, column, "is of type " + sqlName(*cell->type()));
  return static_cast<const arrow::ListArray&>(*cell).value_slice(0);
}

std::vector<std::string> textsOf(const arrow::StringArray& array) {
  std::vector<std::string> texts;
  for (int64_t i = 0; i < array.length(); ++i) texts.push_back(array.GetString(i));
  return texts;
}

}  // namespace

SavedTable::SavedTable(std::shared_ptr<arrow::Table> table, std::string place)
    : table_(std::move(table)), place_(std::move(place)) {}

int64_t SavedTable::numRows() const { return table_->num_rows(); }

bool SavedTable::hasColumn(std::string_view name) const {
  return table_->GetColumnByName(std::string(name)) != nullptr;
}

std::shared_ptr<arrow::Array> SavedTable::cell(std::string_view column, int64_t row) const {
  const auto found = table_->GetColumnByName(std::string(column));
  if (found == nullptr) throwBadColumn(place_, column, "is missing");
  if (row >= found->length()) throwBadColumn(place_, column, "has no row " + std::to_string(row));
  const auto slice = found->Slice(row, 1);
  for (const auto& chunk : slice->chunks()) {
    if (chunk->length() == 0) continue;
    if (chunk->IsNull(0)) throwBadColumn(place_, column, "is null");
    return chunk;
  }
  throwBadColumn(place_, column, "is empty");
}

int64_t SavedTable::integer(std::string_view column, int64_t row) const {
  return asArray<arrow::Int64Array>(cell(column, row), arrow::int64(), place_, column)->Value(0);
}

double SavedTable::number(std::string_view column, int64_t row) const {
  return asArray<arrow::DoubleArray>(cell(column, row), arrow::float64(), place_, column)->Value(0);
}

bool SavedTable::flag(std::string_view column, int64_t row) const {
  return asArray<arrow::BooleanArray>(cell(column, row), arrow::boolean(), place_, column)->Value(0);
}

std::string SavedTable::text(std::string_view column, int64_t row) const {
  return asArray<arrow::StringArray>(cell(column, row), arrow::utf8(), place_, column)->GetString(0);
}

Vector SavedTable::vector(std::string_view column, int64_t row) const {
  return Vector::of(VectorColumn(cell(column, row), std::string(column))[0]);
}

Matrix SavedTable::matrix(std::string_view column, int64_t row) const {
  const auto array = cell(column, row);
  if (array->type_id() != arrow::Type::STRUCT || array->num_fields() != 7) {
    throwBadColumn(place_, column, "is of type " + sqlName(*array->type()) + " and should be a matrix");
  }
  const SavedTable parts(valueOf(arrow::Table::FromRecordBatches(
                                     {valueOf(arrow::RecordBatch::FromStructArray(array), "reading a matrix")}),
                                 "reading a matrix"),
                         place_);
  const auto numRows = static_cast<int32_t>(parts.integer("numRows"));
  const auto numCols = static_cast<int32_t>(parts.integer("numCols"));
  const bool isTransposed = parts.flag("isTransposed");
  std::vector<double> values = parts.numbers("values");
  if (parts.integer("type") == 1) return {numRows, numCols, std::move(values), isTransposed};
  const std::vector<int32_t> starts = parts.integers("colPtrs");
  const std::vector<int32_t> places = parts.integers("rowIndices");
  Matrix matrix = Matrix::zeros(numRows, numCols);
  for (size_t line = 0; line + 1 < starts.size(); ++line) {
    for (auto i = static_cast<size_t>(starts[line]); i < static_cast<size_t>(starts[line + 1]); ++i) {
      const auto across = static_cast<int32_t>(line);
      const int32_t along = places.at(i);
      (isTransposed ? matrix(across, along) : matrix(along, across)) = values.at(i);
    }
  }
  return matrix;
}

std::vector<double> SavedTable::numbers(std::string_view column, int64_t row) const {
  const auto elements =
      asArray<arrow::DoubleArray>(elementsOf(cell(column, row), place_, column), arrow::float64(), place_, column);
  return {elements->raw_values(), elements->raw_values() + elements->length()};
}

std::vector<int32_t> SavedTable::integers(std::string_view column, int64_t row) const {
  const auto elements =
      asArray<arrow::Int32Array>(elementsOf(cell(column, row), place_, column), arrow::int32(), place_, column);
  return {elements->raw_values(), elements->raw_values() + elements->length()};
}

std::vector<std::string> SavedTable::texts(std::string_view column, int64_t row) const {
  return textsOf(
      *asArray<arrow::StringArray>(elementsOf(cell(column, row), place_, column), arrow::utf8(), place_, column));
}

std::vector<std::vector<std::string>> SavedTable::textLists(std::string_view column, int64_t row) const {
  const auto lists = elementsOf(cell(column, row), place_, column);
  std::vector<std::vector<std::string>> all;
  for (int64_t i = 0; i < lists->length(); ++i) {
    all.push_back(textsOf(
        *asArray<arrow::StringArray>(elementsOf(lists->Slice(i, 1), place_, column), arrow::utf8(), place_, column)));
  }
  return all;
}

}  // namespace ferro::ml
