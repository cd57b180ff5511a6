// Functions that make new text: concat, padding, repeat, reverse, translate, base64 and numbers with separators.
#include <array>
#include <map>
#include <optional>

#include <arrow/array/concatenate.h>
#include <arrow/util/base64.h>

#include "ferro/common/error.h"
#include "ferro/engine/expr/function_families.h"
#include "ferro/engine/expr/number_layout.h"
#include "ferro/engine/expr/rows.h"
#include "ferro/engine/expr/signature.h"
#include "ferro/engine/expr/special_casing.h"
#include "ferro/engine/expr/type_coercion.h"
#include "ferro/engine/expr/utf8_text.h"

namespace ferro {

namespace {

using Text = std::string_view;

template <bool kFront>
std::string paddedBytes(Text bytes, int32_t width, Text padding) {
  const auto size = static_cast<size_t>(std::max(width, 0));
  if (bytes.size() >= size) return std::string(bytes.substr(0, size));
  if (padding.empty()) return std::string(bytes);
  std::string filler;
  while (filler.size() < size - bytes.size()) filler += padding;
  filler.resize(size - bytes.size());
  return kFront ? filler + std::string(bytes) : std::string(bytes) + filler;
}

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

// Bytes that are padded with bytes stay bytes.
ResolvedCall resolvePad(const CallSite& call) {
  ResolvedCall resolved = resolveBySignature(call);
  const auto isBytes = [&](size_t i) {
    return i >= call.arguments.size() || call.arguments[i]->type->id() == arrow::Type::BINARY;
  };
  if (!isBytes(0) || !isBytes(2)) return resolved;
  resolved.argumentTypes[0] = resolved.type = arrow::binary();
  if (call.arguments.size() == 3) resolved.argumentTypes[2] = arrow::binary();
  return resolved;
}

template <bool kFront>
arrow::Datum pad(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  if (!isText(*call.type)) {
    const arrow::Datum padding = arguments.size() == 3
                                     ? arguments[2]
                                     : arrow::Datum(std::make_shared<arrow::BinaryScalar>(std::string(1, '\0')));
    return mapRows<Text, int32_t, Text>(call.type, {arguments[0], arguments[1], padding}, rows, context,
                                        paddedBytes<kFront>);
  }
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
std::string inTitleCase(Text text, Text small, Text large) {
  constexpr Text kDottedCapital = "İ";
  const auto take = [](Text& from) {
    const Text character = from.substr(0, characterBytes(from));
    from.remove_prefix(character.size());
    return character;
  };
  std::string title;
  bool begins = true;
  while (!text.empty()) {
    const Text character = take(text);
    const Text lower = take(small);
    const Text upper = take(large);
    if (begins) {
      title += specialTitle(character).value_or(std::string(upper));
    } else {
      title += character == kDottedCapital ? Text("i\u0307") : lower;
    }
    begins = character == " ";
  }
  return title;
}

arrow::Datum initcap(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  const arrow::Datum texts = mapRows<Text>(call.type, arguments, rows, context, [](Text text) {
    return isUtf8(text) ? withFinalSigmas(text) : withFinalSigmas(replacedUtf8(text));
  });
  // One letter for each letter, so that all three can be read side by side.
  const arrow::Datum small = callArrow("utf8_lower", {texts}, context);
  const arrow::Datum large = callArrow("utf8_upper", {texts}, context);
  return mapRows<Text, Text, Text>(call.type, {texts, small, large}, rows, context, inTitleCase);
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

// A number, and how many digits it has behind the point or a pattern.
ResolvedCall resolveFormatNumber(const CallSite& call) {
  if (call.arguments.size() != 2) throwWrongCount(call, "2");
  const TypePtr& given = call.arguments[0]->type;
  const TypePtr& layout = call.arguments[1]->type;
  if (!isNull(*given) && !isNumeric(*given)) throwWrongType(call, 0, "\"NUMERIC\"");
  const TypePtr layoutType = isText(*layout) ? arrow::utf8() : arrow::int32();
  if (implicitCast(layout, layoutType) == nullptr) throwWrongType(call, 1, "(\"INT\" or \"STRING\")");
  TypePtr number = arrow::float64();
  if (isIntegral(*given)) number = arrow::int64();
  if (isDecimal(*given)) number = given;
  return {{number, layoutType}, arrow::utf8(), true};
}

// Layouts are mostly constant: the last one is kept while a column is computed.
class LayoutCache {
 public:
  const NumberLayout* get(int32_t digits) {
    if (digits < 0) return nullptr;
    if (!layout_ || layout_->pattern() != std::to_string(digits)) layout_.emplace(digits);
    return &*layout_;
  }
  const NumberLayout* get(Text pattern) {
    if (!layout_ || layout_->pattern() != pattern) layout_.emplace(pattern);
    return &*layout_;
  }

 private:
  std::optional<NumberLayout> layout_;
};

template <class Layout>
arrow::Datum formatNumbers(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  LayoutCache layouts;
  const auto format = [&](const auto& value, const Layout& wanted, auto... scale) -> std::optional<std::string> {
    const NumberLayout* layout = layouts.get(wanted);
    if (layout == nullptr) return std::nullopt;
    return layout->format(value, scale...);
  };
  const arrow::DataType& type = *call.child(0).type;
  if (isDecimal(type)) {
    const int scale = decimalShape(type).scale;
    return mapRows<arrow::Decimal128, Layout>(
        call.type, arguments, rows, context,
        [&](const arrow::Decimal128& value, const Layout& layout) { return format(value, layout, scale); });
  }
  if (isIntegral(type)) return mapRows<int64_t, Layout>(call.type, arguments, rows, context, format);
  return mapRows<double, Layout>(call.type, arguments, rows, context, format);
}

arrow::Datum formatNumber(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  if (isText(*call.child(1).type)) return formatNumbers<Text>(call, arguments, rows, context);
  return formatNumbers<int32_t>(call, arguments, rows, context);
}

constexpr std::string_view kPad = "string, int, string? -> string";

constexpr std::array kStringShapeFunctions{
    ScalarFunction{.name = "lpad", .resolve = resolvePad, .evaluate = pad<true>, .signature = kPad},
    ScalarFunction{.name = "rpad", .resolve = resolvePad, .evaluate = pad<false>, .signature = kPad},
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
    ScalarFunction{.name = "format_number", .resolve = resolveFormatNumber, .evaluate = formatNumber, .canThrow = true},
};

}  // namespace

std::span<const ScalarFunction> stringShapeFunctions() { return kStringShapeFunctions; }

}  // namespace ferro
