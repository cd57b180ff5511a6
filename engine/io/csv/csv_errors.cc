#include "ferro/engine/io/csv/csv_errors.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

#include "ferro/common/error.h"
#include "ferro/engine/io/byte_input.h"
#include "ferro/engine/io/csv/decoded_input.h"

namespace ferro {
namespace {

constexpr size_t kMaxShown = 80;

// Counted from 1. Reads the file again up to there: a split in its middle does not know.
int64_t lineNumber(const CsvPlace& place) {
  const auto input = decodedInput(openInput(place.location), place.options.encoding);
  const std::string& custom = place.options.lineSeparator;
  std::vector<char> buffer(1 << 16);
  int64_t line = 1;
  char before = '\0';
  for (int64_t left = place.offset; left > 0;) {
    const size_t bytes = input->read(buffer.data(), std::min(buffer.size(), static_cast<size_t>(left)));
    if (bytes == 0) break;
    for (size_t i = 0; i < bytes; ++i) {
      const char c = buffer[i];
      if (!custom.empty()) {
        line += c == custom.back() && (custom.size() == 1 || before == custom[0]) ? 1 : 0;
      } else {
        line += (c == '\n' && before != '\r') || c == '\r' ? 1 : 0;
      }
      before = c;
    }
    left -= static_cast<int64_t>(bytes);
  }
  return line;
}

// As one line that is not too long.
std::string shown(std::string_view text) {
  std::string line;
  for (const char c : text.substr(0, kMaxShown)) {
    if (c == '\n') {
      line += "\\n";
    } else if (static_cast<unsigned char>(c) < ' ') {
      line += ' ';
    } else {
      line += c;
    }
  }
  return text.size() > kMaxShown ? line + "..." : line;
}

std::string where(const CsvPlace& place) {
  const bool plain = place.options.encoding == TextEncoding::kUtf8;
  return place.location + ", line " + std::to_string(lineNumber(place)) + ", byte " + std::to_string(place.offset) +
         (plain ? "" : " of its text as UTF-8");
}

[[noreturn]] void fail(const std::string& message) {
  throw Error(ErrorCode::kMalformedData, message + "; correct it, or read with mode PERMISSIVE or DROPMALFORMED");
}

}  // namespace

void throwBadField(const CsvPlace& place, std::string_view column, std::string_view type, std::string_view value) {
  fail(where(place) + ": column " + std::string(column) + " should be " + std::string(type) + ", but is '" +
       shown(value) + "'");
}

void throwBadText(const CsvPlace& place, std::string_view column, unsigned char byte) {
  std::array<char, 4> hexadecimal{};
  std::to_chars(hexadecimal.data(), hexadecimal.data() + hexadecimal.size(), byte, 16);
  fail(where(place) + ": column " + std::string(column) + " is not UTF-8: the byte 0x" + hexadecimal.data() +
       " begins no character; is the encoding another?");
}

void throwBadRecord(const CsvPlace& place, size_t numColumns, std::string_view record) {
  fail(where(place) + ": the record does not have the " + std::to_string(numColumns) + " columns of the schema: '" +
       shown(record) + "'");
}

}  // namespace ferro
