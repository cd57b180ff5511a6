#include "ferro/mllib/persist/param_json.h"

#include <cmath>
#include <limits>
#include <optional>

#include "ferro/common/error.h"

namespace ferro::ml {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

JsonValue jsonOf(std::monostate) { return {}; }
JsonValue jsonOf(bool value) { return value; }
JsonValue jsonOf(int64_t value) { return value; }
JsonValue jsonOf(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "Inf" : "-Inf";
  return value;
}
JsonValue jsonOf(const std::string& value) { return value; }
template <class T>
JsonValue jsonOf(const std::vector<T>& values) {
  JsonValue list{JsonValue::Array()};
  for (const T& value : values) list.append(jsonOf(value));
  return list;
}
JsonValue jsonOf(const Vector& vector) {
  JsonValue json;
  json.add("type", vector.isDense() ? 1 : 0);
  if (!vector.isDense()) {
    json.add("size", int64_t{vector.size()});
    json.add("indices", jsonOf(std::vector<int64_t>(vector.indices().begin(), vector.indices().end())));
  }
  json.add("values", jsonOf(vector.values()));
  return json;
}
JsonValue jsonOf(const Matrix& matrix) {
  JsonValue json;
  json.add("class", "matrix");
  json.add("type", 1);
  json.add("numRows", int64_t{matrix.numRows()});
  json.add("numCols", int64_t{matrix.numCols()});
  json.add("values", jsonOf(matrix.values()));
  json.add("isTransposed", matrix.isTransposed());
  return json;
}

// NaN and infinities are texts.
std::optional<double> numberOf(const JsonValue& json) {
  double number = 0;
  if (json.toNumber(number)) return number;
  if (json.asText() == nullptr) return {};
  if (*json.asText() == "NaN") return std::nan("");
  if (*json.asText() == "Inf") return kInfinity;
  if (*json.asText() == "-Inf") return -kInfinity;
  return {};
}

template <class T, class Convert>
std::optional<std::vector<T>> listOf(const JsonValue::Array& elements, const Convert& convert) {
  std::vector<T> list;
  for (const JsonValue& element : elements) {
    std::optional<T> converted = convert(element);
    if (!converted) return {};
    list.push_back(std::move(*converted));
  }
  return list;
}

std::optional<std::vector<double>> numbersOf(const JsonValue& json) {
  if (json.asArray() == nullptr) return {};
  return listOf<double>(*json.asArray(), numberOf);
}

std::optional<std::vector<std::string>> textsOf(const JsonValue& json) {
  if (json.asArray() == nullptr) return {};
  return listOf<std::string>(*json.asArray(), [](const JsonValue& element) {
    return element.asText() == nullptr ? std::nullopt : std::optional(*element.asText());
  });
}

ParamValue listValue(const JsonValue& json, std::string_view where) {
  const JsonValue::Array& elements = *json.asArray();
  if (elements.empty()) return {};
  const auto whole = listOf<int64_t>(elements, [](const JsonValue& element) {
    return element.asInteger() == nullptr ? std::nullopt : std::optional(*element.asInteger());
  });
  if (whole) return *whole;
  if (auto numbers = numbersOf(json)) return std::move(*numbers);
  if (auto texts = textsOf(json)) return std::move(*texts);
  if (auto lists = listOf<std::vector<double>>(elements, numbersOf)) return std::move(*lists);
  if (auto lists = listOf<std::vector<std::string>>(elements, textsOf)) return std::move(*lists);
  throw Error(ErrorCode::kMalformedData, std::string(where) + " is a list of values of different kinds");
}

int32_t sizeIn(const JsonValue& json, std::string_view name, std::string_view where) {
  const JsonValue* found = json.find(name);
  if (found == nullptr || found->asInteger() == nullptr) {
    throw Error(ErrorCode::kMalformedData, std::string(where) + " has no " + std::string(name));
  }
  return static_cast<int32_t>(*found->asInteger());
}

ParamValue objectValue(const JsonValue& json, std::string_view where) {
  const JsonValue* list = json.find("values");
  auto values = list == nullptr ? std::nullopt : numbersOf(*list);
  if (!values) throw Error(ErrorCode::kMalformedData, std::string(where) + " is an object without values");
  if (json.find("class") != nullptr) {
    const JsonValue* transposed = json.find("isTransposed");
    const bool isTransposed = transposed != nullptr && transposed->asFlag() != nullptr && *transposed->asFlag();
    return Matrix(sizeIn(json, "numRows", where), sizeIn(json, "numCols", where), std::move(*values), isTransposed);
  }
  if (sizeIn(json, "type", where) == 1) return Vector::dense(std::move(*values));
  const JsonValue* places = json.find("indices");
  std::vector<int32_t> indices;
  for (const double index :
       places == nullptr ? std::vector<double>() : numbersOf(*places).value_or(std::vector<double>())) {
    indices.push_back(static_cast<int32_t>(index));
  }
  return Vector::sparse(sizeIn(json, "size", where), std::move(indices), std::move(*values));
}

}  // namespace

JsonValue toJson(const ParamValue& value) {
  return std::visit([](const auto& held) { return jsonOf(held); }, value.variant());
}

ParamValue paramOfJson(const JsonValue& json, std::string_view where) {
  double number = 0;
  if (json.asFlag() != nullptr) return *json.asFlag();
  if (json.asInteger() != nullptr) return *json.asInteger();
  if (json.asText() != nullptr) return *json.asText();
  if (json.toNumber(number)) return number;
  if (json.asArray() != nullptr) return listValue(json, where);
  if (json.asObject() != nullptr) return objectValue(json, where);
  return {};
}

}  // namespace ferro::ml
