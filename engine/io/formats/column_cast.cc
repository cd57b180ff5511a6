#include "ferro/engine/io/formats/column_cast.h"

#include <utility>

#include <arrow/array.h>
#include <arrow/array/util.h>
#include <arrow/compute/cast.h>
#include <arrow/compute/exec.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>

#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro/common/letter_case.h"
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

bool isNestedType(const arrow::DataType& type) {
  return type.id() == arrow::Type::STRUCT || type.id() == arrow::Type::LIST || type.id() == arrow::Type::MAP;
}

// What a conversion is for: errors name it, and results come from its pool.
struct Conversion {
  const arrow::Field& column;
  const std::string& location;
  arrow::MemoryPool* pool;
};

std::shared_ptr<arrow::Array> converted(const std::shared_ptr<arrow::Array>& values,
                                        const std::shared_ptr<arrow::DataType>& type, const Conversion& conversion);

// Fields by their names, in any letter case; one that the file lacks is null. Children are not sliced with the struct.
std::shared_ptr<arrow::ArrayData> structAs(const arrow::ArrayData& data, const std::shared_ptr<arrow::DataType>& type,
                                           const Conversion& conversion) {
  auto copy = std::make_shared<arrow::ArrayData>(data);
  copy->type = type;
  copy->child_data.clear();
  for (const auto& field : type->fields()) {
    std::shared_ptr<arrow::ArrayData> child;
    for (int i = 0; i < data.type->num_fields() && !child; ++i) {
      if (equalIgnoringCase(data.type->field(i)->name(), field->name())) {
        child = converted(arrow::MakeArray(data.child_data[static_cast<size_t>(i)]), field->type(), conversion)->data();
      }
    }
    if (!child) {
      child = valueOf(arrow::MakeArrayOfNull(field->type(), data.offset + data.length, conversion.pool),
                      "cannot make a column of nulls")
                  ->data();
    }
    copy->child_data.push_back(std::move(child));
  }
  return copy;
}

std::shared_ptr<arrow::Array> nestedAs(const arrow::ArrayData& data, const std::shared_ptr<arrow::DataType>& type,
                                       const Conversion& conversion) {
  if (type->id() == arrow::Type::STRUCT) return arrow::MakeArray(structAs(data, type, conversion));
  auto copy = std::make_shared<arrow::ArrayData>(data);
  copy->type = type;
  // The entries of a map are a struct whose fields go by their places: files have other names for them.
  if (type->id() == arrow::Type::MAP) {
    auto entries = std::make_shared<arrow::ArrayData>(*data.child_data[0]);
    entries->type = type->field(0)->type();
    for (int i = 0; i < entries->type->num_fields(); ++i) {
      auto& part = entries->child_data[static_cast<size_t>(i)];
      part = converted(arrow::MakeArray(part), entries->type->field(i)->type(), conversion)->data();
    }
    copy->child_data[0] = std::move(entries);
  } else {
    copy->child_data[0] = converted(arrow::MakeArray(data.child_data[0]), type->field(0)->type(), conversion)->data();
  }
  return arrow::MakeArray(std::move(copy));
}

std::shared_ptr<arrow::Array> converted(const std::shared_ptr<arrow::Array>& values,
                                        const std::shared_ptr<arrow::DataType>& type, const Conversion& conversion) {
  if (values->type()->Equals(*type)) return values;
  if (hasSameLayout(*values->type(), *type)) return arrow::MakeArray(relabelled(*values->data(), type));
  if (values->type_id() == type->id() && isNestedType(*type)) return nestedAs(*values->data(), type, conversion);
  arrow::compute::ExecContext context(conversion.pool);
  auto options = arrow::compute::CastOptions::Safe();
  // Spark's times have microseconds, and what is finer is cut.
  options.allow_time_truncate = true;
  auto cast = arrow::compute::Cast(*values, type, options, &context);
  if (cast.ok()) return std::move(cast).ValueUnsafe();
  throw Error(ErrorCode::kMalformedData, "column `" + conversion.column.name() + "` of " + conversion.location +
                                             " has the type " + sqlName(*values->type()) +
                                             ", which cannot be read as " + sqlName(*type) + ": " +
                                             cast.status().message());
}

}  // namespace

std::shared_ptr<arrow::Array> columnAs(const std::shared_ptr<arrow::Array>& column, const arrow::Field& wanted,
                                       const std::string& location, arrow::MemoryPool* pool) {
  if (isTextDictionary(*column->type(), *wanted.type())) return column;
  return converted(column, wanted.type(), {wanted, location, pool});
}

}  // namespace ferro
