#include "ferro/mllib/columns/input_columns.h"

#include <algorithm>

#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/common/nearest_name.h"
#include "ferro/engine/expr/type_coercion.h"
#include "ferro/engine/plan/names.h"
#include "ferro/engine/plan/plan.h"
#include "ferro/engine/types/data_types.h"

namespace ferro::ml {
namespace {

[[noreturn]] void throwMissing(const arrow::Schema& schema, std::string_view column, std::string_view stage) {
  const std::string owner(stage);
  if (column.empty()) throw Error(ErrorCode::kInvalidArgument, owner + " was not told its input column");
  const std::vector<std::string> names = schema.field_names();
  std::string known;
  for (const std::string_view name :
       nearestNames(column, {std::vector<std::string_view>(names.begin(), names.end())}, 3)) {
    known += (known.empty() ? "`" : ", `") + std::string(name) + "`";
  }
  throw Error(ErrorCode::kNotFound, owner + " needs a column `" + std::string(column) + "`, and there is none" +
                                        (known.empty() ? "" : "; the nearest are " + known));
}

[[noreturn]] void throwWrongType(const arrow::Field& field, std::string_view stage, const std::string& remedy) {
  throw Error(ErrorCode::kInvalidArgument, std::string(stage) + " cannot use column `" + field.name() + "` of type " +
                                               sqlName(*field.type()) + ": " + remedy);
}

}  // namespace

bool hasField(const arrow::Schema& schema, std::string_view column) {
  const auto isIt = [&](const auto& field) { return sameName(field->name(), column); };
  return std::any_of(schema.fields().begin(), schema.fields().end(), isIt);
}

std::shared_ptr<arrow::Field> requireField(const arrow::Schema& schema, std::string_view column,
                                           std::string_view stage) {
  for (const auto& field : schema.fields()) {
    if (sameName(field->name(), column)) return field;
  }
  throwMissing(schema, column, stage);
}

std::shared_ptr<arrow::Field> requireVectorField(const arrow::Schema& schema, std::string_view column,
                                                 std::string_view stage) {
  auto field = requireField(schema, column, stage);
  if (!isVector(*field->type())) throwWrongType(*field, stage, "it takes vectors; make them with a VectorAssembler");
  return field;
}

std::shared_ptr<arrow::Field> requireNumericField(const arrow::Schema& schema, std::string_view column,
                                                  std::string_view stage) {
  auto field = requireField(schema, column, stage);
  if (!isNumeric(*field->type())) {
    throwWrongType(*field, stage, "it takes numbers; index texts with a StringIndexer, or cast the column");
  }
  return field;
}

bool isNumeric(const arrow::DataType& type) { return type.id() == arrow::Type::BOOL || ferro::isNumeric(type); }

std::shared_ptr<arrow::Schema> withField(const arrow::Schema& schema, const std::string& name,
                                         const std::shared_ptr<arrow::DataType>& type, bool nullable,
                                         std::string_view stage) {
  for (const auto& field : schema.fields()) {
    if (!sameName(field->name(), name)) continue;
    throw Error(ErrorCode::kInvalidArgument, std::string(stage) + " cannot add column `" + name +
                                                 "`: there is one already; choose another outputCol or drop() it");
  }
  arrow::FieldVector fields = schema.fields();
  fields.push_back(arrow::field(name, type, nullable));
  return arrow::schema(std::move(fields));
}

Column columnOf(const DataFrame& frame, std::string_view name) {
  for (const Attribute& attribute : frame.plan()->output()) {
    if (sameName(attribute.name, name)) return Column(attribute.reference());
  }
  throwMissing(*frame.schema(), name, "the stage");
}

}  // namespace ferro::ml
