#include "ferro/mllib/params/param_value.h"

#include <array>
#include <cmath>

#include "ferro/engine/expr/number_text.h"

namespace ferro::ml {
namespace {

std::string textOf(std::monostate) { return "undefined"; }
std::string textOf(bool value) { return value ? "true" : "false"; }
std::string textOf(int64_t value) { return std::to_string(value); }
std::string textOf(double value) { return numberText(value); }
std::string textOf(const std::string& value) { return "'" + value + "'"; }
std::string textOf(const Vector& value) { return value.toString(); }
std::string textOf(const Matrix& value) {
  return "a matrix of " + std::to_string(value.numRows()) + " x " + std::to_string(value.numCols());
}
template <class T>
std::string textOf(const std::vector<T>& values) {
  std::string text = "[";
  for (size_t i = 0; i < values.size(); ++i) text += (i == 0 ? "" : ", ") + textOf(values[i]);
  return text + "]";
}

bool sameNumber(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

}  // namespace

std::string ParamValue::text() const {
  return std::visit([](const auto& value) { return textOf(value); }, value_);
}

std::string_view ParamValue::kind() const {
  constexpr std::array<std::string_view, std::variant_size_v<Variant>> kKinds = {"nothing",
                                                                                 "true or false",
                                                                                 "a whole number",
                                                                                 "a number",
                                                                                 "a text",
                                                                                 "a list of texts",
                                                                                 "a list of whole numbers",
                                                                                 "a list of numbers",
                                                                                 "lists of numbers",
                                                                                 "lists of texts",
                                                                                 "a vector",
                                                                                 "a matrix"};
  return kKinds[value_.index()];
}

bool operator==(const ParamValue& a, const ParamValue& b) {
  const auto* first = std::get_if<double>(&a.value_);
  const auto* second = std::get_if<double>(&b.value_);
  if (first != nullptr && second != nullptr) return sameNumber(*first, *second);
  return a.value_ == b.value_;
}

}  // namespace ferro::ml
