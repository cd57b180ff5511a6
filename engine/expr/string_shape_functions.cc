// Functions that make new text: concat, padding, repeat, reverse, translate, base64 and numbers with separators.
#include <array>
#include <map>

#include <arrow/array/concatenate.h>
#include <arrow/util/base64.h>

#include "ferro/common/error.h"
#include "ferro/engine/expr/function_families.h"
#include "ferro/engine/expr/number_layout.h"
#include "ferro/engine/expr/rows.h"
#include "ferro/engine/expr/signature.h"
#include "ferro/engine/expr/type_coercion.h"
#include "ferro/engine/expr/utf8_text.h"

namespace ferro {

namespace {

using Text = std::string_view;

template <bool kFront>
std::string padded(Text text, int32_t width, Text padding) {
  if (width <= 0) return {};
  const int64_t characters = countCharacters(text);
  if (characters >= width) return std::string(charactersBetween(text, 0, width));
  if (padding.empty()) return std::string(text);
  int64_t missing = width - characters;
  std::string filler;
  for (const int64_t each = countCharacters(padding); missing >= each; missing -= each) filler += padding;
  filler += charactersBetween(padding, 0, missing);
  return kFront ? filler + std::string(text) : std::string(text) + filler;
}

template <bool kFront>
arrow::Datum pad(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  if (arguments.size() == 2) {
    return mapRows<Text, int32_t>(call.type, arguments, rows, context,
                                  [](Text text, int32_t width) { return padded<kFront>(text, width, " "); });
  }
  return mapRows<Text, int32_t, Text>(call.type, arguments, rows, context, padded<kFront>);
}

arrow::Datum repeat(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  return mapRows<Text, int32_t>(call.type, arguments, rows, context, [](Text text, int32_t times) {
    std::string repeated;
    for (int32_t i = 0; i < times; ++i) repeated += text;
    return repeated;
  });
}

arrow::Datum space(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  return mapRows<int32_t>(call.type, arguments, rows, context,
                          [](int32_t count) { return std::string(static_cast<size_t>(std::max(count, 0)), ' '); });
}

// A word begins after a space; all other letters become small.
arrow::Datum initcap(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  const Rows<Text> lower(callArrow("utf8_lower", arguments, context), context);
  const Rows<Text> upper(callArrow("utf8_upper", arguments, context), context);
  ColumnWriter<std::string_view> writer(call.type, rows, context);
  for (int64_t row = 0; row < rows; ++row) {
    if (!lower.valid(row)) {
      writer.appendNull();
      continue;
    }
    std::string text;
    bool begins = true;
    Text small = lower[row];
    Text large = upper[row];
    while (!small.empty() && !large.empty()) {
      const Text character = small.substr(0, characterBytes(small));
      const Text capital = large.substr(0, characterBytes(large));
      text += begins ? capital : character;
      begins = character == " ";
      small.remove_prefix(character.size());
      large.remove_prefix(capital.size());
    }
    writer.append(text);
  }
  return writer.finish();
}

std::string translated(Text text, const std::map<std::string, std::string, std::less<>>& replacements) {
  std::string result;
  for (; !text.empty(); text.remove_prefix(characterBytes(text))) {
    const Text character = text.substr(0, characterBytes(text));
    const auto found = replacements.find(character);
    result += found == replacements.end() ? character : Text(found->second);
  }
  return result;
}

// Characters that have no counterpart are dropped; the first mention of one counts.
arrow::Datum translate(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  return mapRows<Text, Text, Text>(call.type, arguments, rows, context, [](Text text, Text from, Text to) {
    std::map<std::string, std::string, std::less<>> replacements;
    for (; !from.empty(); from.remove_prefix(characterBytes(from))) {
      const Text other = to.empty() ? Text{} : to.substr(0, characterBytes(to));
      replacements.emplace(from.substr(0, characterBytes(from)), other);
      to.remove_prefix(other.size());
    }
    return translated(text, replacements);
  });
}

arrow::Datum replace(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  const auto replaced = [](Text text, Text search, Text other) {
    if (search.empty()) return std::string(text);
    std::string result;
    for (size_t found = text.find(search); found != Text::npos; found = text.find(search)) {
      result += text.substr(0, found);
      result += other;
      text.remove_prefix(found + search.size());
    }
    return result + std::string(text);
  };
  if (arguments.size() == 3) return mapRows<Text, Text, Text>(call.type, arguments, rows, context, replaced);
  return mapRows<Text, Text>(call.type, arguments, rows, context,
                             [&](Text text, Text search) { return replaced(text, search, ""); });
}

arrow::Datum base64(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  return mapRows<Text>(call.type, arguments, rows, context,
                       [](Text bytes) { return arrow::util::base64_encode(bytes); });
}

arrow::Datum unbase64(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  return mapRows<Text>(call.type, arguments, rows, context, [](Text text) {
    return valueOf(arrow::util::base64_decode(text), "unbase64 of '" + std::string(text.substr(0, 80)) + "'");
  });
}

arrow::Datum formatNumber(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  return mapRows<double, int32_t>(call.type, arguments, rows, context,
                                  [](double value, int32_t digits) -> std::optional<std::string> {
                                    if (digits < 0) return std::nullopt;
                                    return textWithSeparators(value, digits);
                                  });
}

constexpr std::string_view kPad = "string, int, string? -> string";

constexpr std::array kStringShapeFunctions{
    ScalarFunction{.name = "lpad", .resolve = resolveBySignature, .evaluate = pad<true>, .signature = kPad},
    ScalarFunction{.name = "rpad", .resolve = resolveBySignature, .evaluate = pad<false>, .signature = kPad},
    ScalarFunction{
        .name = "repeat", .resolve = resolveBySignature, .evaluate = repeat, .signature = "string, int -> string"},
    ScalarFunction{.name = "space", .resolve = resolveBySignature, .evaluate = space, .signature = "int -> string"},
    ScalarFunction{
        .name = "initcap", .resolve = resolveBySignature, .evaluate = initcap, .signature = "string -> string"},
    ScalarFunction{.name = "translate",
                   .resolve = resolveBySignature,
                   .evaluate = translate,
                   .signature = "string, string, string -> string"},
    ScalarFunction{.name = "replace",
                   .resolve = resolveBySignature,
                   .evaluate = replace,
                   .signature = "string, string, string? -> string"},
    ScalarFunction{
        .name = "base64", .resolve = resolveBySignature, .evaluate = base64, .signature = "binary -> string"},
    ScalarFunction{.name = "unbase64",
                   .resolve = resolveBySignature,
                   .evaluate = unbase64,
                   .canThrow = true,
                   .signature = "string -> binary"},
    ScalarFunction{.name = "format_number",
                   .resolve = resolveBySignature,
                   .evaluate = formatNumber,
                   .signature = "double, int -> string?"},
};

}  // namespace

std::span<const ScalarFunction> stringShapeFunctions() { return kStringShapeFunctions; }

}  // namespace ferro
