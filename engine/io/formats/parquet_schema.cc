#include "ferro/engine/io/formats/parquet_schema.h"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/common/letter_case.h"
#include "ferro/engine/types/data_types.h"

namespace ferro {
namespace {

using FieldPtr = std::shared_ptr<arrow::Field>;
using DataTypePtr = std::shared_ptr<arrow::DataType>;

DataTypePtr widerType(const DataTypePtr& a, const DataTypePtr& b);

DataTypePtr widerNumber(const DataTypePtr& a, const DataTypePtr& b) {
  constexpr std::array kIntegers = {arrow::Type::INT8, arrow::Type::INT16, arrow::Type::INT32, arrow::Type::INT64};
  const auto rank = [&](const arrow::DataType& type) {
    return std::find(kIntegers.begin(), kIntegers.end(), type.id()) - kIntegers.begin();
  };
  const auto last = static_cast<std::ptrdiff_t>(kIntegers.size());
  if (rank(*a) < last && rank(*b) < last) return rank(*a) > rank(*b) ? a : b;
  const bool reals = (a->id() == arrow::Type::FLOAT && b->id() == arrow::Type::DOUBLE) ||
                     (b->id() == arrow::Type::FLOAT && a->id() == arrow::Type::DOUBLE);
  if (reals) return arrow::float64();
  if (a->id() != arrow::Type::DECIMAL128 || b->id() != arrow::Type::DECIMAL128) return nullptr;
  const auto& one = static_cast<const arrow::Decimal128Type&>(*a);
  const auto& other = static_cast<const arrow::Decimal128Type&>(*b);
  if (one.scale() != other.scale()) return nullptr;
  return one.precision() > other.precision() ? a : b;
}

FieldPtr widerField(const FieldPtr& a, const FieldPtr& b) {
  DataTypePtr wider = widerType(a->type(), b->type());
  return wider ? a->WithType(std::move(wider))->WithNullable(a->nullable() || b->nullable()) : nullptr;
}

// Fields of both; those of one alone may be null.
DataTypePtr widerStruct(const arrow::DataType& a, const arrow::DataType& b) {
  arrow::FieldVector fields = a.fields();
  std::vector<bool> inBoth(fields.size(), false);
  for (const FieldPtr& field : b.fields()) {
    const auto known = std::find_if(fields.begin(), fields.end(),
                                    [&](const FieldPtr& one) { return equalIgnoringCase(one->name(), field->name()); });
    if (known == fields.end()) {
      fields.push_back(field->WithNullable(true));
      inBoth.push_back(true);
      continue;
    }
    inBoth[static_cast<size_t>(known - fields.begin())] = true;
    FieldPtr wider = widerField(*known, field);
    if (!wider) return nullptr;
    *known = std::move(wider);
  }
  for (size_t i = 0; i < fields.size(); ++i) {
    if (!inBoth[i]) fields[i] = fields[i]->WithNullable(true);
  }
  return arrow::struct_(std::move(fields));
}

// The type that holds the values of both; null when there is none.
DataTypePtr widerType(const DataTypePtr& a, const DataTypePtr& b) {
  if (a->Equals(*b)) return a;
  if (a->id() != b->id()) return widerNumber(a, b);
  switch (a->id()) {
    case arrow::Type::STRUCT: return isVector(*a) || isVector(*b) ? nullptr : widerStruct(*a, *b);
    case arrow::Type::LIST: {
      FieldPtr item = widerField(static_cast<const arrow::ListType&>(*a).value_field(),
                                 static_cast<const arrow::ListType&>(*b).value_field());
      return item ? arrow::list(std::move(item)) : nullptr;
    }
    case arrow::Type::MAP: {
      const auto& one = static_cast<const arrow::MapType&>(*a);
      const auto& other = static_cast<const arrow::MapType&>(*b);
      DataTypePtr key = widerType(one.key_type(), other.key_type());
      FieldPtr item = widerField(one.item_field(), other.item_field());
      return key && item ? arrow::map(std::move(key), std::move(item)) : nullptr;
    }
    default: return widerNumber(a, b);
  }
}

}  // namespace

void throwAmbiguousColumns(const std::string& one, const std::string& other, const std::string& location) {
  throw Error(ErrorCode::kInvalidArgument, "[COLUMN_ALREADY_EXISTS] file " + location + " has the columns `" + one +
                                               "` and `" + other +
                                               "`, whose names are the same but for letter case; rename one of them "
                                               "where the file is written, or give a schema without them");
}

void mergeParquetSchema(arrow::FieldVector& fields, const arrow::Schema& schema, const std::string& location) {
  std::map<std::string, std::string> spellings;
  for (const FieldPtr& field : schema.fields()) {
    const auto [known, isNew] = spellings.emplace(lowerCase(field->name()), field->name());
    if (!isNew) throwAmbiguousColumns(known->second, field->name(), location);
  }
  for (const FieldPtr& field : schema.fields()) {
    const auto known = std::find_if(fields.begin(), fields.end(),
                                    [&](const FieldPtr& one) { return equalIgnoringCase(one->name(), field->name()); });
    if (known == fields.end()) {
      fields.push_back(field);
      continue;
    }
    DataTypePtr wider = widerType((*known)->type(), field->type());
    if (!wider) {
      throw Error(ErrorCode::kInvalidArgument, "[CANNOT_MERGE_SCHEMAS] column `" + field->name() + "` is of type " +
                                                   sqlName(*(*known)->type()) + " in some files and of type " +
                                                   sqlName(*field->type()) + " in " + location);
    }
    *known = (*known)->WithType(std::move(wider));
  }
}

}  // namespace ferro
