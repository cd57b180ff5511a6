// like, ilike, rlike, regexp_extract, regexp_replace and split. Patterns are Java's (java_regex.h); those that are
// plain text are searched for as text.
#include <array>
#include <memory>
#include <optional>

#include <arrow/array/concatenate.h>
#include <arrow/compute/api.h>

#include "ferro/common/error.h"
#include "ferro/engine/expr/function_families.h"
#include "ferro/engine/expr/java_regex.h"
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
  std::vector<ArgumentRows<Text>> constants;
  for (size_t i = 1; i < arguments.size(); ++i) constants.emplace_back(arguments[i], context);
  const auto at = [&](int64_t row) {
    std::vector<std::string> values;
    for (const ArgumentRows<Text>& constant : constants) values.emplace_back(constant[row]);
    return values;
  };
  bool allConstant = true;
  for (const ArgumentRows<Text>& constant : constants) allConstant = allConstant && constant.step() == 0;
  if (allConstant) return kernel(arguments[0], at(0), context);
  const auto texts = spread(arguments[0], rows, context);
  arrow::ArrayVector parts;
  for (int64_t row = 0; row < rows; ++row) {
    bool valid = true;
    for (const ArgumentRows<Text>& constant : constants) valid = valid && constant.valid(row);
    if (valid) {
      parts.push_back(spread(kernel(texts->Slice(row, 1), at(row), context), 1, context));
    } else {
      parts.push_back(valueOf(arrow::MakeArrayOfNull(call.type, 1, poolOf(context)), "a null"));
    }
  }
  if (parts.empty()) return valueOf(arrow::MakeEmptyArray(call.type, poolOf(context)), "an empty column");
  return valueOf(arrow::Concatenate(parts, poolOf(context)), call.name);
}

// A backslash takes away the meaning of what follows, and of nothing else.
void checkEscapes(Text pattern) {
  for (size_t at = pattern.find('\\'); at != Text::npos; at = pattern.find('\\', at + 2)) {
    const std::string begin = "the pattern '" + std::string(pattern) + "' of LIKE is invalid: ";
    if (at + 1 == pattern.size()) {
      throw Error(ErrorCode::kInvalidArgument,
                  "[INVALID_FORMAT.ESC_AT_THE_END] " + begin + "it ends with a backslash; write \\\\ for a backslash.");
    }
    if (std::string_view("_%\\").find(pattern[at + 1]) == Text::npos) {
      throw Error(ErrorCode::kInvalidArgument, "[INVALID_FORMAT.ESC_IN_THE_MIDDLE] " + begin + "a backslash before '" +
                                                   std::string(1, pattern[at + 1]) +
                                                   "'; it can stand before _, % and a backslash only.");
    }
  }
}

template <bool kIgnoreCase>
arrow::Datum likeKernel(const arrow::Datum& texts, const std::vector<std::string>& constants, EvalContext& context) {
  if (texts.is_scalar() || texts.null_count() < texts.length()) checkEscapes(constants[0]);
  const arrow::compute::MatchSubstringOptions options(constants[0], kIgnoreCase);
  return callArrow("match_like", {texts}, context, &options);
}

arrow::Datum like(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  return withConstants(call, arguments, rows, context, likeKernel<false>);
}

arrow::Datum ilike(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  return withConstants(call, arguments, rows, context, likeKernel<true>);
}

// The pattern of a row, compiled. One that is the same as in the row before is compiled once.
class RowPattern {
 public:
  JavaMatcher& at(Text pattern) {
    if (!regex_ || regex_->pattern() != pattern) {
      matcher_.reset();
      regex_ = std::make_unique<JavaRegex>(pattern);
      matcher_ = std::make_unique<JavaMatcher>(*regex_);
    }
    return *matcher_;
  }
  const JavaRegex& regex() const { return *regex_; }

 private:
  std::unique_ptr<JavaRegex> regex_;
  std::unique_ptr<JavaMatcher> matcher_;
};

