#include "ferro/engine/frame/literal_rows.h"

#include <arrow/array/builder_base.h>
#include <arrow/builder.h>
#include <arrow/scalar.h>
#include <arrow/table.h>
#include <arrow/type.h>

#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro/engine/expr/expr.h"
#include "ferro/engine/expr/functions.h"
#include "ferro/engine/types/data_types.h"

namespace ferro {
namespace {

using LiteralColumn = std::vector<std::shared_ptr<arrow::Scalar>>;

// Counted from 1, as people count rows.
[[noreturn]] void failRow(size_t row, const std::string& what) {
  throw Error(ErrorCode::kInvalidArgument, "createDataFrame(): row " + std::to_string(row + 1) + " " + what);
}

bool isNumberType(const arrow::DataType& type) {
  return arrow::is_integer(type.id()) || arrow::is_floating(type.id()) || arrow::is_decimal(type.id());
}

// Only numbers of several types have one in common here: text beside numbers is a mistake more often than not.
TypePtr widenedType(const TypePtr& known, const TypePtr& given, size_t row, const std::string& name) {
  if (known == nullptr || known->Equals(*given)) return given;
  if (isNumberType(*known) && isNumberType(*given)) return commonType(known, given);
  failRow(row, "has a value of type " + sqlName(*given) + " in column `" + name + "`, where others are " +
                   sqlName(*known) + "; give the values of a column one type");
}

std::shared_ptr<arrow::Array> columnOfValues(const LiteralColumn& values, const std::string& name) {
  TypePtr type;
  for (size_t row = 0; row < values.size(); ++row) {
    if (values[row]->is_valid) type = widenedType(type, values[row]->type, row, name);
  }
  if (type == nullptr) {
    throw Error(ErrorCode::kInvalidArgument, "createDataFrame(): column `" + name +
                                                 "` has only nulls, so that its type is not known; add it with "
                                                 "withColumn(name, lit(nullptr).cast(type))");
  }
  const auto builder = valueOf(arrow::MakeBuilder(type), "a column of values");
  for (const auto& value : values) {
    if (!value->is_valid) {
      check(builder->AppendNull(), "a null");
    } else {
      check(builder->AppendScalar(*valueOf(value->CastTo(type), "a value")), "a value");
    }
  }
  return valueOf(builder->Finish(), "a column of values");
}

}  // namespace

std::shared_ptr<arrow::Table> rowsOfValues(std::initializer_list<std::initializer_list<Operand>> rows,
                                           const std::vector<std::string>& names) {
  const size_t width = names.empty() && rows.size() > 0 ? rows.begin()->size() : names.size();
  std::vector<LiteralColumn> columns(width);
  size_t number = 0;
  for (const auto& row : rows) {
    if (row.size() != width) {
      failRow(number, "has " + std::to_string(row.size()) + " values, and there are " + std::to_string(width) +
                          (names.empty() ? " in the first row" : " names"));
    }
    size_t place = 0;
    for (const Operand& value : row) {
      if (value.expression()->kind != ExprKind::kLiteral) failRow(number, "holds a column where a value is expected");
      columns[place++].push_back(value.expression()->literal);
    }
    ++number;
  }
  arrow::FieldVector fields;
  arrow::ArrayVector arrays;
  for (size_t i = 0; i < width; ++i) {
    const std::string name = names.empty() ? "_" + std::to_string(i + 1) : names[i];
    arrays.push_back(columnOfValues(columns[i], name));
    fields.push_back(arrow::field(name, arrays.back()->type()));
  }
  return arrow::Table::Make(arrow::schema(std::move(fields)), arrays, static_cast<int64_t>(rows.size()));
}

}  // namespace ferro
