#include "ferro/engine/expr/regex_text.h"

namespace ferro {

namespace {

bool isDigit(char letter) { return letter >= '0' && letter <= '9'; }

bool isPunctuation(char letter) {
  return std::string_view("\\.[]{}()*+-?^$|,;:/ \t\"'#&%@!~`=<>").find(letter) != std::string_view::npos;
}

// `(` that captures, and not `(?:` or another of its kind.
bool opensGroup(std::string_view rest) {
  if (!rest.starts_with('(')) return false;
  if (!rest.starts_with("(?")) return true;
  return rest.starts_with("(?<") && !rest.starts_with("(?<=") && !rest.starts_with("(?<!");
}

}  // namespace

NamedPattern nameGroups(std::string_view pattern) {
  NamedPattern named{"(?P<g0>", 0};
  bool inClass = false;
  for (size_t i = 0; i < pattern.size(); ++i) {
    const std::string_view rest = pattern.substr(i);
    if (rest[0] == '\\' && rest.size() > 1) {
      named.pattern += rest.substr(0, 2);
      ++i;
      continue;
    }
    if (rest[0] == '[') inClass = true;
    if (rest[0] == ']') inClass = false;
    if (inClass || !opensGroup(rest)) {
      named.pattern += rest[0];
      continue;
    }
    named.pattern += "(?P<g" + std::to_string(++named.groups) + ">";
    if (rest.starts_with("(?<")) i = pattern.find('>', i);
    if (i == std::string_view::npos) break;
  }
  named.pattern += ')';
  return named;
}

std::string rewriteReplacement(std::string_view replacement) {
  std::string rewritten;
  for (size_t i = 0; i < replacement.size(); ++i) {
    const char letter = replacement[i];
    if (letter == '$' && i + 1 < replacement.size() && isDigit(replacement[i + 1])) {
      rewritten += '\\';
      rewritten += replacement[++i];
      continue;
    }
    const bool escaped = letter == '\\' && i + 1 < replacement.size();
    const char plain = escaped ? replacement[++i] : letter;
    if (plain == '\\') rewritten += '\\';
    rewritten += plain;
  }
  return rewritten;
}

bool isPlainPattern(std::string_view pattern) {
  for (size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] == '\\') {
      if (i + 1 == pattern.size() || !isPunctuation(pattern[i + 1])) return false;
      ++i;
    } else if (std::string_view(".[]{}()*+?^$|").find(pattern[i]) != std::string_view::npos) {
      return false;
    }
  }
  return !pattern.empty();
}

std::string unescaped(std::string_view pattern) {
  std::string plain;
  for (size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] == '\\') ++i;
    plain += pattern[i];
  }
  return plain;
}

}  // namespace ferro
