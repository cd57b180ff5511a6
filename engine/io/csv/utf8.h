// UTF-8: is it, and what to make of it where it is not. Pure functions; any thread may call them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ferro {

inline constexpr char32_t kReplacementCharacter = 0xFFFD;

void appendUtf8(char32_t character, std::string& to);

// Where the first byte lies that begins nothing valid; npos when all is well.
size_t findBadUtf8(std::string_view text, size_t from = 0);

// The text with a replacement character for each longest part of a character that is cut short, as Java decodes.
std::string repairedUtf8(std::string_view text);

}  // namespace ferro
