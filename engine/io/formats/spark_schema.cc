#include "ferro/engine/io/formats/spark_schema.h"

#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/engine/io/formats/json_tape.h"
#include "ferro/engine/io/formats/json_text.h"
#include "ferro/engine/types/column_metadata.h"
#include "ferro/engine/types/data_types.h"

namespace ferro {
namespace {

constexpr std::string_view kVectorClass = "org.apache.spark.ml.linalg.VectorUDT";
constexpr std::string_view kMatrixClass = "org.apache.spark.ml.linalg.MatrixUDT";

void appendType(const arrow::DataType& type, std::string& json, bool plain = false);

void appendFields(const arrow::FieldVector& fields, std::string& json) {
  json += R"({"type":"struct","fields":[)";
  for (size_t i = 0; i < fields.size(); ++i) {
    json += i == 0 ? R"({"name":)" : R"(,{"name":)";
    appendJsonText(fields[i]->name(), json);
    json += R"(,"type":)";
    appendType(*fields[i]->type(), json);
    json += fields[i]->nullable() ? R"(,"nullable":true,"metadata":)" : R"(,"nullable":false,"metadata":)";
    json += columnMetadata(*fields[i]).value_or("{}") + "}";
  }
  json += "]}";
}

void appendType(const arrow::DataType& type, std::string& json, bool plain) {
  if (!plain && (isVector(type) || isMatrix(type))) {
    json.append(R"({"type":"udt","class":")").append(isVector(type) ? kVectorClass : kMatrixClass);
    json += isVector(type) ? R"(","pyClass":"pyspark.ml.linalg.VectorUDT","sqlType":)"
                           : R"(","pyClass":"pyspark.ml.linalg.MatrixUDT","sqlType":)";
    appendType(type, json, true);
    json += "}";
    return;
  }
  switch (type.id()) {
    case arrow::Type::LIST: {
      const auto& item = *static_cast<const arrow::ListType&>(type).value_field();
      json += R"({"type":"array","elementType":)";
      appendType(*item.type(), json);
      json += item.nullable() ? R"(,"containsNull":true})" : R"(,"containsNull":false})";
      break;
    }
    case arrow::Type::MAP: {
      const auto& map = static_cast<const arrow::MapType&>(type);
      json += R"({"type":"map","keyType":)";
      appendType(*map.key_type(), json);
      json += R"(,"valueType":)";
      appendType(*map.item_type(), json);
      json += map.item_field()->nullable() ? R"(,"valueContainsNull":true})" : R"(,"valueContainsNull":false})";
      break;
    }
    case arrow::Type::STRUCT: appendFields(type.fields(), json); break;
    default: json += '"' + typeName(type) + '"'; break;
  }
}

std::shared_ptr<arrow::DataType> typeOf(const JsonTape& tape, size_t node);

bool flagOf(const JsonTape& tape, size_t object, std::string_view name) {
  const auto value = tape.member(object, name);
  return !value || tape[*value].kind != JsonKind::kFalse;
}

arrow::FieldVector fieldsOf(const JsonTape& tape, size_t object) {
  const auto list = tape.member(object, "fields");
  if (!list || tape[*list].kind != JsonKind::kArray) throw Error(ErrorCode::kMalformedData, "a struct without fields");
  arrow::FieldVector fields;
  for (size_t node = *list + 1; node < tape[*list].next; node = tape[node].next) {
    const auto name = tape.member(node, "name");
    const auto type = tape.member(node, "type");
    if (!name || !type) throw Error(ErrorCode::kMalformedData, "a field without name or type");
    const auto field = arrow::field(std::string(tape[*name].text), typeOf(tape, *type), flagOf(tape, node, "nullable"));
    const auto metadata = tape.member(node, "metadata");
    const bool isKnown = metadata && tape[*metadata].next > *metadata + 1;  // an object that is not empty
    fields.push_back(isKnown ? withColumnMetadata(*field, std::string(tape[*metadata].text)) : field);
  }
  return fields;
}

std::shared_ptr<arrow::DataType> typeOf(const JsonTape& tape, size_t node) {
  if (tape[node].kind == JsonKind::kString) return parseType(tape[node].text);
  const auto kind = tape.member(node, "type");
  const std::string_view name = kind ? tape[*kind].text : "";
  auto inner = [&](std::string_view member) {
    const auto found = tape.member(node, member);
    if (!found) throw Error(ErrorCode::kMalformedData, "a type without " + std::string(member));
    return typeOf(tape, *found);
  };
  if (name == "struct") return arrow::struct_(fieldsOf(tape, node));
  if (name == "array") {
    return arrow::list(arrow::field("element", inner("elementType"), flagOf(tape, node, "containsNull")));
  }
  if (name == "map") {
    return arrow::map(inner("keyType"),
                      arrow::field("value", inner("valueType"), flagOf(tape, node, "valueContainsNull")));
  }
  if (name == "udt") {
    const auto className = tape.member(node, "class");
    return className && tape[*className].text == kVectorClass ? vectorType() : inner("sqlType");
  }
  throw Error(ErrorCode::kMalformedData, "an unknown type " + std::string(name));
}

// The name of the interval type that a type is or has inside; empty when there is none.
std::string_view intervalIn(const JsonTape& tape, size_t node) {
  if (tape[node].kind == JsonKind::kString) {
    return tape[node].text.starts_with("interval") ? tape[node].text : std::string_view();
  }
  for (const std::string_view member : {"type", "elementType", "keyType", "valueType"}) {
    const auto found = tape.member(node, member);
    const std::string_view interval = found ? intervalIn(tape, *found) : std::string_view();
    if (!interval.empty()) return interval;
  }
  const auto list = tape.member(node, "fields");
  if (!list || tape[*list].kind != JsonKind::kArray) return {};
  for (size_t field = *list + 1; field < tape[*list].next; field = tape[field].next) {
    const std::string_view interval = intervalIn(tape, field);
    if (!interval.empty()) return interval;
  }
  return {};
}

}  // namespace

std::optional<IntervalColumn> intervalInSparkJson(std::string_view json) {
  JsonTape tape;
  if (tape.parse(json, {})) return std::nullopt;
  const auto list = tape.member(0, "fields");
  if (!list || tape[*list].kind != JsonKind::kArray) return std::nullopt;
  for (size_t field = *list + 1; field < tape[*list].next; field = tape[field].next) {
    const std::string_view interval = intervalIn(tape, field);
    const auto name = tape.member(field, "name");
    if (!interval.empty()) return IntervalColumn{std::string(name ? tape[*name].text : ""), std::string(interval)};
  }
  return std::nullopt;
}

std::string sparkSchemaJson(const arrow::Schema& schema) {
  std::string json;
  appendFields(schema.fields(), json);
  return json;
}

std::shared_ptr<arrow::Schema> schemaOfSparkJson(std::string_view json) {
  JsonTape tape;
  if (tape.parse(json, {})) return nullptr;
  try {
    return arrow::schema(fieldsOf(tape, 0));
  } catch (const Error&) {
    return nullptr;  // a type of a later Spark: the file's own types serve
  }
}

}  // namespace ferro
