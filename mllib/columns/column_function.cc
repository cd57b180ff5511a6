#include "ferro/mllib/columns/column_function.h"

#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/engine/exec/batch_node.h"

namespace ferro::ml::detail {

std::string encodeTypes(const std::vector<TypePtr>& types) {
  arrow::FieldVector fields;
  for (const TypePtr& type : types) fields.push_back(arrow::field("", type));
  Encoder encoder;
  encoder.write(arrow::schema(std::move(fields)));
  return encoder.take();
}

std::vector<TypePtr> decodeTypes(std::string_view bytes) {
  Decoder decoder(bytes);
  const auto schema = decoder.read<std::shared_ptr<arrow::Schema>>();
  std::vector<TypePtr> types;
  for (const auto& field : schema->fields()) types.push_back(field->type());
  return types;
}

std::vector<TypePtr> typesOf(const std::vector<Column>& columns) {
  std::vector<TypePtr> types;
  for (const Column& column : columns) {
    if (!column.expression()->resolved()) throwInternal("a stage's function was given a column of no known type");
    types.push_back(column.expression()->type);
  }
  return types;
}

Column callOn(std::string name, std::shared_ptr<const UserFunction> function, const std::vector<Column>& arguments) {
  std::vector<ExprPtr> children;
  for (const Column& argument : arguments) children.push_back(argument.expression());
  auto call = std::make_shared<Expr>(*expr::call(std::move(name), std::move(children)));
  call->function = std::move(function);
  return Column(ExprPtr(std::move(call)));
}

}  // namespace ferro::ml::detail
