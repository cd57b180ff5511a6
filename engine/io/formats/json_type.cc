#include "ferro/engine/io/formats/json_type.h"

#include <algorithm>
#include <charconv>
#include <set>

#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/common/letter_case.h"

namespace ferro {
namespace {

constexpr int kMaxPrecision = 38;
constexpr int kLongPrecision = 20;

struct Digits {
  int precision = 0;
  int scale = 0;
};

// Of a number as it is written, an exponent moved into the scale.
Digits digitsOf(std::string_view text) {
  Digits found;
  int exponent = 0;
  const size_t mark = text.find_first_of("eE");
  if (mark != std::string_view::npos) {
    std::string_view digits = text.substr(mark + 1);
    if (digits.starts_with('+')) digits.remove_prefix(1);
    std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
    text = text.substr(0, mark);
  }
  bool behindPoint = false;
  bool begun = false;
  for (const char c : text) {
    if (c == '.') behindPoint = true;
    if (c < '0' || c > '9') continue;
    begun = begun || c != '0';
    found.precision += begun ? 1 : 0;
    found.scale += behindPoint ? 1 : 0;
  }
  found.scale -= std::clamp(exponent, -1000, 1000);
  found.precision = std::max({found.precision, found.scale, 1});
  if (found.scale < 0) {
    found.precision -= found.scale;
    found.scale = 0;
  }
  return found;
}

bool fitsLong(std::string_view text) {
  int64_t number = 0;
  return std::from_chars(text.data(), text.data() + text.size(), number).ec == std::errc();
}

bool isFinite(std::string_view number) { return number.find_first_of("NI") == std::string_view::npos; }

}  // namespace

void JsonType::becomeText() {
  kind_ = Kind::kString;
  fields_.clear();
  element_.reset();
}

void JsonType::widen(Kind other, int precision, int scale) {
  if (other == Kind::kNull || kind_ == Kind::kString) return;
  const bool isNumber = other >= Kind::kLong && other <= Kind::kDouble;
  const bool wasNumber = kind_ >= Kind::kLong && kind_ <= Kind::kDouble;
  if (kind_ == Kind::kNull) {
    kind_ = other;
    precision_ = precision;
    scale_ = scale;
  } else if (isNumber && wasNumber) {
    if (kind_ == Kind::kLong) precision_ = kLongPrecision, scale_ = 0;
    if (other == Kind::kLong) precision = kLongPrecision, scale = 0;
    kind_ = std::max(kind_, other);
    const int whole = std::max(precision_ - scale_, precision - scale);
    scale_ = std::max(scale_, scale);
    precision_ = whole + scale_;
    if (kind_ == Kind::kDecimal && precision_ > kMaxPrecision) kind_ = Kind::kDouble;
  } else if (kind_ != other) {
    becomeText();
  }
}

void JsonType::include(const JsonTape& tape, size_t node, const JsonTypeRules& rules) {
  const JsonNode& value = tape[node];
  switch (value.kind) {
    case JsonKind::kNull: return;
    case JsonKind::kTrue:
    case JsonKind::kFalse: return widen(rules.primitivesAsString ? Kind::kString : Kind::kBoolean);
    // Some writers do not tell an empty text from null.
    case JsonKind::kString:
      if (!value.text.empty()) widen(Kind::kString);
      return;
    case JsonKind::kInteger:
    case JsonKind::kReal: {
      if (rules.primitivesAsString) return widen(Kind::kString);
      if (value.kind == JsonKind::kInteger && fitsLong(value.text)) return widen(Kind::kLong);
      const Digits digits = digitsOf(value.text);
      const bool decimal = value.kind == JsonKind::kInteger || (rules.prefersDecimal && isFinite(value.text));
      if (!decimal || digits.precision > kMaxPrecision) return widen(Kind::kDouble);
      return widen(Kind::kDecimal, digits.precision, digits.scale);
    }
    case JsonKind::kArray: {
      widen(Kind::kArray);
      if (kind_ != Kind::kArray) return;
      if (!element_) element_ = std::make_shared<JsonType>();
      for (size_t child = node + 1; child < value.next; child = tape[child].next) element_->include(tape, child, rules);
      return;
    }
    case JsonKind::kObject: {
      widen(Kind::kStruct);
      if (kind_ != Kind::kStruct) return;
      ++numObjects_;
      for (size_t name = node + 1; name < value.next; name = tape[name + 1].next) {
        auto field = fields_.find(tape[name].text);
        if (field == fields_.end()) field = fields_.emplace(tape[name].text, JsonType()).first;
        if (field->second.lastObject_ == numObjects_) repeated_ = tape[name].text;
        field->second.lastObject_ = numObjects_;
        field->second.include(tape, name + 1, rules);
      }
    }
  }
}

void JsonType::include(const JsonType& other) {
  widen(other.kind_, other.precision_, other.scale_);
  if (kind_ != other.kind_) return;
  if (kind_ == Kind::kArray && other.element_) {
    if (!element_) element_ = std::make_shared<JsonType>();
    element_->include(*other.element_);
  }
  for (const auto& [name, type] : other.fields_) fields_[name].include(type);
  if (repeated_.empty()) repeated_ = other.repeated_;
}

void JsonType::includeField(std::string_view name, const JsonType& type) {
  widen(Kind::kStruct);
  fields_[std::string(name)].include(type);
}

void JsonType::requireDifferentNames() const {
  std::string repeated = repeated_;
  std::set<std::string> seen;
  for (const auto& [name, type] : fields_) {
    if (!seen.insert(lowerCase(name)).second) repeated = name;
    type.requireDifferentNames();
  }
  if (element_) element_->requireDifferentNames();
  if (repeated.empty()) return;
  throw Error(ErrorCode::kInvalidArgument,
              "[COLUMN_ALREADY_EXISTS] The column `" + lowerCase(repeated) +
                  "` already exists: JSON objects have the name twice. Rename one, or give a schema that names one");
}

std::shared_ptr<arrow::DataType> JsonType::toArrow(const JsonTypeRules& rules) const {
  switch (kind_) {
    case Kind::kNull: return rules.dropFieldIfAllNull ? nullptr : arrow::utf8();
    case Kind::kBoolean: return arrow::boolean();
    case Kind::kLong: return arrow::int64();
    case Kind::kDecimal: return arrow::decimal128(precision_, scale_);
    case Kind::kDouble: return arrow::float64();
    case Kind::kString: return arrow::utf8();
    case Kind::kArray: {
      auto element = element_ ? element_->toArrow(rules) : arrow::utf8();
      return element ? arrow::list(arrow::field("element", std::move(element))) : nullptr;
    }
    case Kind::kStruct: break;
  }
  arrow::FieldVector fields;
  for (const auto& [name, field] : fields_) {
    if (auto type = field.toArrow(rules)) fields.push_back(arrow::field(name, std::move(type)));
  }
  return fields.empty() ? nullptr : arrow::struct_(std::move(fields));
}

void JsonType::encode(Encoder& encoder) const {
  encoder.write(static_cast<uint8_t>(kind_));
  encoder.write(precision_);
  encoder.write(scale_);
  encoder.write(static_cast<uint64_t>(fields_.size()));
  for (const auto& [name, type] : fields_) {
    encoder.write(name);
    type.encode(encoder);
  }
  encoder.write(repeated_);
  encoder.write(element_ != nullptr);
  if (element_) element_->encode(encoder);
}

JsonType JsonType::decode(Decoder& decoder) {
  JsonType type;
  const auto kind = decoder.read<uint8_t>();
  if (kind > static_cast<uint8_t>(Kind::kStruct)) throw Error(ErrorCode::kMalformedData, "an unknown type of JSON");
  type.kind_ = static_cast<Kind>(kind);
  type.precision_ = decoder.read<int>();
  type.scale_ = decoder.read<int>();
  const auto count = decoder.read<uint64_t>();
  for (uint64_t i = 0; i < count; ++i) {
    auto name = decoder.read<std::string>();
    type.fields_.emplace(std::move(name), decode(decoder));
  }
  type.repeated_ = decoder.read<std::string>();
  if (decoder.read<bool>()) type.element_ = std::make_shared<JsonType>(decode(decoder));
  return type;
}

}  // namespace ferro