// A pattern that is no column is checked before anything runs.
ResolvedCall resolvePattern(const CallSite& call) {
  ResolvedCall resolved = resolveBySignature(call);
  const Expr& pattern = *call.arguments[1];
  if (pattern.kind == ExprKind::kLiteral && pattern.literal->is_valid && pattern.type->id() == arrow::Type::STRING) {
    const JavaRegex compiled(static_cast<const arrow::StringScalar&>(*pattern.literal).view());
  }
  return resolved;
}

arrow::Datum rlike(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  const ArgumentRows<Text> pattern(arguments[1], context);
  if (pattern.step() == 0 && isPlainPattern(pattern[0])) {
    const std::string plain = unescaped(pattern[0]);
    return mapRows<Text>(call.type, {arguments[0]}, rows, context,
                         [&](Text text) { return text.find(plain) != Text::npos; });
  }
  RowPattern compiled;
  return mapRows<Text, Text>(call.type, arguments, rows, context,
                             [&](Text text, Text own) { return compiled.at(own).find(text); });
}

// The text from character `from` on, counted from 1, is searched as if nothing stood before it.
std::string replaceAll(Text text, JavaMatcher& matcher, const Replacement& replacement, int32_t from) {
  const size_t skipped = byteOfCharacter(text, from - 1);
  if (from > 1 && skipped >= text.size()) return std::string(text);
  std::string out(text.substr(0, skipped));
  text.remove_prefix(skipped);
  size_t copied = 0;
  for (size_t at = 0; matcher.find(text, at); at = matcher.next()) {
    out += text.substr(copied, matcher.begin() - copied);
    replacement.appendTo(out, matcher);
    copied = matcher.end();
  }
  return out += text.substr(copied);
}

arrow::Datum regexpReplace(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  const Arguments all{arguments[0], arguments[1], arguments[2],
                      arguments.size() > 3 ? arguments[3] : arrow::Datum(int32_t{1})};
  RowPattern compiled;
  std::optional<Replacement> replacement;
  std::string read;
  const JavaRegex* owner = nullptr;
  return mapRows<Text, Text, Text, int32_t>(
      call.type, all, rows, context, [&](Text text, Text pattern, Text replacedBy, int32_t from) -> std::string {
        JavaMatcher& matcher = compiled.at(pattern);
        if (!matcher.find(text)) return std::string(text);  // a replacement is looked at where it is needed
        if (!replacement || owner != &compiled.regex() || read != replacedBy) {
          replacement.emplace(replacedBy, compiled.regex());
          read = replacedBy;
          owner = &compiled.regex();
        }
        return replaceAll(text, matcher, *replacement, from);
      });
}

[[noreturn]] void throwNoSuchGroup(int32_t group, int groups) {
  throw Error(ErrorCode::kInvalidArgument,
              "[INVALID_PARAMETER_VALUE.REGEX_GROUP_INDEX] The value of parameter(s) `idx` in `regexp_extract` is "
              "invalid: Expects group index between 0 and " +
                  std::to_string(groups) + ", but got " + std::to_string(group) + ".");
}

// No match, and a group that took no part in one, are the empty text.
arrow::Datum regexpExtract(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  const Arguments all{arguments[0], arguments[1], arguments.size() > 2 ? arguments[2] : arrow::Datum(int32_t{1})};
  RowPattern compiled;
  return mapRows<Text, Text, int32_t>(call.type, all, rows, context, [&](Text text, Text pattern, int32_t group) {
    JavaMatcher& matcher = compiled.at(pattern);
    if (!matcher.find(text)) return Text();
    if (group < 0 || group > compiled.regex().groups()) throwNoSuchGroup(group, compiled.regex().groups());
    return matcher.group(group);
  });
}

// Gives the parts of a text to take(part), as Java's split() does: an empty match at the front cuts nothing off, and a
// limit above 0 is the most parts there may be.
template <class Take>
void splitByPattern(Text text, JavaMatcher& matcher, int32_t limit, const Take& take) {
  size_t begin = 0;
  int32_t parts = 0;
  for (size_t at = 0; (limit <= 0 || parts < limit - 1) && matcher.find(text, at); at = matcher.next()) {
    if (matcher.end() == 0) continue;
    take(text.substr(begin, matcher.begin() - begin));
    begin = matcher.end();
    ++parts;
  }
  take(text.substr(begin));
}

