#include "ferro/mllib/persist/json.h"

#include <charconv>
#include <cmath>

#include "ferro/common/error.h"
#include "ferro/engine/expr/number_text.h"
#include "ferro/engine/io/formats/json_tape.h"
#include "ferro/engine/io/formats/json_text.h"

namespace ferro::ml {
namespace {

JsonValue valueAt(const JsonTape& tape, size_t node);

JsonValue objectAt(const JsonTape& tape, size_t node) {
  JsonValue::Object members;
  for (size_t name = node + 1; name < tape[node].next;) {
    const size_t value = tape[name].next;
    members.emplace_back(std::string(tape[name].text), valueAt(tape, value));
    name = tape[value].next;
  }
  return members;
}

JsonValue arrayAt(const JsonTape& tape, size_t node) {
  JsonValue::Array elements;
  for (size_t element = node + 1; element < tape[node].next; element = tape[element].next) {
    elements.push_back(valueAt(tape, element));
  }
  return elements;
}

JsonValue numberValue(std::string_view text) {
  int64_t whole = 0;
  const auto end = text.data() + text.size();
  if (std::from_chars(text.data(), end, whole).ptr == end) return whole;
  return parseDouble(text).value_or(std::nan(""));
}

JsonValue valueAt(const JsonTape& tape, size_t node) {
  switch (tape[node].kind) {
    case JsonKind::kNull: return {};
    case JsonKind::kTrue: return true;
    case JsonKind::kFalse: return false;
    case JsonKind::kInteger:
    case JsonKind::kReal: return numberValue(tape[node].text);
    case JsonKind::kString: return tape[node].text;
    case JsonKind::kArray: return arrayAt(tape, node);
    case JsonKind::kObject: return objectAt(tape, node);
  }
  return {};
}

void append(const JsonValue& value, std::string& text);

void appendNumberText(double value, std::string& text) {
  if (std::isfinite(value)) {
    appendNumber(text, value);
  } else {
    text += "null";
  }
}

void appendArray(const JsonValue::Array& elements, std::string& text) {
  text += '[';
  for (size_t i = 0; i < elements.size(); ++i) {
    if (i > 0) text += ',';
    append(elements[i], text);
  }
  text += ']';
}

void appendObject(const JsonValue::Object& members, std::string& text) {
  text += '{';
  for (size_t i = 0; i < members.size(); ++i) {
    if (i > 0) text += ',';
    appendJsonText(members[i].first, text);
    text += ':';
    append(members[i].second, text);
  }
  text += '}';
}

void append(const JsonValue& value, std::string& text) {
  double number = 0;
  if (value.asFlag() != nullptr) {
    text += *value.asFlag() ? "true" : "false";
  } else if (value.asInteger() != nullptr) {
    text += std::to_string(*value.asInteger());
  } else if (value.asText() != nullptr) {
    appendJsonText(*value.asText(), text);
  } else if (value.asArray() != nullptr) {
    appendArray(*value.asArray(), text);
  } else if (value.asObject() != nullptr) {
    appendObject(*value.asObject(), text);
  } else if (value.toNumber(number)) {
    appendNumberText(number, text);
  } else {
    text += "null";
  }
}

}  // namespace

JsonValue JsonValue::parse(std::string_view text, std::string_view where) {
  JsonTape tape;
  const auto wrong = tape.parse(text, {.singleQuotes = false, .nonNumbers = false});
  if (wrong || tape.empty()) {
    throw Error(ErrorCode::kMalformedData,
                std::string(where) + " is not JSON: " +
                    (wrong ? std::string(wrong->what) + " at byte " + std::to_string(wrong->offset) : "it is empty"));
  }
  return valueAt(tape, 0);
}

std::string JsonValue::text() const {
  std::string text;
  ml::append(*this, text);
  return text;
}

bool JsonValue::toNumber(double& number) const {
  if (const auto* whole = asInteger()) {
    number = static_cast<double>(*whole);
    return true;
  }
  const auto* real = std::get_if<double>(&value_);
  if (real != nullptr) number = *real;
  return real != nullptr;
}

const JsonValue* JsonValue::find(std::string_view name) const {
  const Object* members = asObject();
  if (members == nullptr) return nullptr;
  for (const auto& [key, value] : *members) {
    if (key == name) return &value;
  }
  return nullptr;
}

void JsonValue::add(std::string name, JsonValue value) {
  if (isNull()) value_ = Object();
  std::get<Object>(value_).emplace_back(std::move(name), std::move(value));
}

void JsonValue::append(JsonValue value) {
  if (isNull()) value_ = Array();
  std::get<Array>(value_).push_back(std::move(value));
}

}  // namespace ferro::ml
