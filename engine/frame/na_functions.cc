#include "ferro/engine/frame/na_functions.h"

#include <algorithm>

#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/engine/frame/functions.h"
#include "ferro/engine/plan/names.h"
#include "ferro/engine/plan/plan.h"

namespace ferro {
namespace {

bool isNumber(const arrow::DataType& type) { return arrow::is_numeric(type.id()) || arrow::is_decimal(type.id()); }
bool isFloating(const arrow::DataType& type) { return arrow::is_floating(type.id()); }

// Whether a column can take the value at all: numbers go with numbers, the rest with its own kind.
bool canHold(const arrow::DataType& column, const arrow::DataType& value) {
  if (value.id() == arrow::Type::NA) return true;
  return isNumber(value) ? isNumber(column) : column.id() == value.id();
}

Attribute columnOf(const DataFrame& frame, const std::string& name) {
  return attributeOf(*findColumn(frame.plan()->output(), "`" + name + "`"));
}

Column present(const Attribute& attribute) {
  const Column column(attribute.reference());
  return isFloating(*attribute.type) ? column.isNotNull() && !column.isNaN() : column.isNotNull();
}

Column filled(const Attribute& attribute, const Operand& value) {
  const Column column(attribute.reference());
  const Column known = isFloating(*attribute.type) ? nanvl(column, lit(nullptr).cast(attribute.type)) : column;
  return coalesce(known, lit(value).cast(attribute.type)).as(attribute.name);
}

// Numbers are compared and taken as doubles, whatever the column holds: 1.5 replaces no 1.
Column asReplaced(const Operand& value) {
  return isNumber(*value.expression()->type) ? lit(value).cast(arrow::float64()) : lit(value);
}

Column replaced(const Attribute& attribute, const std::vector<std::pair<Operand, Operand>>& replacements) {
  const Column column(attribute.reference());
  std::vector<ExprPtr> parts;
  for (const auto& [from, to] : replacements) {
    parts.push_back((column == asReplaced(from)).expression());
    parts.push_back(asReplaced(to).cast(attribute.type).expression());
  }
  parts.push_back(column.expression());
  return Column(expr::call("case", std::move(parts))).as(attribute.name);
}

Attributes chosen(const DataFrame& frame, const std::vector<std::string>& names) {
  Attributes attributes;
  for (const std::string& name : names) attributes.push_back(columnOf(frame, name));
  return attributes;
}

DataFrame dropRows(const DataFrame& frame, const Attributes& columns, int64_t minNonNulls) {
  if (columns.empty()) return frame;
  Column count = lit(0);
  for (const Attribute& column : columns) count = count + when(present(column), 1).otherwise(0);
  return frame.where(count >= minNonNulls);
}

int64_t fewest(std::string_view how, size_t numColumns) {
  if (sameName(how, "any")) return static_cast<int64_t>(numColumns);
  if (sameName(how, "all")) return 1;
  throw Error(ErrorCode::kInvalidArgument,
              "na().drop() takes \"any\" or \"all\", and was given \"" + std::string(how) + "\"");
}

// The frame with some columns computed anew, in their places.
template <class Make>
DataFrame withNew(const DataFrame& frame, const Attributes& columns, const Make& make) {
  std::vector<Column> list;
  for (const Attribute& attribute : frame.plan()->output()) {
    const bool isChosen = findAttribute(columns, attribute.id) != nullptr;
    list.push_back(isChosen ? make(attribute) : Column(attribute.reference()));
  }
  return frame.select(list);
}

}  // namespace

DataFrame DataFrameNaFunctions::drop(std::string_view how) const {
  const Attributes& columns = frame_.plan()->output();
  return dropRows(frame_, columns, fewest(how, columns.size()));
}

DataFrame DataFrameNaFunctions::drop(std::string_view how, const std::vector<std::string>& columns) const {
  return dropRows(frame_, chosen(frame_, columns), fewest(how, columns.size()));
}

DataFrame DataFrameNaFunctions::drop(int minNonNulls) const {
  return dropRows(frame_, frame_.plan()->output(), minNonNulls);
}

DataFrame DataFrameNaFunctions::drop(int minNonNulls, const std::vector<std::string>& columns) const {
  return dropRows(frame_, chosen(frame_, columns), minNonNulls);
}

DataFrame DataFrameNaFunctions::fill(const Operand& value) const { return fill(value, frame_.columns()); }

DataFrame DataFrameNaFunctions::fill(const Operand& value, const std::vector<std::string>& columns) const {
  Attributes fitting = chosen(frame_, columns);
  std::erase_if(fitting, [&](const Attribute& column) { return !canHold(*column.type, *value.expression()->type); });
  return withNew(frame_, fitting, [&](const Attribute& column) { return filled(column, value); });
}

DataFrame DataFrameNaFunctions::fill(const std::vector<std::pair<std::string, Operand>>& values) const {
  DataFrame frame = frame_;
  for (const auto& [name, value] : values) {
    const Attribute column = columnOf(frame, name);
    frame = withNew(frame, {column}, [&, &own = value](const Attribute& attribute) { return filled(attribute, own); });
  }
  return frame;
}

DataFrame DataFrameNaFunctions::replace(const std::string& column,
                                        const std::vector<std::pair<Operand, Operand>>& replacements) const {
  return replace(column == "*" ? frame_.columns() : std::vector<std::string>{column}, replacements);
}

DataFrame DataFrameNaFunctions::replace(const std::vector<std::string>& columns,
                                        const std::vector<std::pair<Operand, Operand>>& replacements) const {
  Attributes fitting = chosen(frame_, columns);
  std::erase_if(fitting, [&](const Attribute& column) {
    return replacements.empty() || !canHold(*column.type, *replacements.front().first.expression()->type);
  });
  return withNew(frame_, fitting, [&](const Attribute& column) { return replaced(column, replacements); });
}

}  // namespace ferro
