// A JSON value as metadata has it: read, looked into, and written. Objects keep the order of their members. A value;
// any thread may use its own.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace ferro::ml {

class JsonValue {
 public:
  using Array = std::vector<JsonValue>;
  using Object = std::vector<std::pair<std::string, JsonValue>>;

  JsonValue() = default;  // null
  // NOLINTBEGIN(google-explicit-constructor): it is there to be converted to.
  JsonValue(bool value) : value_(value) {}
  JsonValue(int64_t value) : value_(value) {}
  JsonValue(int value) : value_(int64_t{value}) {}
  JsonValue(double value) : value_(value) {}
  JsonValue(std::string value) : value_(std::move(value)) {}
  JsonValue(std::string_view value) : value_(std::string(value)) {}
  JsonValue(const char* value) : value_(std::string(value)) {}
  JsonValue(Array value) : value_(std::move(value)) {}
  JsonValue(Object value) : value_(std::move(value)) {}
  // NOLINTEND(google-explicit-constructor)

  // Error kMalformedData with the place; `where` says what was being read.
  static JsonValue parse(std::string_view text, std::string_view where);
  // Numbers have the fewest digits that name them; NaN and infinities are null, as JSON has none.
  std::string text() const;

  bool isNull() const { return std::holds_alternative<std::monostate>(value_); }
  const bool* asFlag() const { return std::get_if<bool>(&value_); }
  const int64_t* asInteger() const { return std::get_if<int64_t>(&value_); }
  const std::string* asText() const { return std::get_if<std::string>(&value_); }
  const Array* asArray() const { return std::get_if<Array>(&value_); }
  const Object* asObject() const { return std::get_if<Object>(&value_); }
  // A whole number or not; false when it is neither.
  bool toNumber(double& number) const;
  // The member of an object; null when there is none.
  const JsonValue* find(std::string_view name) const;

  void add(std::string name, JsonValue value);  // to an object, or to null, which becomes one
  void append(JsonValue value);                 // to an array, or to null, which becomes one

 private:
  std::variant<std::monostate, bool, int64_t, double, std::string, Array, Object> value_;
};

}  // namespace ferro::ml
