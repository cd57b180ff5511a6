#include "ferro/engine/io/formats/libsvm_line.h"

#include <charconv>
#include <limits>

#include "ferro/common/text.h"

namespace ferro {
namespace {

std::string_view takeWord(std::string_view& text) {
  const size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return text = {};
  text.remove_prefix(begin);
  const std::string_view word = text.substr(0, text.find_first_of(" \t"));
  text.remove_prefix(word.size());
  return word;
}

template <class Number>
bool parseNumber(std::string_view text, Number& number) {
  if (text.starts_with('+')) text.remove_prefix(1);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

std::string quoted(std::string_view text) { return "'" + std::string(text.substr(0, 60)) + "'"; }

}  // namespace

bool isLibsvmRow(std::string_view line) {
  const std::string_view text = trim(line);
  return !text.empty() && text.front() != '#';
}

std::optional<std::string> parseLibsvmLine(std::string_view line, LibsvmRow& row) {
  row.indices.clear();
  row.values.clear();
  line = trim(line);
  const std::string_view label = takeWord(line);
  if (!parseNumber(label, row.label)) return "the label " + quoted(label) + " is not a number";
  int64_t previous = 0;
  for (std::string_view word = takeWord(line); !word.empty() && word.front() != '#'; word = takeWord(line)) {
    const size_t colon = word.find(':');
    int64_t index = 0;
    double value = 0;
    if (colon == std::string_view::npos || !parseNumber(word.substr(0, colon), index) ||
        !parseNumber(word.substr(colon + 1), value)) {
      return quoted(word) + " is not of the form index:value";
    }
    if (index < 1 || index > std::numeric_limits<int32_t>::max()) {
      return "index " + std::to_string(index) + " is out of range: indices count from one";
    }
    if (index <= previous) {
      return "index " + std::to_string(index) + " comes after " + std::to_string(previous) + ": indices must ascend";
    }
    previous = index;
    row.indices.push_back(static_cast<int32_t>(index - 1));
    row.values.push_back(value);
  }
  return std::nullopt;
}

}  // namespace ferro
