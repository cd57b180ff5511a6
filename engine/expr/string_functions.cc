// Functions that look at or cut text: case, length, substring, trim, concat and the like.
#include <algorithm>
#include <array>

#include <arrow/compute/api.h>

#include "ferro/engine/expr/function_families.h"
#include "ferro/engine/expr/rows.h"
#include "ferro/engine/expr/signature.h"
#include "ferro/engine/expr/special_casing.h"
#include "ferro/engine/expr/type_coercion.h"
#include "ferro/engine/expr/utf8_text.h"

namespace ferro {

namespace {

using Text = std::string_view;

bool isAscii(const arrow::Array& texts) {
  const auto& column = static_cast<const arrow::StringArray&>(texts);
  if (column.length() == 0 || column.value_data() == nullptr) return true;
  const auto* bytes = column.raw_data();
  return std::all_of(bytes + column.value_offset(0), bytes + column.value_offset(column.length()),
                     [](uint8_t byte) { return byte < 0x80; });
}

// Arrow has one letter for one letter; `prepare` has written what needs more.
// What is not UTF-8, which bytes that were cast to text may hold, becomes the character that stands for the unknown.
arrow::Datum inCase(const char* kernel, std::string (*prepare)(Text), const Expr& call, const Arguments& arguments,
                    int64_t rows, EvalContext& context) {
  if (isAscii(*arrayOf(arguments[0], context))) return callArrow(kernel, arguments, context);
  const auto prepareValid = [&](Text text) { return isUtf8(text) ? prepare(text) : prepare(replacedUtf8(text)); };
  return callArrow(kernel, {mapRows<Text>(call.type, arguments, rows, context, prepareValid)}, context);
}

arrow::Datum lower(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  return inCase("utf8_lower", withSpecialSmallLetters, call, arguments, rows, context);
}

arrow::Datum upper(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  return inCase("utf8_upper", withSpecialCapitals, call, arguments, rows, context);
}

ResolvedCall resolveLength(const CallSite& call) {
  if (call.arguments.size() != 1) throwWrongCount(call, "1");
  const bool bytes = call.arguments[0]->type->id() == arrow::Type::BINARY;
  const TypePtr type = bytes ? arrow::binary() : arrow::utf8();
  if (implicitCast(call.arguments[0]->type, type) == nullptr) throwWrongType(call, 0, "(\"STRING\" or \"BINARY\")");
  return {{type}, arrow::int32(), anyNullable(call)};
}

arrow::Datum length(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  const bool bytes = !isText(*call.child().type);
  return mapRows<Text>(call.type, arguments, rows, context, [bytes](Text text) {
    return static_cast<int32_t>(bytes ? static_cast<int64_t>(text.size()) : countCharacters(text));
  });
}

arrow::Datum octetLength(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  return mapRows<Text>(call.type, arguments, rows, context,
                       [](Text text) { return static_cast<int32_t>(text.size()); });
}

// Of bytes their bytes are cut, of text its characters.
ResolvedCall resolveCut(const CallSite& call) {
  ResolvedCall resolved = resolveBySignature(call);
  if (call.arguments[0]->type->id() != arrow::Type::BINARY) return resolved;
  resolved.argumentTypes[0] = resolved.type = arrow::binary();
  return resolved;
}

Text bytesBetween(Text bytes, int64_t begin, int64_t end) {
  const auto size = static_cast<int64_t>(bytes.size());
  const int64_t first = std::clamp<int64_t>(begin, 0, size);
  const int64_t last = std::clamp<int64_t>(end, first, size);
  return bytes.substr(static_cast<size_t>(first), static_cast<size_t>(last - first));
}

// Positions count from 1, or back from the end when they are negative; 0 is the first too.
Text substringOf(Text text, int64_t position, int64_t count, bool bytes) {
  int64_t begin = position > 0 ? position - 1 : position;
  if (position < 0) begin += bytes ? static_cast<int64_t>(text.size()) : countCharacters(text);
  return bytes ? bytesBetween(text, begin, begin + count) : charactersBetween(text, begin, begin + count);
}

arrow::Datum substring(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  const bool bytes = !isText(*call.type);
  if (arguments.size() == 2) {
    return mapRows<Text, int32_t>(call.type, arguments, rows, context, [bytes](Text text, int32_t position) {
      return substringOf(text, position, std::numeric_limits<int32_t>::max(), bytes);
    });
  }
  return mapRows<Text, int32_t, int32_t>(
      call.type, arguments, rows, context,
      [bytes](Text text, int32_t position, int32_t count) { return substringOf(text, position, count, bytes); });
}

arrow::Datum left(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  const bool bytes = !isText(*call.type);
  return mapRows<Text, int32_t>(call.type, arguments, rows, context, [bytes](Text text, int32_t count) {
    return bytes ? bytesBetween(text, 0, count) : charactersBetween(text, 0, count);
  });
}

arrow::Datum right(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  return mapRows<Text, int32_t>(call.type, arguments, rows, context, [](Text text, int32_t count) {
    return count <= 0 ? Text{} : charactersBetween(text, countCharacters(text) - count, countCharacters(text));
  });
}

// Everything in front of the count-th delimiter, or behind it counted from the end.
Text substringIndexOf(Text text, Text delimiter, int32_t count) {
  if (delimiter.empty() || count == 0) return {};
  size_t at = count > 0 ? 0 : text.size();
  if (count > 0) {
    for (int32_t i = 0; i < count; ++i) {
      const size_t found = text.find(delimiter, i == 0 ? 0 : at + delimiter.size());
      if (found == Text::npos) return text;
      at = found;
    }
    return text.substr(0, at);
  }
  for (int32_t i = 0; i < -count; ++i) {
    if (at < delimiter.size() || (i > 0 && at == 0)) return text;
    const size_t found = text.rfind(delimiter, i == 0 ? Text::npos : at - 1);
    if (found == Text::npos) return text;
    at = found;
  }
  return text.substr(at + delimiter.size());
}

arrow::Datum substringIndex(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  return mapRows<Text, Text, int32_t>(call.type, arguments, rows, context, substringIndexOf);
}

bool isTrimmed(Text character, Text characters) { return characters.find(character) != Text::npos; }

template <bool kFront, bool kBack>
Text trimmed(Text text, Text characters) {
  if constexpr (kFront) {
    while (!text.empty() && isTrimmed(text.substr(0, characterBytes(text)), characters)) {
      text.remove_prefix(characterBytes(text));
    }
  }
  if constexpr (kBack) {
    while (!text.empty()) {
      size_t begin = text.size() - 1;
      while (begin > 0 && isContinuation(text[begin])) --begin;
      if (!isTrimmed(text.substr(begin), characters)) break;
      text = text.substr(0, begin);
    }
  }
  return text;
}

template <bool kFront, bool kBack>
arrow::Datum trim(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  if (arguments.size() == 1) {
    return mapRows<Text>(call.type, arguments, rows, context,
                         [](Text text) { return trimmed<kFront, kBack>(text, " "); });
  }
  return mapRows<Text, Text>(call.type, arguments, rows, context, trimmed<kFront, kBack>);
}

// The code point of the first character.
int32_t firstCodePoint(Text text) {
  if (text.empty()) return 0;
  constexpr int32_t kUnknownCharacter = 0xfffd;
  const auto lead = static_cast<unsigned char>(text[0]);
  const size_t bytes = characterBytes(text);
  if (lead < 0x80) return lead;
  if (!isUtf8(text.substr(0, bytes))) return kUnknownCharacter;
  int32_t code = lead & (0xff >> (bytes + 1));
  for (size_t i = 1; i < bytes; ++i) code = code << 6 | (static_cast<unsigned char>(text[i]) & 0x3f);
  return code;
}

arrow::Datum ascii(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  return mapRows<Text>(call.type, arguments, rows, context, firstCodePoint);
}

arrow::Datum character(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  return mapRows<int64_t>(call.type, arguments, rows, context, [](int64_t code) {
    std::string text;
    if (code < 0) return text;
    const auto low = static_cast<unsigned char>(code & 0xff);
    if (low < 0x80) {
      text += static_cast<char>(low);
    } else {
      text += static_cast<char>(0xc0 | (low >> 6));
      text += static_cast<char>(0x80 | (low & 0x3f));
    }
    return text;
  });
}

constexpr std::string_view kSubstring = "string, int, int? -> string";

constexpr std::array kStringFunctions{
    ScalarFunction{.name = "lower", .resolve = resolveBySignature, .evaluate = lower, .signature = "string -> string"},
    ScalarFunction{.name = "lcase", .resolve = resolveBySignature, .evaluate = lower, .signature = "string -> string"},
    ScalarFunction{.name = "upper", .resolve = resolveBySignature, .evaluate = upper, .signature = "string -> string"},
    ScalarFunction{.name = "ucase", .resolve = resolveBySignature, .evaluate = upper, .signature = "string -> string"},
    ScalarFunction{.name = "length", .resolve = resolveLength, .evaluate = length},
    ScalarFunction{.name = "char_length", .resolve = resolveLength, .evaluate = length},
    ScalarFunction{.name = "octet_length", .resolve = resolveLength, .evaluate = octetLength},
    ScalarFunction{.name = "substring", .resolve = resolveCut, .evaluate = substring, .signature = kSubstring},
    ScalarFunction{.name = "substr", .resolve = resolveCut, .evaluate = substring, .signature = kSubstring},
    ScalarFunction{.name = "left", .resolve = resolveCut, .evaluate = left, .signature = "string, int -> string"},
    ScalarFunction{
        .name = "right", .resolve = resolveBySignature, .evaluate = right, .signature = "string, int -> string"},
    ScalarFunction{.name = "substring_index",
                   .resolve = resolveBySignature,
                   .evaluate = substringIndex,
                   .signature = "string, string, int -> string"},
    ScalarFunction{.name = "trim",
                   .resolve = resolveBySignature,
                   .evaluate = trim<true, true>,
                   .signature = "string, string? -> string"},
    ScalarFunction{.name = "btrim",
                   .resolve = resolveBySignature,
                   .evaluate = trim<true, true>,
                   .signature = "string, string? -> string"},
    ScalarFunction{.name = "ltrim",
                   .resolve = resolveBySignature,
                   .evaluate = trim<true, false>,
                   .signature = "string, string? -> string"},
    ScalarFunction{.name = "rtrim",
                   .resolve = resolveBySignature,
                   .evaluate = trim<false, true>,
                   .signature = "string, string? -> string"},
    ScalarFunction{.name = "ascii", .resolve = resolveBySignature, .evaluate = ascii, .signature = "string -> int"},
    ScalarFunction{
        .name = "char", .resolve = resolveBySignature, .evaluate = character, .signature = "bigint -> string"},
    ScalarFunction{
        .name = "chr", .resolve = resolveBySignature, .evaluate = character, .signature = "bigint -> string"},
};

}  // namespace

std::span<const ScalarFunction> stringFunctions() { return kStringFunctions; }

}  // namespace ferro
