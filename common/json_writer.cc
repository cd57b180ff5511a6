#include "ferro/common/json_writer.h"

#include <array>
#include <charconv>
#include <cstddef>

namespace ferro {

namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

bool isPlain(unsigned char byte) { return byte >= 0x20 && byte < 0x80 && byte != '"' && byte != '\\'; }

bool isContinuation(unsigned char byte) { return (byte & 0xC0) == 0x80; }

// The bytes of the UTF-8 character at the text's front; 0 if there is none.
size_t characterLength(std::string_view text) {
  const auto at = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = at(0);
  const size_t length = lead >= 0xC2 && lead < 0xE0   ? 2
                        : lead >= 0xE0 && lead < 0xF0 ? 3
                        : lead >= 0xF0 && lead < 0xF5 ? 4
                                                      : 0;
  if (length == 0 || text.size() < length) return 0;
  for (size_t i = 1; i < length; ++i) {
    if (!isContinuation(at(i))) return 0;
  }
  const unsigned char second = at(1);
  const bool tooLong = (lead == 0xE0 && second < 0xA0) || (lead == 0xF0 && second < 0x90);
  const bool notUnicode = (lead == 0xED && second >= 0xA0) || (lead == 0xF4 && second >= 0x90);
  return tooLong || notUnicode ? 0 : length;
}

void appendEscaped(std::string& text, unsigned char byte) {
  switch (byte) {
    case '"': text += "\\\""; return;
    case '\\': text += "\\\\"; return;
    case '\n': text += "\\n"; return;
    case '\r': text += "\\r"; return;
    case '\t': text += "\\t"; return;
    default: break;
  }
  constexpr std::string_view kDigits = "0123456789abcdef";
  text += "\\u00";
  text += kDigits[byte >> 4];
  text += kDigits[byte & 15];
}

}  // namespace

JsonWriter& JsonWriter::key(std::string_view name) {
  separate();
  text_ += '"';
  text_ += name;
  text_ += "\":";
  needsComma_ = false;
  return *this;
}

JsonWriter& JsonWriter::keyText(std::string_view name) {
  separate();
  quoted(name);
  text_ += ':';
  needsComma_ = false;
  return *this;
}

JsonWriter& JsonWriter::value(std::string_view text) {
  separate();
  quoted(text);
  needsComma_ = true;
  return *this;
}

JsonWriter& JsonWriter::value(bool truth) {
  separate();
  text_ += truth ? "true" : "false";
  needsComma_ = true;
  return *this;
}

JsonWriter& JsonWriter::integer(int64_t number) {
  separate();
  std::array<char, 24> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  text_.append(digits.data(), end);
  needsComma_ = true;
  return *this;
}

JsonWriter& JsonWriter::begin(char bracket) {
  separate();
  text_ += bracket;
  needsComma_ = false;
  return *this;
}

JsonWriter& JsonWriter::end(char bracket) {
  text_ += bracket;
  needsComma_ = true;
  return *this;
}

void JsonWriter::separate() {
  if (needsComma_) text_ += ',';
}

void JsonWriter::quoted(std::string_view text) {
  text_ += '"';
  while (!text.empty()) {
    size_t plain = 0;
    while (plain < text.size() && isPlain(static_cast<unsigned char>(text[plain]))) ++plain;
    text_.append(text.substr(0, plain));
    text.remove_prefix(plain);
    if (text.empty()) break;
    const auto byte = static_cast<unsigned char>(text.front());
    size_t taken = 1;
    if (byte < 0x80) {
      appendEscaped(text_, byte);
    } else {
      const size_t length = characterLength(text);
      text_.append(length == 0 ? kReplacement : text.substr(0, length));
      if (length != 0) taken = length;
    }
    text.remove_prefix(taken);
  }
  text_ += '"';
}

}  // namespace ferro
