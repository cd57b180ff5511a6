// Turns the text of a setting into the value of its key's type, and says what a key allows. Pure functions.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ferro/conf/conf_key.h"

namespace ferro {

// Nothing when the text is not what the key allows. Defined for each type that a key can have.
template <class T>
std::optional<T> parseConfValue(const ConfKeyBase& key, std::string_view text);

template <>
std::optional<bool> parseConfValue<bool>(const ConfKeyBase& key, std::string_view text);
template <>
std::optional<int64_t> parseConfValue<int64_t>(const ConfKeyBase& key, std::string_view text);
template <>
std::optional<double> parseConfValue<double>(const ConfKeyBase& key, std::string_view text);
template <>
std::optional<std::string> parseConfValue<std::string>(const ConfKeyBase& key, std::string_view text);
template <>
std::optional<std::vector<std::string>> parseConfValue<std::vector<std::string>>(const ConfKeyBase& key,
                                                                                 std::string_view text);
template <>
std::optional<ByteSize> parseConfValue<ByteSize>(const ConfKeyBase& key, std::string_view text);
template <>
std::optional<MemoryLimit> parseConfValue<MemoryLimit>(const ConfKeyBase& key, std::string_view text);

// Whether the text can be read as a value of the key, whatever its type.
bool isAllowed(const ConfKeyBase& key, std::string_view text);

// What the key allows, in words: "a whole number of at least 1", "FIFO or FAIR".
std::string describeAllowed(const ConfKeyBase& key);

// Parts of that: " of at least 1", " from 1k to 1g" or nothing; "seconds", "KiB".
std::string describeRange(const ConfKeyBase& key);
std::string describeBareUnit(const ConfKeyBase& key);

}  // namespace ferro
