#include "ferro/conf/redaction.h"

#include <cstddef>
#include <regex>

namespace ferro {
namespace {

constexpr std::string_view kRedacted = "*********(redacted)";

// std::regex needs stack for each character; what is longer than this is hidden without a look.
constexpr size_t kLongestSearched = 4096;

std::regex compile(std::string_view expression) {
  constexpr std::string_view kIgnoreCase = "(?i)";
  std::regex::flag_type flags = std::regex::ECMAScript;
  if (expression.starts_with(kIgnoreCase)) {
    flags |= std::regex::icase;
    expression.remove_prefix(kIgnoreCase.size());
  }
  return std::regex(expression.begin(), expression.end(), flags);
}

bool found(const std::regex& regex, std::string_view text) {
  return text.size() > kLongestSearched || std::regex_search(text.begin(), text.end(), regex);
}

}  // namespace

std::string redact(std::string_view expression, std::string_view key, std::string_view value) {
  std::regex regex = compile(expression);
  bool secret = found(regex, key) || found(regex, value);
  return std::string(secret ? kRedacted : value);
}

bool isRegularExpression(std::string_view text) {
  try {
    compile(text);
    return true;
  } catch (const std::regex_error&) {
    return false;
  }
}

}  // namespace ferro
