// Letters whose other case is more than one letter, or depends on what stands around them: ß is SS in capitals, and Σ
// at the end of a word is ς. Pure functions; any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ferro {

// The text with the capitals of all letters that have several; what is left has one capital for each letter.
std::string withSpecialCapitals(std::string_view text);
// The same for small letters.
std::string withSpecialSmallLetters(std::string_view text);
// Σ at the ends of words written as ς.
std::string withFinalSigmas(std::string_view text);
// What a letter is at the beginning of a word, where that is not its capital: ǆ is ǅ, ﬁ is Fi.
std::optional<std::string> specialTitle(std::string_view letter);

}  // namespace ferro
