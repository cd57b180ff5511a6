#include "ferro/mllib/features/category_table.h"

#include <arrow/array/array_nested.h>
#include <arrow/array/array_primitive.h>
#include <arrow/builder.h>
#include <arrow/table.h>
#include <arrow/type.h>

#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro/mllib/persist/row_table.h"

namespace ferro::ml {
namespace {

constexpr const char* kSaving = "making a model's table";

[[noreturn]] void throwMalformed() {
  throw Error(ErrorCode::kMalformedData,
              "the saved categories of a VectorIndexerModel are no map of maps; save the model again");
}

const arrow::MapArray& mapOf(const std::shared_ptr<arrow::Array>& array) {
  if (array->type_id() != arrow::Type::MAP) throwMalformed();
  return static_cast<const arrow::MapArray&>(*array);
}

}  // namespace

std::shared_ptr<arrow::Table> categoryTable(int32_t numFeatures, const CategoryMaps& maps) {
  const auto inner = arrow::map(arrow::float64(), arrow::field("value", arrow::int32(), false));
  auto features = std::make_shared<arrow::Int32Builder>();
  auto values = std::make_shared<arrow::DoubleBuilder>();
  auto indices = std::make_shared<arrow::Int32Builder>();
  auto inside = std::make_shared<arrow::MapBuilder>(arrow::default_memory_pool(), values, indices, inner);
  arrow::MapBuilder outer(arrow::default_memory_pool(), features, inside,
                          arrow::map(arrow::int32(), arrow::field("value", inner, true)));
  check(outer.Append(), kSaving);
  for (const auto& [feature, known] : maps) {
    check(features->Append(feature), kSaving);
    check(inside->Append(), kSaving);
    for (const auto& [value, index] : known) {
      check(values->Append(value), kSaving);
      check(indices->Append(index), kSaving);
    }
  }
  return RowTable().add("numFeatures", numFeatures).add("categoryMaps", valueOf(outer.Finish(), kSaving)).table();
}

CategoryMaps categoriesIn(const SavedTable& table) {
  const auto column = table.table().GetColumnByName("categoryMaps");
  if (column == nullptr || column->length() != 1) throwMalformed();
  const arrow::MapArray& outer = mapOf(column->chunk(0));
  const arrow::MapArray& inner = mapOf(outer.items());
  if (outer.keys()->type_id() != arrow::Type::INT32 || inner.keys()->type_id() != arrow::Type::DOUBLE ||
      inner.items()->type_id() != arrow::Type::INT32) {
    throwMalformed();
  }
  const auto& features = static_cast<const arrow::Int32Array&>(*outer.keys());
  const auto& values = static_cast<const arrow::DoubleArray&>(*inner.keys());
  const auto& indices = static_cast<const arrow::Int32Array&>(*inner.items());
  CategoryMaps maps;
  for (int64_t i = outer.value_offset(0); i < outer.value_offset(1); ++i) {
    auto& known = maps[features.Value(i)];
    for (int64_t j = inner.value_offset(i); j < inner.value_offset(i + 1); ++j)
      known[values.Value(j)] = indices.Value(j);
  }
  return maps;
}

}  // namespace ferro::ml
