#include "ferro/engine/types/data_types.h"

#include <algorithm>
#include <vector>

#include <arrow/type.h>

#include "ferro/common/error.h"

namespace ferro {
namespace {

using arrow::DataType;
using arrow::Type;

std::string decimalName(const DataType& type) {
  const auto& decimal = static_cast<const arrow::DecimalType&>(type);
  return "decimal(" + std::to_string(decimal.precision()) + "," + std::to_string(decimal.scale()) + ")";
}

std::string timestampName(const DataType& type) {
  return static_cast<const arrow::TimestampType&>(type).timezone().empty() ? "timestamp_ntz" : "timestamp";
}

const DataType& itemType(const DataType& list) { return *static_cast<const arrow::BaseListType&>(list).value_type(); }

[[noreturn]] void throwForeign(const std::string& column, const DataType& type) {
  throw Error(ErrorCode::kInvalidArgument, "column `" + column + "` is of Arrow's type " + type.ToString() +
                                               ", which has no counterpart here; cast it before");
}

std::shared_ptr<arrow::Field> normalizedField(const arrow::Field& field);

std::shared_ptr<DataType> normalizedType(const std::string& column, const DataType& type) {
  switch (type.id()) {
    case Type::NA:
    case Type::BOOL:
    case Type::INT8:
    case Type::INT16:
    case Type::INT32:
    case Type::INT64:
    case Type::FLOAT:
    case Type::DOUBLE:
    case Type::STRING:
    case Type::BINARY:
    case Type::DATE32:
    case Type::DECIMAL128: return type.GetSharedPtr();
    case Type::UINT8: return arrow::int16();
    case Type::UINT16: return arrow::int32();
    case Type::UINT32: return arrow::int64();
    case Type::UINT64: return arrow::decimal128(20, 0);
    case Type::HALF_FLOAT: return arrow::float32();
    case Type::LARGE_STRING:
    case Type::STRING_VIEW: return arrow::utf8();
    case Type::LARGE_BINARY:
    case Type::BINARY_VIEW:
    case Type::FIXED_SIZE_BINARY: return arrow::binary();
    case Type::DATE64: return arrow::date32();
    case Type::DECIMAL32:
    case Type::DECIMAL64: {
      const auto& decimal = static_cast<const arrow::DecimalType&>(type);
      return arrow::decimal128(decimal.precision(), decimal.scale());
    }
    case Type::TIMESTAMP: {
      const auto& timestamp = static_cast<const arrow::TimestampType&>(type);
      return arrow::timestamp(arrow::TimeUnit::MICRO, timestamp.timezone().empty() ? "" : "UTC");
    }
    case Type::DICTIONARY: return normalizedType(column, *static_cast<const arrow::DictionaryType&>(type).value_type());
    case Type::LIST:
    case Type::LARGE_LIST:
    case Type::FIXED_SIZE_LIST:
      return arrow::list(normalizedField(*static_cast<const arrow::BaseListType&>(type).value_field()));
    case Type::MAP: {
      const auto& map = static_cast<const arrow::MapType&>(type);
      return arrow::map(normalizedType(column, *map.key_type()), normalizedField(*map.item_field()));
    }
    case Type::STRUCT: {
      std::vector<std::shared_ptr<arrow::Field>> fields;
      for (const auto& field : type.fields()) fields.push_back(normalizedField(*field));
      return arrow::struct_(std::move(fields));
    }
    default: throwForeign(column, type);
  }
}

std::shared_ptr<arrow::Field> normalizedField(const arrow::Field& field) {
  return arrow::field(field.name(), normalizedType(field.name(), *field.type()), field.nullable());
}

std::string yesNo(bool value) { return value ? "true" : "false"; }

void writeChildren(std::string& tree, const DataType& type, const std::string& indent);

void writeLine(std::string& tree, const std::string& indent, const std::string& name, const DataType& type,
               const std::string& about) {
  tree += indent + "-- " + name + ": " + typeName(type) + about + "\n";
  writeChildren(tree, type, indent + "    |");
}

void writeChildren(std::string& tree, const DataType& type, const std::string& indent) {
  if (isVector(type)) return;
  if (type.id() == Type::LIST) {
    const auto& field = *static_cast<const arrow::BaseListType&>(type).value_field();
    writeLine(tree, indent, "element", *field.type(), " (containsNull = " + yesNo(field.nullable()) + ")");
  } else if (type.id() == Type::MAP) {
    const auto& map = static_cast<const arrow::MapType&>(type);
    writeLine(tree, indent, "key", *map.key_type(), "");
    writeLine(tree, indent, "value", *map.item_type(),
              " (valueContainsNull = " + yesNo(map.item_field()->nullable()) + ")");
  } else if (type.id() == Type::STRUCT) {
    for (const auto& field : type.fields()) {
      writeLine(tree, indent, field->name(), *field->type(), " (nullable = " + yesNo(field->nullable()) + ")");
    }
  }
}

std::string structName(const DataType& type) {
  std::string inside;
  for (const auto& field : type.fields()) {
    inside += (inside.empty() ? "" : ",") + field->name() + ":" + sqlName(*field->type());
  }
  return "struct<" + inside + ">";
}

}  // namespace

std::string typeName(const DataType& type) {
  switch (type.id()) {
    case Type::INT8: return "byte";
    case Type::INT16: return "short";
    case Type::INT32: return "integer";
    case Type::INT64: return "long";
    case Type::LIST: return "array";
    case Type::MAP: return "map";
    case Type::STRUCT: return isVector(type) ? "vector" : "struct";
    default: return sqlName(type);
  }
}

std::string sqlName(const DataType& type) {
  switch (type.id()) {
    case Type::NA: return "void";
    case Type::BOOL: return "boolean";
    case Type::INT8: return "tinyint";
    case Type::INT16: return "smallint";
    case Type::INT32: return "int";
    case Type::INT64: return "bigint";
    case Type::FLOAT: return "float";
    case Type::DOUBLE: return "double";
    case Type::STRING: return "string";
    case Type::BINARY: return "binary";
    case Type::DATE32: return "date";
    case Type::TIMESTAMP: return timestampName(type);
    case Type::DECIMAL128: return decimalName(type);
    case Type::DICTIONARY: return sqlName(*static_cast<const arrow::DictionaryType&>(type).value_type());
    case Type::LIST: return "array<" + sqlName(itemType(type)) + ">";
    case Type::MAP: {
      const auto& map = static_cast<const arrow::MapType&>(type);
      return "map<" + sqlName(*map.key_type()) + "," + sqlName(*map.item_type()) + ">";
    }
    case Type::STRUCT: return isVector(type) ? "vector" : structName(type);
    default: return type.ToString();
  }
}

std::string quotedSqlName(const DataType& type) {
  std::string name = sqlName(type);
  std::transform(name.begin(), name.end(), name.begin(),
                 [](char letter) { return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 32) : letter; });
  return '"' + name + '"';
}

