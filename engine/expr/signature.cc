#include "ferro/engine/expr/signature.h"

#include <array>

#include "ferro/common/error.h"
#include "ferro/common/letter_case.h"
#include "ferro/common/text.h"
#include "ferro/engine/expr/type_coercion.h"
#include "ferro/engine/types/data_types.h"

namespace ferro {

namespace {

struct Parameter {
  std::string_view type;
  bool optional = false;
  bool repeated = false;
};

struct Signature {
  std::vector<Parameter> parameters;
  std::string_view result;
  bool alwaysNullable = false;
  bool neverNull = false;
};

std::string_view cutSuffix(std::string_view& text) {
  const bool marked = !text.empty() && std::string_view("?*!").find(text.back()) != std::string_view::npos;
  const std::string_view suffix = marked ? text.substr(text.size() - 1) : std::string_view{};
  text.remove_suffix(suffix.size());
  return suffix;
}

Signature parseSignature(std::string_view text) {
  Signature signature;
  const size_t arrow = text.find("->");
  for (std::string_view part : split(text.substr(0, arrow), ',')) {
    part = trim(part);
    if (part.empty()) continue;
    const std::string_view suffix = cutSuffix(part);
    signature.parameters.push_back({part, suffix == "?", suffix == "*"});
  }
  signature.result = trim(text.substr(arrow + 2));
  const std::string_view suffix = cutSuffix(signature.result);
  signature.alwaysNullable = suffix == "?";
  signature.neverNull = suffix == "!";
  return signature;
}

std::string countText(const Signature& signature) {
  size_t least = 0;
  bool repeated = false;
  for (const Parameter& parameter : signature.parameters) {
    if (!parameter.optional && !parameter.repeated) ++least;
    repeated = repeated || parameter.repeated;
  }
  if (repeated) return std::to_string(least) + " or more";
  if (least == signature.parameters.size()) return std::to_string(least);
  return std::to_string(least) + " to " + std::to_string(signature.parameters.size());
}

const Parameter* parameterAt(const Signature& signature, size_t argument) {
  if (argument < signature.parameters.size()) return &signature.parameters[argument];
  const bool more = !signature.parameters.empty() && signature.parameters.back().repeated;
  return more ? &signature.parameters.back() : nullptr;
}

TypePtr acceptedType(std::string_view wanted, const TypePtr& given) {
  if (wanted == "any") return given;
  if (wanted == "numeric") {
    if (isNumeric(*given)) return given;
    return isText(*given) || isNull(*given) ? arrow::float64() : nullptr;
  }
  if (wanted == "integral") {
    if (isIntegral(*given)) return given;
    return isText(*given) || isNull(*given) ? arrow::int64() : nullptr;
  }
  if (wanted == "narrow") {
    const bool takes = isText(*given) || isNull(*given) || (isIntegral(*given) && given->id() != arrow::Type::INT64);
    return takes ? arrow::int32() : nullptr;
  }
  return implicitCast(given, parseType(wanted));
}

std::string ordinal(size_t index) {
  constexpr std::array<std::string_view, 6> kNames{"first", "second", "third", "fourth", "fifth", "sixth"};
  return index < kNames.size() ? std::string(kNames[index]) : std::to_string(index + 1) + "th";
}

}  // namespace

std::string callText(const CallSite& call) {
  std::string text(call.function);
  text += '(';
  for (size_t i = 0; i < call.arguments.size(); ++i) {
    if (i > 0) text += ", ";
    text += expr::text(*call.arguments[i]);
  }
  return text + ')';
}

bool anyNullable(const CallSite& call) {
  for (const ExprPtr& argument : call.arguments) {
    if (argument->nullable) return true;
  }
  return false;
}

void throwWrongCount(const CallSite& call, const std::string& takes) {
  throw Error(ErrorCode::kInvalidArgument, "[WRONG_NUM_ARGS.WITHOUT_SUGGESTION] The `" + std::string(call.function) +
                                               "` requires " + takes + " parameters but the actual number is " +
                                               std::to_string(call.arguments.size()) + ": " + callText(call));
}

void throwWrongType(const CallSite& call, size_t argument, const std::string& takes) {
  throw Error(ErrorCode::kInvalidArgument, "[DATATYPE_MISMATCH.UNEXPECTED_INPUT_TYPE] Cannot resolve \"" +
                                               callText(call) + "\" due to data type mismatch: The " +
                                               ordinal(argument) + " parameter requires the " + takes +
                                               " type, however \"" + expr::text(*call.arguments[argument]) +
                                               "\" has the type " + quotedSqlName(*call.arguments[argument]->type));
}

void throwDifferentTypes(const CallSite& call) {
  std::string types;
  for (const ExprPtr& argument : call.arguments) {
    if (!types.empty()) types += ", ";
    types += quotedSqlName(*argument->type);
  }
  throw Error(ErrorCode::kInvalidArgument, "[DATATYPE_MISMATCH.DATA_DIFF_TYPES] Cannot resolve \"" + callText(call) +
                                               "\" due to data type mismatch: Input to `" + std::string(call.function) +
                                               "` should all be the same type, but it's [" + types + "]");
}

void throwDifferentOperands(const CallSite& call) {
  throw Error(ErrorCode::kInvalidArgument,
              "[DATATYPE_MISMATCH.BINARY_OP_DIFF_TYPES] Cannot resolve \"" + callText(call) +
                  "\" due to data type mismatch: the left and right operands of the binary operator have incompatible "
                  "types (" +
                  quotedSqlName(*call.arguments[0]->type) + " and " + quotedSqlName(*call.arguments[1]->type) + ")");
}

TypePtr commonArgumentType(const CallSite& call, size_t first, size_t step) {
  TypePtr common = arrow::null();
  for (size_t i = first; i < call.arguments.size(); i += step) {
    common = commonType(common, call.arguments[i]->type);
    if (common == nullptr) throwDifferentTypes(call);
  }
  return common;
}

ResolvedCall resolveBySignature(const CallSite& call) {
  const ScalarFunction* function = findScalarFunction(call.function);
  if (function == nullptr) throwInternal("a signature of a function that is not in the table");
  const Signature signature = parseSignature(function->signature);
  ResolvedCall resolved;
  for (size_t i = 0; i < call.arguments.size(); ++i) {
    const Parameter* parameter = parameterAt(signature, i);
    if (parameter == nullptr) throwWrongCount(call, countText(signature));
    TypePtr type = acceptedType(parameter->type, call.arguments[i]->type);
    if (type == nullptr) {
      throwWrongType(call, i, '"' + upperCase(parameter->type) + '"');
    }
    resolved.argumentTypes.push_back(std::move(type));
  }
  for (size_t i = call.arguments.size(); i < signature.parameters.size(); ++i) {
    const Parameter& missing = signature.parameters[i];
    if (!missing.optional && !missing.repeated) throwWrongCount(call, countText(signature));
  }
  resolved.type = signature.result == "same" ? resolved.argumentTypes[0] : parseType(signature.result);
  resolved.nullable = !signature.neverNull && (signature.alwaysNullable || anyNullable(call));
  return resolved;
}

}  // namespace ferro
