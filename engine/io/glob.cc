#include "ferro/engine/io/glob.h"

#include <algorithm>
#include <cstddef>

#include "ferro/common/error.h"

namespace ferro {
namespace {

// One code point from the front of text; a byte that is not UTF-8 stands for itself.
char32_t takeCharacter(std::string_view& text) {
  const auto lead = static_cast<unsigned char>(text.front());
  const size_t length = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  auto continues = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; };
  if (length == 1 || text.size() < length || !std::all_of(text.begin() + 1, text.begin() + length, continues)) {
    text.remove_prefix(1);
    return lead;
  }
  char32_t character = lead & (0xFFU >> (length + 1));
  for (size_t i = 1; i < length; ++i) character = character << 6 | (static_cast<unsigned char>(text[i]) & 0x3FU);
  text.remove_prefix(length);
  return character;
}

char32_t takeEscaped(std::string_view& pattern) {
  if (pattern.front() == '\\' && pattern.size() > 1) pattern.remove_prefix(1);
  return takeCharacter(pattern);
}

// pattern starts after the opening bracket and is left after the closing one.
bool takeSetMatch(std::string_view& pattern, char32_t character) {
  const std::string_view whole = pattern;
  const bool negated = !pattern.empty() && (pattern.front() == '^' || pattern.front() == '!');
  if (negated) pattern.remove_prefix(1);
  bool found = false;
  for (bool first = true;; first = false) {
    if (pattern.empty()) {
      throw Error(ErrorCode::kInvalidArgument, "glob has an unclosed bracket: '[" + std::string(whole) + "'");
    }
    if (pattern.front() == ']' && !first) break;
    const char32_t low = takeEscaped(pattern);
    char32_t high = low;
    if (pattern.size() > 1 && pattern[0] == '-' && pattern[1] != ']') {
      pattern.remove_prefix(1);
      high = takeEscaped(pattern);
    }
    found = found || (low <= character && character <= high);
  }
  pattern.remove_prefix(1);
  return found != negated;
}

// Matches what stands before the next star, and takes it from both; false when it does not match.
bool takeOneMatch(std::string_view& pattern, std::string_view& name) {
  if (name.empty()) return false;
  if (pattern.front() == '?') {
    pattern.remove_prefix(1);
    takeCharacter(name);
    return true;
  }
  if (pattern.front() == '[') {
    pattern.remove_prefix(1);
    return takeSetMatch(pattern, takeCharacter(name));
  }
  return takeEscaped(pattern) == takeCharacter(name);
}

struct Brace {
  size_t open = std::string_view::npos;
  size_t close = 0;
  std::vector<std::string_view> choices;
};

// The first group of braces, cut at the commas that belong to it and not to a group inside.
Brace firstBrace(std::string_view pattern) {
  Brace brace;
  size_t depth = 0;
  size_t choice = 0;
  for (size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] == '\\') {
      ++i;
    } else if (pattern[i] == '{') {
      if (depth++ == 0) brace.open = i, choice = i + 1;
    } else if (depth == 1 && (pattern[i] == ',' || pattern[i] == '}')) {
      brace.choices.push_back(pattern.substr(choice, i - choice));
      choice = i + 1;
      if (pattern[i] == ',') continue;
      brace.close = i;
      return brace;
    } else if (depth > 1 && pattern[i] == '}') {
      --depth;
    }
  }
  if (depth > 0) {
    throw Error(ErrorCode::kInvalidArgument, "glob has an unclosed brace: '" + std::string(pattern) + "'");
  }
  return brace;
}

}  // namespace

bool isGlob(std::string_view text) { return text.find_first_of("*?[{\\") != std::string_view::npos; }

std::vector<std::string> expandBraces(std::string_view pattern) {
  const Brace brace = firstBrace(pattern);
  if (brace.open == std::string_view::npos) return {std::string(pattern)};
  std::vector<std::string> expanded;
  for (std::string_view choice : brace.choices) {
    std::string one(pattern.substr(0, brace.open));
    one.append(choice).append(pattern.substr(brace.close + 1));
    for (std::string& text : expandBraces(one)) expanded.push_back(std::move(text));
  }
  return expanded;
}

bool matchesGlob(std::string_view pattern, std::string_view name) {
  // Where to go on when a match fails: after the last star, which then swallows one character more. An earlier star
  // never needs to swallow more than it has.
  std::string_view afterStar;
  std::string_view swallowFrom;
  bool star = false;
  while (!pattern.empty() || !name.empty()) {
    if (!pattern.empty() && pattern.front() == '*') {
      pattern.remove_prefix(1);
      afterStar = pattern;
      swallowFrom = name;
      star = true;
      continue;
    }
    if (!pattern.empty() && takeOneMatch(pattern, name)) continue;
    if (!star || swallowFrom.empty()) return false;
    takeCharacter(swallowFrom);
    name = swallowFrom;
    pattern = afterStar;
  }
  return true;
}

std::string unescapeGlob(std::string_view pattern) {
  std::string text;
  for (size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] == '\\' && i + 1 < pattern.size()) ++i;
    text.push_back(pattern[i]);
  }
  return text;
}

}  // namespace ferro