template <class Take>
void splitByText(Text text, Text separator, int32_t limit, const Take& take) {
  for (int32_t parts = 1; limit <= 0 || parts < limit; ++parts) {
    const size_t found = text.find(separator);
    if (found == Text::npos) break;
    take(text.substr(0, found));
    text.remove_prefix(found + separator.size());
  }
  take(text);
}

// The empty pattern gives the characters of a text, and no empty one at its end.
template <class Take>
void splitCharacters(Text text, int32_t limit, const Take& take) {
  for (int32_t count = 1; count != limit && text.size() > characterBytes(text); ++count) {
    take(text.substr(0, characterBytes(text)));
    text.remove_prefix(characterBytes(text));
  }
  take(text);
}

arrow::Datum splitText(const Expr&, const Arguments& arguments, int64_t rows, EvalContext& context) {
  const ArgumentRows<Text> texts(arguments[0], context);
  const ArgumentRows<Text> pattern(arguments[1], context);
  const ArgumentRows<int32_t> limit(arguments.size() > 2 ? arguments[2] : arrow::Datum(int32_t{-1}), context);
  const bool isPlain = pattern.step() == 0 && isPlainPattern(pattern[0]);
  const std::string plain = isPlain ? unescaped(pattern[0]) : "";
  arrow::ListBuilder lists(poolOf(context), std::make_shared<arrow::StringBuilder>(poolOf(context)));
  auto& items = static_cast<arrow::StringBuilder&>(*lists.value_builder());
  const auto take = [&](Text part) { check(items.Append(part), "split"); };
  RowPattern compiled;
  for (int64_t row = 0; row < rows; ++row) {
    const bool valid = texts.valid(row) && pattern.valid(row) && limit.valid(row);
    check(valid ? lists.Append() : lists.AppendNull(), "split");
    if (!valid) continue;
    if (isPlain) splitByText(texts[row], plain, limit[row], take);
    else if (pattern[row].empty()) splitCharacters(texts[row], limit[row], take);
    else splitByPattern(texts[row], compiled.at(pattern[row]), limit[row], take);
  }
  return valueOf(lists.Finish(), "split");
}

constexpr std::string_view kPatternMatch = "string, string -> boolean";

constexpr std::array kRegexFunctions{
    ScalarFunction{.name = "like", .resolve = resolveBySignature, .evaluate = like, .signature = kPatternMatch},
    ScalarFunction{.name = "ilike", .resolve = resolveBySignature, .evaluate = ilike, .signature = kPatternMatch},
    ScalarFunction{
        .name = "rlike", .resolve = resolvePattern, .evaluate = rlike, .canThrow = true, .signature = kPatternMatch},
    ScalarFunction{
        .name = "regexp", .resolve = resolvePattern, .evaluate = rlike, .canThrow = true, .signature = kPatternMatch},
    ScalarFunction{.name = "regexp_like",
                   .resolve = resolvePattern,
                   .evaluate = rlike,
                   .canThrow = true,
                   .signature = kPatternMatch},
    ScalarFunction{.name = "regexp_replace",
                   .resolve = resolvePattern,
                   .evaluate = regexpReplace,
                   .canThrow = true,
                   .signature = "string, string, string, int? -> string"},
    ScalarFunction{.name = "regexp_extract",
                   .resolve = resolvePattern,
                   .evaluate = regexpExtract,
                   .canThrow = true,
                   .signature = "string, string, int? -> string"},
    ScalarFunction{.name = "split",
                   .resolve = resolvePattern,
                   .evaluate = splitText,
                   .canThrow = true,
                   .signature = "string, string, int? -> array<string>"},
};

}  // namespace

std::span<const ScalarFunction> regexFunctions() { return kRegexFunctions; }

}  // namespace ferro
