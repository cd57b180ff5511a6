// Appends compact JSON to a string: objects, arrays and values one after the other, with commas where they belong. What
// is not UTF-8 is replaced, so that whoever reads the text can trust it. One thread at a time.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace ferro {

class JsonWriter {
 public:
  // The text outlives the writer.
  explicit JsonWriter(std::string& text) : text_(text) {}

  JsonWriter& beginObject() { return begin('{'); }
  JsonWriter& endObject() { return end('}'); }
  JsonWriter& beginArray() { return begin('['); }
  JsonWriter& endArray() { return end(']'); }

  // The name is written as it is; for one that may hold anything there is keyText.
  JsonWriter& key(std::string_view name);
  JsonWriter& keyText(std::string_view name);

  JsonWriter& value(std::string_view text);
  JsonWriter& value(const char* text) { return value(std::string_view(text)); }
  JsonWriter& value(bool truth);
  template <std::integral Number>
    requires(!std::same_as<Number, bool>)
  JsonWriter& value(Number number) {
    return integer(static_cast<int64_t>(number));
  }

  template <class Value>
  JsonWriter& field(std::string_view name, const Value& content) {
    return key(name).value(content);
  }

 private:
  JsonWriter& begin(char bracket);
  JsonWriter& end(char bracket);
  JsonWriter& integer(int64_t number);
  void separate();
  void quoted(std::string_view text);

  std::string& text_;
  bool needsComma_ = false;
};

}  // namespace ferro
