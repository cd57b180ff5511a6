#include "record_oracle.h"

namespace ferro::test {
namespace {

bool isSpace(char c) { return static_cast<unsigned char>(c) <= ' '; }

std::vector<std::string> linesOf(std::string_view text) {
  std::vector<std::string> lines;
  std::string line;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\n' && text[i] != '\r') {
      line += text[i];
      continue;
    }
    lines.push_back(line);
    line.clear();
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') ++i;
  }
  lines.push_back(line);
  return lines;
}

// The field whose opening quote stands at `at`, which moves to the separator or the end behind it.
std::string quotedField(const std::string& line, size_t& at, const OracleOptions& options) {
  const auto isEnd = [&](size_t i) { return i >= line.size() || line[i] == options.separator; };
  const auto is = [&](size_t i, char c) { return i < line.size() && line[i] == c; };
  std::string value;
  if (++at == line.size()) return std::string(1, options.quote);
  while (at < line.size()) {
    const char c = line[at];
    if (c == options.escape && c != options.quote) {
      const bool escapes = is(at + 1, options.quote) || is(at + 1, options.escape);
      if (escapes) value += line[++at];
      if (!escapes && at + 1 < line.size()) value += c;
      ++at;
      continue;
    }
    if (c != options.quote) {
      value += c;
      ++at;
      continue;
    }
    if (is(at + 1, options.quote)) {
      value += options.quote;
      at += options.escape == options.quote ? 2 : 1;
      continue;
    }
    size_t behind = at + 1;
    while (!isEnd(behind) && isSpace(line[behind])) ++behind;
    if (isEnd(behind)) {
      at = behind;
      return value;
    }
    // The quotes were no quotes.
    value.insert(value.begin(), options.quote);
    while (!isEnd(at)) value += line[at++];
    return value;
  }
  return value;
}

}  // namespace

CsvRows oracleRows(std::string_view text, size_t numColumns, const OracleOptions& options) {
  CsvRows rows;
  for (const std::string& line : linesOf(text)) {
    bool blank = true;
    for (const char c : line) blank &= isSpace(c);
    if (blank) continue;
    CsvRow row;
    for (size_t at = 0; at <= line.size(); ++at) {
      std::string value;
      if (at < line.size() && line[at] == options.quote) {
        value = quotedField(line, at, options);
      } else {
        while (at < line.size() && line[at] != options.separator) value += line[at++];
      }
      row.push_back(value.empty() ? std::nullopt : std::optional(value));
    }
    row.resize(numColumns);
    rows.push_back(row);
  }
  return rows;
}

}  // namespace ferro::test
