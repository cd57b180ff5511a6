#include "ferro/engine/io/formats/format_options.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "ferro/common/error.h"
#include "ferro/common/letter_case.h"
#include "ferro/common/nearest_name.h"
#include "ferro/common/text.h"

namespace ferro {
namespace {

// What Spark takes for every source of files.
constexpr std::array<std::string_view, 3> kFileOptions = {"pathGlobFilter", "recursiveFileLookup", "basePath"};

// Of a value, in messages.
constexpr size_t kMostShown = 80;

}  // namespace

FormatOptions::FormatOptions(std::string_view format, const std::map<std::string, std::string>& given,
                             std::span<const std::string_view> known)
    : format_(format) {
  std::vector<std::string_view> names(known.begin(), known.end());
  names.insert(names.end(), kFileOptions.begin(), kFileOptions.end());
  for (const auto& [name, value] : given) {
    const bool isKnown =
        std::any_of(names.begin(), names.end(), [&](auto one) { return equalIgnoringCase(one, name); });
    if (!isKnown) {
      const auto nearest = nearestName(name, names);
      throw Error(ErrorCode::kInvalidArgument, "format " + format_ + " has no option '" + name + "'; did you mean '" +
                                                   std::string(nearest.value_or("")) + "'?");
    }
    values_[lowerCase(name)] = value;
  }
}

std::optional<std::string> FormatOptions::text(std::string_view name) const {
  const auto found = values_.find(lowerCase(name));
  if (found == values_.end()) return std::nullopt;
  return found->second;
}

std::string FormatOptions::text(std::string_view name, std::string_view otherwise) const {
  return text(name).value_or(std::string(otherwise));
}

bool FormatOptions::flag(std::string_view name, bool otherwise) const {
  const auto value = text(name);
  if (!value) return otherwise;
  const std::string lower = lowerCase(trim(*value));
  if (lower == "true") return true;
  if (lower == "false") return false;
  throwBadValue(name, "true or false");
}

int64_t FormatOptions::integer(std::string_view name, int64_t otherwise) const {
  const auto value = text(name);
  if (!value) return otherwise;
  const std::string_view digits = trim(*value);
  int64_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc() || end != digits.data() + digits.size()) throwBadValue(name, "a whole number");
  return number;
}

double FormatOptions::number(std::string_view name, double otherwise) const {
  const auto value = text(name);
  if (!value) return otherwise;
  const std::string_view digits = trim(*value);
  double number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc() || end != digits.data() + digits.size()) throwBadValue(name, "a number");
  return number;
}

std::string FormatOptions::character(std::string_view name, std::string_view otherwise) const {
  const std::string value = text(name, otherwise);
  const auto continues = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; };
  if (std::count_if(value.begin(), value.end(), [&](char c) { return !continues(c); }) > 1)
    throwBadValue(name, "one character");
  return value;
}

std::string FormatOptions::choice(std::string_view name, std::string_view otherwise,
                                  std::span<const std::string_view> choices) const {
  const std::string value = lowerCase(text(name, otherwise));
  const bool found = std::any_of(choices.begin(), choices.end(), [&](auto one) { return lowerCase(one) == value; });
  if (!found) throwBadValue(name, join(choices, ", "));
  return value;
}

void FormatOptions::throwBadValue(std::string_view name, std::string_view wanted) const {
  throw Error(ErrorCode::kInvalidArgument, "option '" + std::string(name) + "' of format " + format_ + " is '" +
                                               text(name).value_or("").substr(0, kMostShown) + "'; it takes " +
                                               std::string(wanted));
}

}  // namespace ferro
