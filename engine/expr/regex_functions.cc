// like, ilike, rlike, regexp_extract, regexp_replace and split. Patterns are RE2's: most of Java's, but without
// look-around and back-references, and an alternation takes the leftmost match as Java does.
#include <array>

#include <arrow/array/concatenate.h>
#include <arrow/compute/api.h>

#include "ferro/common/error.h"
#include "ferro/engine/expr/function_families.h"
#include "ferro/engine/expr/regex_text.h"
#include "ferro/engine/expr/rows.h"
#include "ferro/engine/expr/signature.h"
#include "ferro/engine/expr/utf8_text.h"

namespace ferro {

namespace {

using Text = std::string_view;
using Kernel = arrow::Datum (*)(const arrow::Datum& texts, const std::vector<std::string>& constants,
                                EvalContext& context);

// Arrow's kernels take one pattern for a whole column. Where a pattern is a column, they are run row by row.
arrow::Datum withConstants(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context,
                           Kernel kernel) {
  std::vector<Rows<Text>> constants;
  for (size_t i = 1; i < arguments.size(); ++i) constants.emplace_back(arguments[i], context);
  const auto at = [&](int64_t row) {
    std::vector<std::string> values;
    for (const Rows<Text>& constant : constants) values.emplace_back(constant[row]);
    return values;
  };
  bool allConstant = true;
  for (const Rows<Text>& constant : constants) allConstant = allConstant && constant.step() == 0;
  if (allConstant) return kernel(arguments[0], at(0), context);
  const auto texts = spread(arguments[0], rows, context);
  arrow::ArrayVector parts;
  for (int64_t row = 0; row < rows; ++row) {
    bool valid = true;
    for (const Rows<Text>& constant : constants) valid = valid && constant.valid(row);
    if (valid) {
      parts.push_back(spread(kernel(texts->Slice(row, 1), at(row), context), 1, context));
    } else {
      parts.push_back(valueOf(arrow::MakeArrayOfNull(call.type, 1, poolOf(context)), "a null"));
    }
  }
  if (parts.empty()) return valueOf(arrow::MakeEmptyArray(call.type, poolOf(context)), "an empty column");
  return valueOf(arrow::Concatenate(parts, poolOf(context)), call.name);
}

arrow::Datum callRegex(const std::string& kernel, const arrow::Datum& texts, const std::string& pattern,
                       const arrow::compute::FunctionOptions& options, EvalContext& context) {
  arrow::Result<arrow::Datum> result = arrow::compute::CallFunction(kernel, {texts}, &options, execOf(context));
  if (result.ok()) return *std::move(result);
  if (!result.status().IsInvalid()) check(result.status(), kernel);
  throw Error(ErrorCode::kInvalidArgument,
              "[INVALID_PARAMETER_VALUE.PATTERN] The value of parameter(s) `regexp` is "
              "invalid: '" +
                  pattern + "': " + result.status().message());
}

template <bool kIgnoreCase>
arrow::Datum likeKernel(const arrow::Datum& texts, const std::vector<std::string>& constants, EvalContext& context) {
  const arrow::compute::MatchSubstringOptions options(constants[0], kIgnoreCase);
  return callArrow("match_like", {texts}, context, &options);
}

arrow::Datum matchKernel(const arrow::Datum& texts, const std::vector<std::string>& constants, EvalContext& context) {
  const arrow::compute::MatchSubstringOptions options(constants[0]);
  return callRegex("match_substring_regex", texts, constants[0], options, context);
}

arrow::Datum replaceKernel(const arrow::Datum& texts, const std::vector<std::string>& constants, EvalContext& context) {
  const arrow::compute::ReplaceSubstringOptions options(constants[0], rewriteReplacement(constants[1]));
  return callRegex("replace_substring_regex", texts, constants[0], options, context);
}

[[noreturn]] void throwNoSuchGroup(int32_t group, int groups) {
  throw Error(ErrorCode::kInvalidArgument,
              "[INVALID_PARAMETER_VALUE.REGEX_GROUP_INDEX] The value of parameter(s) `idx` in `regexp_extract` is "
              "invalid: Expects group index between 0 and " +
                  std::to_string(groups) + ", but got " + std::to_string(group) + ".");
}

// No match, and a group that took no part in one, are the empty text.
arrow::Datum extractGroup(const arrow::Datum& texts, const std::string& pattern, int32_t group, EvalContext& context) {
  const NamedPattern named = nameGroups(pattern);
  const arrow::compute::ExtractRegexOptions options(named.pattern);
  const auto found = callRegex("extract_regex", texts, pattern, options, context).make_array();
  if (group < 0 || group > named.groups) {
    // Which group is wanted does not matter while nothing matches.
    if (found->null_count() < found->length()) throwNoSuchGroup(group, named.groups);
    group = 0;
  }
  const auto& groups = static_cast<const arrow::StructArray&>(*found);
  const auto wanted = valueOf(groups.GetFlattenedField(group, poolOf(context)), "regexp_extract");
  const arrow::Datum filled = callArrow("coalesce", {wanted, arrow::Datum("")}, context);
  if (texts.null_count() == 0) return filled;
  return callArrow("if_else", {callArrow("is_null", {texts}, context), arrow::MakeNullScalar(arrow::utf8()), filled},
                   context);
}

arrow::Datum like(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  return withConstants(call, arguments, rows, context, likeKernel<false>);
}

arrow::Datum ilike(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  return withConstants(call, arguments, rows, context, likeKernel<true>);
}

arrow::Datum rlike(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  return withConstants(call, arguments, rows, context, matchKernel);
}

arrow::Datum regexpReplace(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  return withConstants(call, arguments, rows, context, replaceKernel);
}

arrow::Datum regexpExtract(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  const Rows<int32_t> group(arguments.size() > 2 ? arguments[2] : arrow::Datum(int32_t{1}), context);
  const Rows<Text> pattern(arguments[1], context);
  if (pattern.step() == 0 && group.step() == 0) {
    return extractGroup(arguments[0], std::string(pattern[0]), group[0], context);
  }
  const auto texts = spread(arguments[0], rows, context);
  ColumnWriter<Text> writer(call.type, rows, context);
  for (int64_t row = 0; row < rows; ++row) {
    if (texts->IsNull(row) || !pattern.valid(row) || !group.valid(row)) {
      writer.appendNull();
      continue;
    }
    const arrow::Datum one = extractGroup(texts->Slice(row, 1), std::string(pattern[row]), group[row], context);
    writer.append(Rows<Text>(one, context)[0]);
  }
  return writer.finish();
}

std::shared_ptr<arrow::Array> characters(const std::shared_ptr<arrow::Array>& texts, int32_t limit,
                                         EvalContext& context) {
  arrow::ListBuilder lists(poolOf(context), std::make_shared<arrow::StringBuilder>(poolOf(context)));
  auto& items = static_cast<arrow::StringBuilder&>(*lists.value_builder());
  const auto& column = static_cast<const arrow::StringArray&>(*texts);
  for (int64_t row = 0; row < column.length(); ++row) {
    check(column.IsValid(row) ? lists.Append() : lists.AppendNull(), "split");
    if (column.IsNull(row)) continue;
    Text text = column.GetView(row);
    if (text.empty()) check(items.Append(text), "split");
    for (int32_t count = 1; !text.empty(); ++count) {
      const size_t bytes = count == limit ? text.size() : characterBytes(text);
      check(items.Append(text.substr(0, bytes)), "split");
      text.remove_prefix(bytes);
    }
  }
  return valueOf(lists.Finish(), "split");
}

std::shared_ptr<arrow::Array> splitTexts(const std::shared_ptr<arrow::Array>& texts, const std::string& pattern,
                                         int32_t limit, EvalContext& context) {
  if (pattern.empty()) return characters(texts, limit, context);
  const arrow::compute::SplitPatternOptions options(isPlainPattern(pattern) ? unescaped(pattern) : pattern,
                                                    limit > 0 ? limit - 1 : -1);
  if (limit == 1) {
    // Arrow reads no splits as all of them.
    const arrow::compute::SplitPatternOptions never(std::string("\0never\0", 7));
    return callArrow("split_pattern", {texts}, context, &never).make_array();
  }
  const std::string kernel = isPlainPattern(pattern) ? "split_pattern" : "split_pattern_regex";
  return callRegex(kernel, texts, pattern, options, context).make_array();
}

arrow::Datum splitText(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  const Rows<Text> pattern(arguments[1], context);
  const Rows<int32_t> limit(arguments.size() > 2 ? arguments[2] : arrow::Datum(int32_t{-1}), context);
  const auto texts = spread(arguments[0], rows, context);
  if (pattern.step() == 0 && limit.step() == 0) {
    return splitTexts(texts, std::string(pattern[0]), limit[0], context);
  }
  arrow::ArrayVector parts{valueOf(arrow::MakeEmptyArray(call.type, poolOf(context)), "an empty column")};
  for (int64_t row = 0; row < rows; ++row) {
    const bool valid = pattern.valid(row) && limit.valid(row);
    parts.push_back(valid ? splitTexts(texts->Slice(row, 1), std::string(pattern[row]), limit[row], context)
                          : valueOf(arrow::MakeArrayOfNull(call.type, 1, poolOf(context)), "a null"));
  }
  return valueOf(arrow::Concatenate(parts, poolOf(context)), "split");
}

constexpr std::string_view kMatch = "string, string -> boolean";

constexpr std::array kFunctions{
    ScalarFunction{.name = "like", .resolve = resolveBySignature, .evaluate = like, .signature = kMatch},
    ScalarFunction{.name = "ilike", .resolve = resolveBySignature, .evaluate = ilike, .signature = kMatch},
    ScalarFunction{
        .name = "rlike", .resolve = resolveBySignature, .evaluate = rlike, .canThrow = true, .signature = kMatch},
    ScalarFunction{
        .name = "regexp", .resolve = resolveBySignature, .evaluate = rlike, .canThrow = true, .signature = kMatch},
    ScalarFunction{
        .name = "regexp_like", .resolve = resolveBySignature, .evaluate = rlike, .canThrow = true, .signature = kMatch},
    ScalarFunction{.name = "regexp_replace",
                   .resolve = resolveBySignature,
                   .evaluate = regexpReplace,
                   .canThrow = true,
                   .signature = "string, string, string -> string"},
    ScalarFunction{.name = "regexp_extract",
                   .resolve = resolveBySignature,
                   .evaluate = regexpExtract,
                   .canThrow = true,
                   .signature = "string, string, int? -> string"},
    ScalarFunction{.name = "split",
                   .resolve = resolveBySignature,
                   .evaluate = splitText,
                   .canThrow = true,
                   .signature = "string, string, int? -> array<string>"},
};

}  // namespace

std::span<const ScalarFunction> regexFunctions() { return kFunctions; }

}  // namespace ferro
