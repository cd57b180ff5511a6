#include "ferro/engine/expr/cast.h"

#include <arrow/array/concatenate.h>
#include <arrow/array/util.h>

#include "ferro/common/error.h"
#include "ferro/engine/expr/cast_kinds.h"
#include "ferro/engine/expr/functions.h"
#include "ferro/engine/expr/type_coercion.h"
#include "ferro/engine/expr/value_text.h"
#include "ferro/engine/types/data_types.h"

namespace ferro {

namespace {

using arrow::Type;

// The columns inside are cast whole, behind the same offsets and validity.
std::shared_ptr<arrow::Array> castList(const arrow::Array& column, const TypePtr& to, CastFailure failure,
                                       EvalContext& context) {
  const auto& list = static_cast<const arrow::ListArray&>(column);
  const bool isMap = to->id() == Type::MAP;
  const TypePtr inner = isMap ? to->field(0)->type() : static_cast<const arrow::ListType&>(*to).value_type();
  const auto values = castArray(list.values(), inner, failure, context);
  auto data = column.data()->Copy();
  data->type = to;
  data->child_data = {values->data()};
  return arrow::MakeArray(std::move(data));
}

std::shared_ptr<arrow::Array> castStruct(const arrow::Array& column, const TypePtr& to, CastFailure failure,
                                         EvalContext& context) {
  const auto& from = static_cast<const arrow::StructArray&>(column);
  auto data = column.data()->Copy();
  data->type = to;
  for (int i = 0; i < to->num_fields(); ++i) {
    // Fields that the struct was not given an offset for: data of a struct's children is not sliced with it.
    const auto child = arrow::MakeArray(from.data()->child_data[static_cast<size_t>(i)]);
    data->child_data[static_cast<size_t>(i)] = castArray(child, to->field(i)->type(), failure, context)->data();
  }
  return arrow::MakeArray(std::move(data));
}

std::shared_ptr<arrow::Array> relabel(const arrow::Array& column, const TypePtr& to) {
  auto data = column.data()->Copy();
  data->type = to;
  return arrow::MakeArray(std::move(data));
}

bool isPlain(const arrow::DataType& type) {
  return isIntegral(type) || isFloating(type) || type.id() == Type::BOOL || isDate(type) || isTimestamp(type);
}

[[noreturn]] void throwNoCast(const arrow::DataType& from, const arrow::DataType& to) {
  throw Error(
      ErrorCode::kInvalidArgument,
      "[DATATYPE_MISMATCH.CAST_WITHOUT_SUGGESTION] Cannot resolve a cast due to data type mismatch: cannot cast " +
          quotedSqlName(from) + " to " + quotedSqlName(to));
}

// The nulls of what a struct or list has below it are nobody's: they must not stop a cast.
bool canCastFields(const arrow::DataType& from, const arrow::DataType& to) {
  if (from.num_fields() != to.num_fields()) return false;
  for (int i = 0; i < from.num_fields(); ++i) {
    if (!canCast(*from.field(i)->type(), *to.field(i)->type())) return false;
  }
  return true;
}

bool isNumberOrFlag(const arrow::DataType& type) { return isNumeric(type) || type.id() == Type::BOOL; }

}  // namespace

bool canCast(const arrow::DataType& from, const arrow::DataType& to) {
  if (from.Equals(to) || isNull(from)) return true;
  if (isText(to)) return true;
  if (isNested(from) || isNested(to)) return from.id() == to.id() && canCastFields(from, to);
  if (isText(from)) return !isNull(to);
  if (isNumberOrFlag(from) && isNumberOrFlag(to)) return true;
  if (isTimestamp(from)) return isNumeric(to) || isDate(to) || isTimestamp(to);
  if (isTimestamp(to)) return isNumeric(from) || isDate(from);
  return false;
}

bool castCanFail(const arrow::DataType& from, const arrow::DataType& to) {
  if (from.Equals(to) || isNull(from) || isText(to)) return false;
  if (isIntegral(from) && isIntegral(to)) return from.byte_width() > to.byte_width();
  if (isNumberOrFlag(from) && (isFloating(to) || to.id() == Type::BOOL)) return false;
  const bool bothTimes = (isDate(from) || isTimestamp(from)) && (isDate(to) || isTimestamp(to));
  return !bothTimes;
}

std::shared_ptr<arrow::Array> castArray(const std::shared_ptr<arrow::Array>& given, const TypePtr& to,
                                        CastFailure failure, EvalContext& context) {
  if (given->type()->Equals(*to)) return given;
  const std::shared_ptr<arrow::Array> column = arrayOf(given, context);
  const arrow::DataType& from = *column->type();
  if (from.Equals(*to)) return column;
  if (isNull(from)) {
    return valueOf(arrow::MakeArrayOfNull(to, column->length(), poolOf(context)), "a column of nulls");
  }
  if (!canCast(from, *to)) throwNoCast(from, *to);
  if (isText(*to)) {
    return from.id() == Type::BINARY ? relabel(*column, to) : castToText(*column, *context.zone, poolOf(context));
  }
  if (from.id() == Type::LIST || from.id() == Type::MAP) return castList(*column, to, failure, context);
  if (from.id() == Type::STRUCT) return castStruct(*column, to, failure, context);
  if (isText(from)) return castFromText(column, to, failure, context).make_array();
  if (isDecimal(from) || isDecimal(*to)) return castDecimals(column, to, failure, context).make_array();
  if (isPlain(from) && isPlain(*to)) return castNumbers(column, to, failure, context).make_array();
  throwNoCast(from, *to);
}

arrow::Datum castDatum(const arrow::Datum& value, const TypePtr& to, CastFailure failure, EvalContext& context) {
  if (value.type()->Equals(*to)) return value;
  if (!value.is_scalar()) {
    // A dictionary of text is text already.
    if (value.type()->id() == Type::DICTIONARY && isText(*to)) return value;
    return castArray(value.make_array(), to, failure, context);
  }
  if (!value.scalar()->is_valid) return arrow::MakeNullScalar(to);
  const auto one = castArray(arrayOf(value, context), to, failure, context);
  return valueOf(one->GetScalar(0), "a constant");
}

}  // namespace ferro
