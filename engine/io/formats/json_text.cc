#include "ferro/engine/io/formats/json_text.h"

namespace ferro {

void appendJsonText(std::string_view text, std::string& json) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  json.push_back('"');
  for (const char c : text) {
    switch (c) {
      case '"': json.append("\\\""); break;
      case '\\': json.append("\\\\"); break;
      case '\n': json.append("\\n"); break;
      case '\r': json.append("\\r"); break;
      case '\t': json.append("\\t"); break;
      case '\b': json.append("\\b"); break;
      case '\f': json.append("\\f"); break;
      default: {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20) {
          json.push_back(c);
        } else {
          json.append("\\u00").append({kDigits[byte >> 4], kDigits[byte & 15]});
        }
      }
    }
  }
  json.push_back('"');
}

}  // namespace ferro
