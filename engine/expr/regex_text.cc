#include "ferro/engine/expr/regex_text.h"

#include "ferro/common/error.h"
#include "ferro/engine/expr/java_regex.h"

namespace ferro {

namespace {

bool isReplacementDigit(char letter) { return letter >= '0' && letter <= '9'; }

bool isPatternPunctuation(char letter) {
  return std::string_view("\\.[]{}()*+-?^$|,;:/ \t\"'#&%@!~`=<>").find(letter) != std::string_view::npos;
}

[[noreturn]] void throwBadReplacement(std::string_view text, const std::string& reason) {
  throw Error(ErrorCode::kInvalidArgument,
              "[INVALID_PARAMETER_VALUE.REPLACEMENT] The value of parameter(s) "
              "`replacement` in `regexp_replace` is invalid: '" +
                  std::string(text) + "': " + reason + "; write \\$ for a dollar sign.");
}

// Behind `$`. More digits belong to the number as long as there is such a group.
int readGroup(std::string_view text, size_t& at, const JavaRegex& regex) {
  if (at < text.size() && text[at] == '{') {
    const size_t end = text.find('}', at);
    if (end == std::string_view::npos) throwBadReplacement(text, "named capturing group is missing trailing '}'");
    const std::string_view name = text.substr(at + 1, end - at - 1);
    const int group = regex.groupNamed(name);
    if (group == 0) throwBadReplacement(text, "No group with name {" + std::string(name) + "}");
    at = end + 1;
    return group;
  }
  if (at >= text.size() || !isReplacementDigit(text[at])) throwBadReplacement(text, "Illegal group reference");
  int group = text[at++] - '0';
  if (group > regex.groups()) throwBadReplacement(text, "No group " + std::to_string(group));
  while (at < text.size() && isReplacementDigit(text[at])) {
    const int longer = group * 10 + (text[at] - '0');
    if (longer > regex.groups()) break;
    group = longer;
    ++at;
  }
  return group;
}

}  // namespace

bool isPlainPattern(std::string_view pattern) {
  for (size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] == '\\') {
      if (i + 1 == pattern.size() || !isPatternPunctuation(pattern[i + 1])) return false;
      ++i;
    } else if (std::string_view(".[{()*+?^$|").find(pattern[i]) != std::string_view::npos) {
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

Replacement::Replacement(std::string_view text, const JavaRegex& regex) {
  Part literal;
  for (size_t at = 0; at < text.size();) {
    const char letter = text[at++];
    if (letter == '$') {
      if (!literal.text.empty()) parts_.push_back(std::move(literal));
      literal = {};
      parts_.push_back({.group = readGroup(text, at, regex)});
      continue;
    }
    if (letter == '\\' && at == text.size()) throwBadReplacement(text, "character to be escaped is missing");
    literal.text += letter == '\\' ? text[at++] : letter;
  }
  if (!literal.text.empty()) parts_.push_back(std::move(literal));
}

void Replacement::appendTo(std::string& out, const JavaMatcher& match) const {
  for (const Part& part : parts_) {
    if (part.group < 0) out += part.text;
    else out += match.group(part.group);
  }
}

}  // namespace ferro
