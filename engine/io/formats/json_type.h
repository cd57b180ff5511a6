// The type of JSON values as far as it was seen, widened by every further value as Spark widens it. Belongs to one
// thread; travels.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include <arrow/type_fwd.h>

#include "ferro/common/codec.h"
#include "ferro/engine/io/formats/json_tape.h"

namespace ferro {

struct JsonTypeRules {
  bool primitivesAsString = false;
  bool prefersDecimal = false;
  bool dropFieldIfAllNull = false;
};

class JsonType {
 public:
  enum class Kind : uint8_t { kNull, kBoolean, kLong, kDecimal, kDouble, kString, kArray, kStruct };

  Kind kind() const { return kind_; }
  // Of an array's elements; of anything else, and of arrays without elements, that of null.
  JsonType element() const { return element_ ? *element_ : JsonType(); }

  // Widens the type until it holds the value, or all that the other type holds.
  void include(const JsonTape& tape, size_t node, const JsonTypeRules& rules);
  void include(const JsonType& other);
  void includeField(std::string_view name, const JsonType& type);

  // Error kInvalidArgument when an object has a name twice, in whatever case, here or further inside.
  void requireDifferentNames() const;

  // What was only ever null becomes text; structs without fields are left out, so there may be none.
  std::shared_ptr<arrow::DataType> toArrow(const JsonTypeRules& rules) const;

  void encode(Encoder& encoder) const;
  static JsonType decode(Decoder& decoder);

 private:
  // What a kind turns into beside another; containers of one kind stay what they are.
  void widen(Kind other, int precision = 0, int scale = 0);
  void becomeText();

  Kind kind_ = Kind::kNull;
  int precision_ = 0;  // of a decimal
  int scale_ = 0;
  std::map<std::string, JsonType, std::less<>> fields_;
  std::string repeated_;     // a name that some object had twice
  uint64_t numObjects_ = 0;  // that were looked at, of a struct
  uint64_t lastObject_ = 0;  // of a field: the last object that had it
  std::shared_ptr<JsonType> element_;
};

template <>
struct Codec<JsonType> {
  static void encode(Encoder& encoder, const JsonType& type) { type.encode(encoder); }
  static JsonType decode(Decoder& decoder) { return JsonType::decode(decoder); }
};

}  // namespace ferro
