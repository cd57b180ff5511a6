#include "ferro/conf/conf_value.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "ferro/common/error.h"
#include "ferro/common/letter_case.h"
#include "ferro/common/text.h"
#include "ferro/conf/duration.h"
#include "ferro/conf/duration_key.h"
#include "ferro/conf/number_with_unit.h"

namespace ferro {
namespace {

std::vector<std::string> splitAtCommas(std::string_view text) {
  std::vector<std::string> parts;
  for (std::string_view part : split(text, ',')) {
    if (!trim(part).empty()) parts.emplace_back(trim(part));
  }
  return parts;
}

bool inRange(const ConfKeyBase& key, double number) { return key.range.least <= number && number <= key.range.most; }

std::string describeNumber(const ConfKeyBase& key, double number) {
  switch (key.type) {
    case ConfType::kSize:
    case ConfType::kMemory: return toText(ByteSize(static_cast<int64_t>(number)));
    case ConfType::kDuration: return toText(std::chrono::milliseconds(static_cast<int64_t>(number)));
    case ConfType::kInteger: return std::to_string(static_cast<int64_t>(number));
    default: break;
  }
  char text[32];
  return std::string(text, std::to_chars(text, text + sizeof(text), number).ptr);
}

std::string describeChoices(std::string_view choices) {
  std::vector<std::string> names = splitAtCommas(choices);
  std::string words;
  for (size_t i = 0; i < names.size(); ++i) {
    if (i > 0) words += i + 1 == names.size() ? " or " : ", ";
    words += names[i];
  }
  return words;
}

}  // namespace

template <>
std::optional<bool> parseConfValue<bool>(const ConfKeyBase&, std::string_view text) {
  std::string word = lowerCase(trim(text));
  if (word == "true") return true;
  if (word == "false") return false;
  return std::nullopt;
}

template <>
std::optional<int64_t> parseConfValue<int64_t>(const ConfKeyBase& key, std::string_view text) {
  std::optional<int64_t> number = detail::parseInteger(trim(text));
  if (!number || !inRange(key, static_cast<double>(*number))) return std::nullopt;
  if (key.choices.empty()) return number;
  const std::vector<std::string> choices = splitAtCommas(key.choices);
  const bool isChoice = std::find(choices.begin(), choices.end(), std::to_string(*number)) != choices.end();
  return isChoice ? number : std::nullopt;
}

template <>
std::optional<double> parseConfValue<double>(const ConfKeyBase& key, std::string_view text) {
  text = trim(text);
  double number = 0;
  auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  bool whole = problem == std::errc() && end == text.data() + text.size();
  if (!whole || !std::isfinite(number) || !inRange(key, number)) return std::nullopt;
  return number;
}

template <>
std::optional<std::string> parseConfValue<std::string>(const ConfKeyBase& key, std::string_view text) {
  text = trim(text);
  if (key.accepts != nullptr && !key.accepts(text)) return std::nullopt;
  if (key.choices.empty()) return std::string(text);
  for (const std::string& choice : splitAtCommas(key.choices)) {
    if (lowerCase(choice) == lowerCase(text)) return choice;
  }
  return std::nullopt;
}

template <>
std::optional<std::vector<std::string>> parseConfValue<std::vector<std::string>>(const ConfKeyBase&,
                                                                                 std::string_view text) {
  std::vector<std::string> parts = splitAtCommas(text);
  if (parts.empty()) return std::nullopt;
  return parts;
}

template <>
std::optional<ByteSize> parseConfValue<ByteSize>(const ConfKeyBase& key, std::string_view text) {
  std::optional<ByteSize> size = parseByteSize(text, key.bareSizeUnit);
  if (!size || !inRange(key, static_cast<double>(size->bytes()))) return std::nullopt;
  return size;
}

template <>
std::optional<MemoryLimit> parseConfValue<MemoryLimit>(const ConfKeyBase& key, std::string_view text) {
  std::optional<MemoryLimit> limit = parseMemoryLimit(text);
  if (!limit || limit->isAutomatic()) return limit;
  if (!inRange(key, static_cast<double>(limit->resolve(ByteSize()).bytes()))) return std::nullopt;
  return limit;
}

template <>
std::optional<std::chrono::milliseconds> parseConfValue<std::chrono::milliseconds>(const ConfKeyBase& key,
                                                                                   std::string_view text) {
  std::optional<std::chrono::milliseconds> duration = parseDuration(text, key.bareTimeUnit);
  if (!duration || !inRange(key, static_cast<double>(duration->count()))) return std::nullopt;
  return duration;
}

bool isAllowed(const ConfKeyBase& key, std::string_view text) {
  switch (key.type) {
    case ConfType::kBool: return parseConfValue<bool>(key, text).has_value();
    case ConfType::kInteger: return parseConfValue<int64_t>(key, text).has_value();
    case ConfType::kReal: return parseConfValue<double>(key, text).has_value();
    case ConfType::kText: return parseConfValue<std::string>(key, text).has_value();
    case ConfType::kList: return parseConfValue<std::vector<std::string>>(key, text).has_value();
    case ConfType::kSize: return parseConfValue<ByteSize>(key, text).has_value();
    case ConfType::kMemory: return parseConfValue<MemoryLimit>(key, text).has_value();
    case ConfType::kDuration: return parseConfValue<std::chrono::milliseconds>(key, text).has_value();
  }
  throwInternal("a setting has a type that nobody reads");
}

std::string describeRange(const ConfKeyBase& key) {
  bool bounded = std::isfinite(key.range.most);
  if (bounded) return " from " + describeNumber(key, key.range.least) + " to " + describeNumber(key, key.range.most);
  if (std::isfinite(key.range.least)) return " of at least " + describeNumber(key, key.range.least);
  return "";
}

std::string describeBareUnit(const ConfKeyBase& key) {
  if (key.type == ConfType::kDuration) return key.bareTimeUnit == TimeUnit::kSecond ? "seconds" : "milliseconds";
  switch (key.bareSizeUnit) {
    case ByteUnit::kByte: return "bytes";
    case ByteUnit::kKibibyte: return "KiB";
    case ByteUnit::kMebibyte: return "MiB";
  }
  throwInternal("a size has a unit that nobody describes");
}

std::string describeAllowed(const ConfKeyBase& key) {
  std::string bareUnit = " (a number alone counts " + describeBareUnit(key) + ")";
  switch (key.type) {
    case ConfType::kBool: return "true or false";
    case ConfType::kInteger:
      return key.choices.empty() ? "a whole number" + describeRange(key) : describeChoices(key.choices);
    case ConfType::kReal: return "a number" + describeRange(key);
    case ConfType::kText:
      if (!key.choices.empty()) return describeChoices(key.choices);
      return key.acceptedForm.empty() ? "any text" : std::string(key.acceptedForm);
    case ConfType::kList: return "a list separated by commas";
    case ConfType::kSize: return "a size such as 512k, 48m or 1g" + describeRange(key) + bareUnit;
    case ConfType::kMemory: return "auto, or a size such as 512m or 1g" + describeRange(key) + bareUnit;
    case ConfType::kDuration: return "a duration such as 100ms, 3s, 5min or 1h" + describeRange(key) + bareUnit;
  }
  throwInternal("a setting has a type that nobody describes");
}

}  // namespace ferro
