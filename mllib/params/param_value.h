// The value of a parameter when its type is not known at compile time: what is set by name, listed, searched over by a
// grid and saved. A value; any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "ferro/mllib/linalg/matrix.h"
#include "ferro/mllib/linalg/vector.h"

namespace ferro::ml {

class ParamValue {
 public:
  using Variant = std::variant<std::monostate, bool, int64_t, double, std::string, std::vector<std::string>,
                               std::vector<int64_t>, std::vector<double>, std::vector<std::vector<double>>,
                               std::vector<std::vector<std::string>>, Vector, Matrix>;

  // NOLINTBEGIN(google-explicit-constructor): it is there to be converted to.
  ParamValue() = default;  // not set
  ParamValue(bool value) : value_(value) {}
  template <class T>
    requires(std::is_integral_v<T> && !std::is_same_v<T, bool>)
  ParamValue(T value) : value_(static_cast<int64_t>(value)) {}
  ParamValue(double value) : value_(value) {}
  ParamValue(const char* value) : value_(std::string(value)) {}
  ParamValue(std::string_view value) : value_(std::string(value)) {}
  ParamValue(std::string value) : value_(std::move(value)) {}
  ParamValue(std::vector<std::string> value) : value_(std::move(value)) {}
  ParamValue(std::vector<int64_t> value) : value_(std::move(value)) {}
  ParamValue(const std::vector<int32_t>& value) : value_(std::vector<int64_t>(value.begin(), value.end())) {}
  ParamValue(std::vector<double> value) : value_(std::move(value)) {}
  ParamValue(std::vector<std::vector<double>> value) : value_(std::move(value)) {}
  ParamValue(std::vector<std::vector<std::string>> value) : value_(std::move(value)) {}
  ParamValue(Vector value) : value_(std::move(value)) {}
  ParamValue(Matrix value) : value_(std::move(value)) {}
  // NOLINTEND(google-explicit-constructor)

  const Variant& variant() const { return value_; }
  bool isSet() const { return !std::holds_alternative<std::monostate>(value_); }
  // As errors and explainParams() say it: `0.1`, `'keep'`, `[a, b]`; `undefined` when it is not set.
  std::string text() const;
  // The kind of value: `a number`, `a text`, ...
  std::string_view kind() const;

  friend bool operator==(const ParamValue& a, const ParamValue& b);

 private:
  Variant value_;
};

}  // namespace ferro::ml
