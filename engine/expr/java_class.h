// The character classes of Java's regular expressions, rewritten for PCRE2: [a-z&&[^aeiou]], \p{Alpha}, \w. Private to
// the translation of patterns; pure functions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ferro/engine/expr/java_flags.h"

namespace ferro {

// A set of characters: what stands between the brackets of a class of PCRE2's, and expressions of one character each
// that belong to it too.
struct CharacterSet {
  std::string items;
  std::vector<std::string> others;

  void add(const CharacterSet& set);
  // An expression that takes one character of the set, or one that is not in it.
  std::string one(const JavaFlags& flags) const;
  std::string notOne(const JavaFlags& flags) const;
};

// The reader is behind the `[`; afterwards behind the `]`.
std::string translateClass(PatternReader& reader, const JavaFlags& flags);

// \d, \w, \s, \h, \v, their complements, \p{..} and \P{..}, after the letter has been read. Nothing for other letters.
std::optional<CharacterSet> predefinedClass(PatternReader& reader, char32_t letter, const JavaFlags& flags);

}  // namespace ferro
