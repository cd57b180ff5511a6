#include "ferro/conf/properties_file.h"

#include <cstddef>
#include <utility>

#include "ferro/common/text.h"

namespace ferro {
namespace {

// Takes the first line off the content.
std::string_view takeLine(std::string_view& content) {
  size_t end = content.find('\n');
  std::string_view line = content.substr(0, end);
  content.remove_prefix(end == std::string_view::npos ? content.size() : end + 1);
  return trim(line);
}

// An even number of backslashes at the end stands for themselves.
bool continues(std::string_view line) {
  size_t last = line.find_last_not_of('\\');
  size_t backslashes = line.size() - (last == std::string_view::npos ? 0 : last + 1);
  return backslashes % 2 == 1;
}

// What a letter after a backslash stands for, as in Java's properties files.
char escaped(char letter) {
  switch (letter) {
    case 't': return '\t';
    case 'n': return '\n';
    case 'r': return '\r';
    case 'f': return '\f';
    default: return letter;
  }
}

std::string withoutEscapes(std::string_view text) {
  std::string plain;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool isEscape = text[i] == '\\' && i + 1 < text.size();
    plain += isEscape ? escaped(text[++i]) : text[i];
  }
  return plain;
}

Property splitProperty(std::string_view text, int line) {
  size_t keyEnd = text.find_first_of(" \t=:");
  std::string_view key = text.substr(0, keyEnd);
  std::string_view rest = trim(text.substr(key.size()));
  if (rest.starts_with('=') || rest.starts_with(':')) rest = trim(rest.substr(1));
  return {std::string(key), withoutEscapes(rest), line};
}

}  // namespace

std::vector<Property> parseProperties(std::string_view content) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (content.starts_with(kByteOrderMark)) content.remove_prefix(kByteOrderMark.size());
  std::vector<Property> properties;
  int line = 0;
  while (!content.empty()) {
    int firstLine = ++line;
    std::string text(takeLine(content));
    if (text.empty() || text[0] == '#' || text[0] == '!') continue;
    while (continues(text) && !content.empty()) {
      text.pop_back();
      text += takeLine(content);
      ++line;
    }
    properties.push_back(splitProperty(text, firstLine));
  }
  return properties;
}

}  // namespace ferro
