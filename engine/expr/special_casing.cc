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

// Behind a letter that has a case, and in front of none: marks and apostrophes between them do not count.
std::string withFinalSigmas(std::string_view text) {
  const JavaRegex final(
      R"([\p{Lu}\p{Ll}\p{Lt}][\p{Mn}\p{Me}\p{Cf}\p{Lm}\p{Sk}'.:·’]*(Σ)(?![\p{Mn}\p{Me}\p{Cf}\p{Lm}\p{Sk}'.:·’]*[\p{Lu}\p{Ll}\p{Lt}]))");
  JavaMatcher matcher(final);
  std::string changed(text);
  for (size_t at = 0; matcher.find(text, at); at = matcher.next()) {
    changed.replace(matcher.begin(1), matcher.group(1).size(), "ς");  // as many bytes
  }
  return changed;
}

}  // namespace

std::string withSpecialCapitals(std::string_view text) {
  std::string changed;
  changed.reserve(text.size());
  while (!text.empty()) {
    const std::string_view character = text.substr(0, characterBytes(text));
    text.remove_prefix(character.size());
    const auto* found = character.size() == 1
                            ? kCapitals.end()
                            : std::ranges::lower_bound(kCapitals, codePoint(character), {}, &Capitals::letter);
    const bool special = found != kCapitals.end() && found->letter == codePoint(character);
    changed += special ? found->capitals : character;
  }
  return changed;
}

std::string withSpecialSmallLetters(std::string_view text) {
  constexpr std::string_view kDottedCapital = "İ";
  constexpr std::string_view kDottedSmall = "i\u0307";
  std::string changed = text.find("Σ") == std::string_view::npos ? std::string(text) : withFinalSigmas(text);
  for (size_t at = 0; (at = changed.find(kDottedCapital, at)) != std::string::npos; at += kDottedSmall.size()) {
    changed.replace(at, kDottedCapital.size(), kDottedSmall);
  }
  return changed;
}

}  // namespace ferro
