#include "ferro/engine/expr/special_casing.h"

#include <algorithm>
#include <array>

#include "ferro/engine/expr/java_regex.h"
#include "ferro/engine/expr/utf8_text.h"

namespace ferro {
namespace {

struct Capitals {
  char32_t letter;
  std::string_view capitals;
};

// Unicode's SpecialCasing, as far as no language is named; in the order of the letters.
constexpr std::array kCapitals = std::to_array<Capitals>({
    {0xdf, "SS"},   {0x149, "ʼN"},  {0x1f0, "J̌"},    {0x390, "Ϊ́"},    {0x3b0, "Ϋ́"},   {0x587, "ԵՒ"},  {0x1e96, "H̱"},
    {0x1e97, "T̈"},  {0x1e98, "W̊"},  {0x1e99, "Y̊"},   {0x1e9a, "Aʾ"},  {0x1f50, "Υ̓"},  {0x1f52, "Υ̓̀"},  {0x1f54, "Υ̓́"},
    {0x1f56, "Υ̓͂"},  {0x1f80, "ἈΙ"}, {0x1f81, "ἉΙ"},  {0x1f82, "ἊΙ"},  {0x1f83, "ἋΙ"}, {0x1f84, "ἌΙ"}, {0x1f85, "ἍΙ"},
    {0x1f86, "ἎΙ"}, {0x1f87, "ἏΙ"}, {0x1f88, "ἈΙ"},  {0x1f89, "ἉΙ"},  {0x1f8a, "ἊΙ"}, {0x1f8b, "ἋΙ"}, {0x1f8c, "ἌΙ"},
    {0x1f8d, "ἍΙ"}, {0x1f8e, "ἎΙ"}, {0x1f8f, "ἏΙ"},  {0x1f90, "ἨΙ"},  {0x1f91, "ἩΙ"}, {0x1f92, "ἪΙ"}, {0x1f93, "ἫΙ"},
    {0x1f94, "ἬΙ"}, {0x1f95, "ἭΙ"}, {0x1f96, "ἮΙ"},  {0x1f97, "ἯΙ"},  {0x1f98, "ἨΙ"}, {0x1f99, "ἩΙ"}, {0x1f9a, "ἪΙ"},
    {0x1f9b, "ἫΙ"}, {0x1f9c, "ἬΙ"}, {0x1f9d, "ἭΙ"},  {0x1f9e, "ἮΙ"},  {0x1f9f, "ἯΙ"}, {0x1fa0, "ὨΙ"}, {0x1fa1, "ὩΙ"},
    {0x1fa2, "ὪΙ"}, {0x1fa3, "ὫΙ"}, {0x1fa4, "ὬΙ"},  {0x1fa5, "ὭΙ"},  {0x1fa6, "ὮΙ"}, {0x1fa7, "ὯΙ"}, {0x1fa8, "ὨΙ"},
    {0x1fa9, "ὩΙ"}, {0x1faa, "ὪΙ"}, {0x1fab, "ὫΙ"},  {0x1fac, "ὬΙ"},  {0x1fad, "ὭΙ"}, {0x1fae, "ὮΙ"}, {0x1faf, "ὯΙ"},
    {0x1fb2, "ᾺΙ"}, {0x1fb3, "ΑΙ"}, {0x1fb4, "ΆΙ"},  {0x1fb6, "Α͂"},   {0x1fb7, "Α͂Ι"}, {0x1fbc, "ΑΙ"}, {0x1fc2, "ῊΙ"},
    {0x1fc3, "ΗΙ"}, {0x1fc4, "ΉΙ"}, {0x1fc6, "Η͂"},   {0x1fc7, "Η͂Ι"},  {0x1fcc, "ΗΙ"}, {0x1fd2, "Ϊ̀"},  {0x1fd3, "Ϊ́"},
    {0x1fd6, "Ι͂"},  {0x1fd7, "Ϊ͂"},  {0x1fe2, "Ϋ̀"},   {0x1fe3, "Ϋ́"},   {0x1fe4, "Ρ̓"},  {0x1fe6, "Υ͂"},  {0x1fe7, "Ϋ͂"},
    {0x1ff2, "ῺΙ"}, {0x1ff3, "ΩΙ"}, {0x1ff4, "ΏΙ"},  {0x1ff6, "Ω͂"},   {0x1ff7, "Ω͂Ι"}, {0x1ffc, "ΩΙ"}, {0xfb00, "FF"},
    {0xfb01, "FI"}, {0xfb02, "FL"}, {0xfb03, "FFI"}, {0xfb04, "FFL"}, {0xfb05, "ST"}, {0xfb06, "ST"}, {0xfb13, "ՄՆ"},
    {0xfb14, "ՄԵ"}, {0xfb15, "ՄԻ"}, {0xfb16, "ՎՆ"},  {0xfb17, "ՄԽ"},
});

char32_t codePoint(std::string_view character) {
  const auto lead = static_cast<unsigned char>(character[0]);
  if (character.size() == 1) return lead;
  char32_t code = lead & (0xffU >> (character.size() + 1));
  for (const char byte : character.substr(1)) code = code << 6 | (static_cast<unsigned char>(byte) & 0x3f);
  return code;
}

std::string utf8Of(char32_t code) {
  std::string text;
  if (code < 0x800) {
    text += static_cast<char>(0xc0 | (code >> 6));
  } else {
    text += static_cast<char>(0xe0 | (code >> 12));
    text += static_cast<char>(0x80 | ((code >> 6) & 0x3f));
  }
  return text + static_cast<char>(0x80 | (code & 0x3f));
}

const Capitals* capitalsOf(std::string_view letter) {
  if (letter.size() == 1) return nullptr;
  const auto* found = std::ranges::lower_bound(kCapitals, codePoint(letter), {}, &Capitals::letter);
  return found != kCapitals.end() && found->letter == codePoint(letter) ? found : nullptr;
}

// Greek vowels with an iota below: at the beginning of a word it stays below.
std::string titleWithIota(char32_t letter, std::string_view capitals) {
  if (letter <= 0x1faf) return utf8Of(letter | 8);
  if (letter == 0x1fb3 || letter == 0x1fc3 || letter == 0x1ff3) return utf8Of(letter + 9);
  constexpr std::string_view kIota = "Ι";
  return std::string(capitals.substr(0, capitals.size() - kIota.size())) + "\u0345";
}

}  // namespace

// Behind a letter that has a case, and in front of none: marks and apostrophes between them do not count.
std::string withFinalSigmas(std::string_view text) {
  if (text.find("Σ") == std::string_view::npos) return std::string(text);
  const JavaRegex final(
      R"([\p{Lu}\p{Ll}\p{Lt}][\p{Mn}\p{Me}\p{Cf}\p{Lm}\p{Sk}'.:·’]*(Σ)(?![\p{Mn}\p{Me}\p{Cf}\p{Lm}\p{Sk}'.:·’]*[\p{Lu}\p{Ll}\p{Lt}]))");
  JavaMatcher matcher(final);
  std::string changed(text);
  for (size_t at = 0; matcher.find(text, at); at = matcher.next()) {
    changed.replace(matcher.begin(1), matcher.group(1).size(), "ς");  // as many bytes
  }
  return changed;
}

std::string withSpecialCapitals(std::string_view text) {
  std::string changed;
  changed.reserve(text.size());
  while (!text.empty()) {
    const std::string_view character = text.substr(0, characterBytes(text));
    text.remove_prefix(character.size());
    const Capitals* special = capitalsOf(character);
    changed += special != nullptr ? special->capitals : character;
  }
  return changed;
}

std::string withSpecialSmallLetters(std::string_view text) {
  constexpr std::string_view kDottedCapital = "İ";
  constexpr std::string_view kDottedSmall = "i\u0307";
  std::string changed = withFinalSigmas(text);
  for (size_t at = 0; (at = changed.find(kDottedCapital, at)) != std::string::npos; at += kDottedSmall.size()) {
    changed.replace(at, kDottedCapital.size(), kDottedSmall);
  }
  return changed;
}

std::optional<std::string> specialTitle(std::string_view letter) {
  const char32_t code = codePoint(letter);
  const bool georgian = (code >= 0x10d0 && code <= 0x10fa) || (code >= 0x10fd && code <= 0x10ff);
  if (georgian) return std::string(letter);
  for (const char32_t digraph : {0x1c5, 0x1c8, 0x1cb, 0x1f2}) {
    if (code + 1 >= digraph && code <= digraph + 1) return utf8Of(digraph);
  }
  const Capitals* found = capitalsOf(letter);
  if (found == nullptr) return std::nullopt;
  const std::string_view capitals = found->capitals;
  if (code >= 0x1f80 && code <= 0x1fff && capitals.ends_with("Ι")) return titleWithIota(code, capitals);
  constexpr char32_t kApostropheN = 0x149;
  if (code == kApostropheN) return std::string(capitals);
  // The first is a capital and the others are small: those of the ligatures, Latin and Armenian.
  std::string title(capitals.substr(0, characterBytes(capitals)));
  for (std::string_view rest = capitals.substr(title.size()); !rest.empty();) {
    const std::string_view next = rest.substr(0, characterBytes(rest));
    rest.remove_prefix(next.size());
    const char32_t capital = codePoint(next);
    if (capital >= 'A' && capital <= 'Z') {
      title += static_cast<char>(capital + ('a' - 'A'));
    } else if (capital >= 0x531 && capital <= 0x556) {
      title += utf8Of(capital + 0x30);
    } else {
      title += next;
    }
  }
  return title;
}

}  // namespace ferro
