#include "ferro/engine/io/text_format.h"

#include <charconv>

#include "ferro/engine/expr/number_text.h"

namespace ferro::detail {
namespace {

template <class Integer>
void appendInteger(std::string& line, Integer value) {
  char text[24];
  line.append(text, std::to_chars(text, text + sizeof(text), value).ptr);
}

}  // namespace

void appendSigned(std::string& line, int64_t value) { appendInteger(line, value); }
void appendUnsigned(std::string& line, uint64_t value) { appendInteger(line, value); }
void appendReal(std::string& line, double value) { appendNumber(line, value); }
void appendReal(std::string& line, float value) { appendNumber(line, value); }

}  // namespace ferro::detail
