#include "ferro/engine/io/formats/column_cast.h"

#include <utility>

#include <arrow/array.h>
#include <arrow/compute/cast.h>
#include <arrow/compute/exec.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>

#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro/engine/types/data_types.h"

namespace ferro {
namespace {

bool isTextDictionary(const arrow::DataType& type, const arrow::DataType& wanted) {
  if (type.id() != arrow::Type::DICTIONARY || wanted.id() != arrow::Type::STRING) return false;
  const auto& dictionary = static_cast<const arrow::DictionaryType&>(type);
  return dictionary.value_type()->id() == arrow::Type::STRING && dictionary.index_type()->id() == arrow::Type::INT32;
}

// Types whose arrays differ in nothing but names: of list elements, of what may be null, of time zones.
bool hasSameLayout(const arrow::DataType& a, const arrow::DataType& b) {
  if (a.id() != b.id() || a.num_fields() != b.num_fields()) return false;
  for (int i = 0; i < a.num_fields(); ++i) {
    const bool isStruct = a.id() == arrow::Type::STRUCT;
    if (isStruct && a.field(i)->name() != b.field(i)->name()) return false;
    if (!hasSameLayout(*a.field(i)->type(), *b.field(i)->type())) return false;
  }
  if (a.num_fields() > 0) return true;
  if (a.id() != arrow::Type::TIMESTAMP) return a.Equals(b);
  return static_cast<const arrow::TimestampType&>(a).unit() == static_cast<const arrow::TimestampType&>(b).unit();
}

std::shared_ptr<arrow::ArrayData> relabelled(const arrow::ArrayData& data,
                                             const std::shared_ptr<arrow::DataType>& type) {
  auto copy = std::make_shared<arrow::ArrayData>(data);
  copy->type = type;
  for (size_t i = 0; i < copy->child_data.size(); ++i) {
    copy->child_data[i] = relabelled(*copy->child_data[i], type->field(static_cast<int>(i))->type());
  }
  return copy;
}

}  // namespace

std::shared_ptr<arrow::Array> columnAs(const std::shared_ptr<arrow::Array>& column, const arrow::Field& wanted,
                                       const std::string& location, arrow::MemoryPool* pool) {
  const auto& type = wanted.type();
  if (column->type()->Equals(*type) || isTextDictionary(*column->type(), *type)) return column;
  if (hasSameLayout(*column->type(), *type)) return arrow::MakeArray(relabelled(*column->data(), type));
  arrow::compute::ExecContext context(pool);
  auto options = arrow::compute::CastOptions::Safe();
  // Spark's times have microseconds, and what is finer is cut.
  options.allow_time_truncate = true;
  auto cast = arrow::compute::Cast(*column, type, options, &context);
  if (cast.ok()) return std::move(cast).ValueUnsafe();
  throw Error(ErrorCode::kMalformedData, "column `" + wanted.name() + "` of " + location + " has the type " +
                                             sqlName(*column->type()) + ", which cannot be read as " + sqlName(*type) +
                                             ": " + cast.status().message());
}

}  // namespace ferro