std::string schemaTree(const arrow::Schema& schema) {
  std::string tree = "root\n";
  for (const auto& field : schema.fields()) {
    writeLine(tree, " |", field->name(), *field->type(), " (nullable = " + yesNo(field->nullable()) + ")");
  }
  return tree;
}

std::shared_ptr<arrow::Schema> normalizedSchema(const arrow::Schema& schema) {
  std::vector<std::shared_ptr<arrow::Field>> fields;
  for (const auto& field : schema.fields()) fields.push_back(normalizedField(*field));
  return arrow::schema(std::move(fields));
}

std::shared_ptr<DataType> vectorType() {
  return arrow::struct_({arrow::field("type", arrow::int8(), false), arrow::field("size", arrow::int32(), true),
                         arrow::field("indices", arrow::list(arrow::field("element", arrow::int32(), false)), true),
                         arrow::field("values", arrow::list(arrow::field("element", arrow::float64(), false)), true)});
}

std::shared_ptr<DataType> matrixType() {
  const auto integers = arrow::list(arrow::field("element", arrow::int32(), false));
  const auto numbers = arrow::list(arrow::field("element", arrow::float64(), false));
  return arrow::struct_({arrow::field("type", arrow::int8(), false), arrow::field("numRows", arrow::int32(), false),
                         arrow::field("numCols", arrow::int32(), false), arrow::field("colPtrs", integers, true),
                         arrow::field("rowIndices", integers, true), arrow::field("values", numbers, true),
                         arrow::field("isTransposed", arrow::boolean(), false)});
}

bool isMatrix(const DataType& type) {
  static const std::shared_ptr<DataType> kMatrix = matrixType();
  return type.id() == Type::STRUCT && type.num_fields() == 7 && type.Equals(*kMatrix);
}

bool isVector(const DataType& type) {
  static const std::shared_ptr<DataType> kVector = vectorType();
  return type.id() == Type::STRUCT && type.num_fields() == 4 && type.Equals(*kVector);
}

}  // namespace ferro
