// Functions that look for one text in another: contains, startswith, instr, locate, concat and concat_ws.
#include <array>

#include "ferro/engine/expr/function_families.h"
#include "ferro/engine/expr/rows.h"
#include "ferro/engine/expr/signature.h"
#include "ferro/engine/expr/type_coercion.h"
#include "ferro/engine/expr/utf8_text.h"

namespace ferro {

namespace {

using Text = std::string_view;

arrow::Datum contains(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  return mapRows<Text, Text>(call.type, arguments, rows, context,
                             [](Text text, Text part) { return text.find(part) != Text::npos; });
}

arrow::Datum startsWith(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  return mapRows<Text, Text>(call.type, arguments, rows, context,
                             [](Text text, Text part) { return text.starts_with(part); });
}

arrow::Datum endsWith(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  return mapRows<Text, Text>(call.type, arguments, rows, context,
                             [](Text text, Text part) { return text.ends_with(part); });
}

// The character that a part begins at, counted from 1; 0 when it is not there. The search begins at `from`, from 1.
int32_t locateIn(Text part, Text text, int32_t from) {
  if (from < 1) return 0;
  if (part.empty()) return 1;
  const size_t begin = byteOfCharacter(text, from - 1);
  const size_t found = text.find(part, begin);
  if (found == Text::npos) return 0;
  return static_cast<int32_t>(countCharacters(text.substr(0, found))) + 1;
}

arrow::Datum instr(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  return mapRows<Text, Text>(call.type, arguments, rows, context,
                             [](Text text, Text part) { return locateIn(part, text, 1); });
}

// From a place that is not known, nothing is found: 0, as Hive had it.
arrow::Datum locate(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  const ArgumentRows<Text> part(arguments[0], context);
  const ArgumentRows<Text> text(arguments[1], context);
  const ArgumentRows<int32_t> from(arguments.size() > 2 ? arguments[2] : arrow::Datum(int32_t{1}), context);
  ColumnWriter<int32_t> writer(call.type, rows, context);
  for (int64_t row = 0; row < rows; ++row) {
    if (!from.valid(row)) {
      writer.append(0);
    } else if (part.valid(row) && text.valid(row)) {
      writer.append(locateIn(part[row], text[row], from[row]));
    } else {
      writer.appendNull();
    }
  }
  return writer.finish();
}

// Texts, bytes, or arrays.
ResolvedCall resolveConcat(const CallSite& call) {
  if (call.arguments.empty()) return {{}, arrow::utf8(), false};
  bool arrays = false;
  bool bytes = true;
  for (const ExprPtr& argument : call.arguments) {
    arrays = arrays || argument->type->id() == arrow::Type::LIST;
    bytes = bytes && argument->type->id() == arrow::Type::BINARY;
  }
  TypePtr type = bytes ? arrow::binary() : arrow::utf8();
  if (arrays) type = commonArgumentType(call);
  for (size_t i = 0; i < call.arguments.size(); ++i) {
    const bool takes = arrays || bytes || !isNested(*call.arguments[i]->type);
    if (!takes) throwWrongType(call, i, "(\"STRING\" or \"BINARY\" or \"ARRAY\")");
    if (arrays && isNull(*call.arguments[i]->type)) throwDifferentTypes(call);
  }
  ResolvedCall resolved{{}, type, anyNullable(call)};
  resolved.argumentTypes.assign(call.arguments.size(), type);
  return resolved;
}

arrow::Datum concatArrays(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  std::unique_ptr<arrow::ArrayBuilder> builder;
  check(arrow::MakeBuilder(poolOf(context), call.type, &builder), "concat");
  auto& lists = static_cast<arrow::ListBuilder&>(*builder);
  arrow::ArrayVector columns;
  for (const arrow::Datum& argument : arguments) columns.push_back(arrayOf(argument, context));
  const auto place = [&](size_t i, int64_t row) { return arguments[i].is_scalar() ? 0 : row; };
  for (int64_t row = 0; row < rows; ++row) {
    bool valid = true;
    for (size_t i = 0; i < columns.size(); ++i) valid = valid && columns[i]->IsValid(place(i, row));
    check(valid ? lists.Append() : lists.AppendNull(), "concat");
    for (size_t i = 0; valid && i < columns.size(); ++i) {
      const auto& list = static_cast<const arrow::ListArray&>(*columns[i]);
      const arrow::ArraySpan values(*list.values()->data());
      const int64_t at = place(i, row);
      check(lists.value_builder()->AppendArraySlice(values, list.value_offset(at), list.value_length(at)), "concat");
    }
  }
  return valueOf(lists.Finish(), "concat");
}

arrow::Datum concat(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  if (call.type->id() == arrow::Type::LIST) return concatArrays(call, arguments, rows, context);
  std::vector<ArgumentRows<Text>> columns;
  for (const arrow::Datum& argument : arguments) columns.emplace_back(argument, context);
  ColumnWriter<Text> writer(call.type, rows, context);
  std::string text;
  for (int64_t row = 0; row < rows; ++row) {
    text.clear();
    bool valid = true;
    for (const ArgumentRows<Text>& column : columns) {
      valid = valid && column.valid(row);
      if (valid) text += column[row];
    }
    if (valid) {
      writer.append(text);
    } else {
      writer.appendNull();
    }
  }
  return writer.finish();
}

ResolvedCall resolveConcatWs(const CallSite& call) {
  if (call.arguments.empty()) throwWrongCount(call, "1 or more");
  ResolvedCall resolved{{}, arrow::utf8(), call.arguments[0]->nullable};
  for (size_t i = 0; i < call.arguments.size(); ++i) {
    const bool array = i > 0 && call.arguments[i]->type->id() == arrow::Type::LIST;
    const TypePtr type = array ? arrow::list(arrow::utf8()) : arrow::utf8();
    if (implicitCast(call.arguments[i]->type, type) == nullptr) throwWrongType(call, i, "\"STRING\"");
    resolved.argumentTypes.push_back(type);
  }
  return resolved;
}

// The texts of one argument in one row, nulls left out.
template <class Take>
void forEachText(const arrow::Array& column, int64_t row, const Take& take) {
  if (column.IsNull(row)) return;
  if (column.type_id() != arrow::Type::LIST) {
    take(static_cast<const arrow::StringArray&>(column).GetView(row));
    return;
  }
  const auto& list = static_cast<const arrow::ListArray&>(column);
  const auto& texts = static_cast<const arrow::StringArray&>(*list.values());
  for (int64_t i = list.value_offset(row); i < list.value_offset(row + 1); ++i) {
    if (texts.IsValid(i)) take(texts.GetView(i));
  }
}

arrow::Datum concatWs(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  const ArgumentRows<Text> separator(arguments[0], context);
  arrow::ArrayVector columns;
  for (const arrow::Datum& argument : arguments) columns.push_back(arrayOf(argument, context));
  ColumnWriter<Text> writer(call.type, rows, context);
  for (int64_t row = 0; row < rows; ++row) {
    if (!separator.valid(row)) {
      writer.appendNull();
      continue;
    }
    std::string text;
    bool first = true;
    for (size_t i = 1; i < columns.size(); ++i) {
      forEachText(*columns[i], arguments[i].is_scalar() ? 0 : row, [&](Text part) {
        if (!first) text += separator[row];
        text += part;
        first = false;
      });
    }
    writer.append(text);
  }
  return writer.finish();
}

constexpr std::string_view kMatch = "string, string -> boolean";

constexpr std::array kStringMatchFunctions{
    ScalarFunction{.name = "contains", .resolve = resolveBySignature, .evaluate = contains, .signature = kMatch},
    ScalarFunction{.name = "startswith", .resolve = resolveBySignature, .evaluate = startsWith, .signature = kMatch},
    ScalarFunction{.name = "endswith", .resolve = resolveBySignature, .evaluate = endsWith, .signature = kMatch},
    ScalarFunction{
        .name = "instr", .resolve = resolveBySignature, .evaluate = instr, .signature = "string, string -> int"},
    ScalarFunction{.name = "locate",
                   .resolve = resolveBySignature,
                   .evaluate = locate,
                   .strict = false,
                   .signature = "string, string, int? -> int"},
    ScalarFunction{.name = "position",
                   .resolve = resolveBySignature,
                   .evaluate = locate,
                   .strict = false,
                   .signature = "string, string, int? -> int"},
    ScalarFunction{.name = "concat", .resolve = resolveConcat, .evaluate = concat},
    ScalarFunction{.name = "concat_ws", .resolve = resolveConcatWs, .evaluate = concatWs, .strict = false},
};

}  // namespace

std::span<const ScalarFunction> stringMatchFunctions() { return kStringMatchFunctions; }

}  // namespace ferro
