#include "expression_table.h"

#include <arrow/compute/api.h>
#include <arrow/json/from_string.h>

#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro/common/text.h"
#include "ferro/engine/expr/cast.h"
#include "ferro/engine/expr/value_text.h"
#include "ferro/engine/types/data_types.h"
#include "ferro_test.h"

namespace ferro::test {

namespace {

constexpr int64_t kRows = 3;

struct Case {
  std::string function;
  std::vector<std::string> arguments;
  std::string expected;
};

Case parseCase(std::string_view line) {
  Case found;
  std::vector<std::string> parts;
  for (size_t at = 0; at <= line.size();) {
    const size_t end = std::min(line.find(" | ", at), line.size());
    parts.emplace_back(trim(line.substr(at, end - at)));
    at = end + 3;
  }
  REQUIRE(parts.size() >= 2);
  found.function = parts.front();
  found.expected = parts.back();
  found.arguments.assign(parts.begin() + 1, parts.end() - 1);
  return found;
}

// The value three times, inside of a column that has other rows around it.
std::shared_ptr<arrow::Array> slicedColumn(const std::shared_ptr<arrow::Array>& value) {
  const auto null = valueOf(arrow::MakeArrayOfNull(value->type(), 1), "null");
  const auto all = valueOf(arrow::Concatenate({null, value, null, value, value, value, null}), "column");
  return all->Slice(3, kRows);
}

ExprPtr castOf(const Case& test, std::vector<ExprPtr> arguments) {
  const TypePtr type = parseType(test.arguments[1]);
  if (test.function == "cast") return expr::cast(arguments[0], type);
  return expr::call("try_cast", {arguments[0]}, type, true);
}

// A text that begins or ends with spaces stands in quotes, which say no more than that it has them.
std::string unquoted(const std::string& expected) {
  const size_t quote = expected.find(": '");
  if (quote == std::string::npos || !expected.ends_with('\'')) return expected;
  const std::string text = expected.substr(quote + 3, expected.size() - quote - 4);
  return std::string(trim(expected.substr(0, quote + 2) + text));
}

bool isCast(const Case& test) { return test.function == "cast" || test.function == "try_cast"; }

// Bit i of the mix says that argument i is a column.
std::string resultOf(const Case& test, unsigned mix) {
  std::vector<std::shared_ptr<arrow::Array>> columns{slicedColumn(parseValue("int: 7"))};
  std::vector<ExprPtr> arguments;
  const size_t count = isCast(test) ? 1 : test.arguments.size();
  for (size_t i = 0; i < count; ++i) {
    const auto value = parseValue(test.arguments[i]);
    if ((mix >> i & 1) == 0) {
      arguments.push_back(expr::literal(valueOf(value->GetScalar(0), "literal")));
      continue;
    }
    columns.push_back(slicedColumn(value));
    arguments.push_back(expr::input(static_cast<int>(columns.size()) - 1, value->type(), true));
  }
  try {
    const ExprPtr call = isCast(test) ? castOf(test, arguments) : callOf(test.function, arguments);
    const auto column = evaluate(call, *batchOf(columns));
    check(column->ValidateFull(), "the result");
    if (!column->type()->Equals(*call->type)) return "a column of " + column->type()->ToString();
    if (column->length() != kRows) return std::to_string(column->length()) + " rows";
    const std::string first = valueText(*column, 0);
    for (int64_t row = 1; row < kRows; ++row) {
      if (valueText(*column, row) != first) return "different rows: " + textOf(*column);
    }
    return sqlName(*call->type) + ": " + first;
  } catch (const Error& error) {
    return std::string("! ") + error.what();
  }
}

}  // namespace

std::shared_ptr<arrow::Array> fromJson(std::string_view type, const std::string& json) {
  return valueOf(arrow::json::ArrayFromJSONString(parseType(type), json), json);
}

std::shared_ptr<arrow::Array> parseValue(std::string_view text) {
  const size_t colon = text.find(": ");
  REQUIRE(colon != std::string_view::npos);
  const TypePtr type = parseType(text.substr(0, colon));
  std::string_view value = text.substr(colon + 2);
  if (value == "NULL") return valueOf(arrow::MakeArrayOfNull(type, 1), "null");
  if (arrow::is_nested(type->id())) {
    return valueOf(arrow::json::ArrayFromJSONString(type, "[" + std::string(value) + "]"), text);
  }
  if (value.size() >= 2 && value.front() == '\'') value = value.substr(1, value.size() - 2);
  EvalContext context;
  const auto plain = valueOf(arrow::MakeArrayFromScalar(arrow::StringScalar(std::string(value)), 1), "text");
  return castArray(plain, type, CastFailure::kThrow, context);
}

std::shared_ptr<arrow::RecordBatch> batchOf(std::vector<std::shared_ptr<arrow::Array>> columns) {
  arrow::FieldVector fields;
  for (size_t i = 0; i < columns.size(); ++i) {
    fields.push_back(arrow::field(std::string(1, static_cast<char>('a' + i)), columns[i]->type()));
  }
  const int64_t rows = columns.empty() ? 0 : columns[0]->length();
  return arrow::RecordBatch::Make(arrow::schema(fields), rows, std::move(columns));
}

ExprPtr inputOf(const arrow::RecordBatch& batch, int position) {
  const auto& field = batch.schema()->field(position);
  return expr::input(position, field->type(), true, field->name());
}

ExprPtr callOf(std::string function, std::vector<ExprPtr> arguments) {
  return resolveCall(expr::call(std::move(function), std::move(arguments)));
}

ExprPtr literalOf(std::string_view value) { return expr::literal(valueOf(parseValue(value)->GetScalar(0), "literal")); }

std::shared_ptr<arrow::Array> evaluate(const ExprPtr& bound, const arrow::RecordBatch& batch) {
  EvalContext context;
  return evaluateColumn(*compile(*bound), batch, context);
}

std::string textOf(const arrow::Array& column) {
  std::string text;
  for (int64_t row = 0; row < column.length(); ++row) text += (row == 0 ? "" : " ") + valueText(column, row);
  return text;
}

void checkTable(std::string_view table) {
  for (const std::string_view line : split(table, '\n')) {
    if (trim(line).empty()) continue;
    const Case test = parseCase(trim(line));
    const size_t count = isCast(test) ? 1 : test.arguments.size();
    for (unsigned mix = 0; mix < 1U << count; ++mix) {
      INFO(line << "   columns: " << mix);
      const std::string result = resultOf(test, mix);
      if (test.expected.starts_with("! ")) {
        CHECK(result.substr(0, test.expected.size()) == test.expected);
      } else {
        CHECK(std::string(trim(result)) == unquoted(test.expected));
      }
    }
  }
}

}  // namespace ferro::test
