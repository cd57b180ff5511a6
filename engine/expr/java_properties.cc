#include "ferro/engine/expr/java_properties.h"

#include <algorithm>
#include <array>

#include "ferro/common/letter_case.h"

namespace ferro {
namespace {

struct Property {
  std::string_view name;
  std::string_view items;
};

// ASCII alone. PCRE2's are too while PCRE2_UCP is not asked for.
constexpr std::array kAsciiProperties{
    Property{"Lower", "[:lower:]"}, Property{"Upper", "[:upper:]"}, Property{"ASCII", "[:ascii:]"},
    Property{"Alpha", "[:alpha:]"}, Property{"Digit", "[:digit:]"}, Property{"Alnum", "[:alnum:]"},
    Property{"Punct", "[:punct:]"}, Property{"Graph", "[:graph:]"}, Property{"Print", "[:print:]"},
    Property{"Blank", "[:blank:]"}, Property{"Cntrl", "[:cntrl:]"}, Property{"XDigit", "[:xdigit:]"},
    Property{"Space", "[:space:]"},
};

constexpr std::array kJavaProperties{
    Property{"LC", "\\p{L&}"},
    Property{"LD", "\\p{L}\\p{Nd}"},
    Property{"L1", "\\x{00}-\\x{ff}"},
    Property{"all", "\\p{Any}"},
    Property{"javaLowerCase", "\\p{Lowercase}"},
    Property{"javaUpperCase", "\\p{Uppercase}"},
    Property{"javaTitleCase", "\\p{Lt}"},
    Property{"javaAlphabetic", "\\p{Alphabetic}"},
    Property{"javaIdeographic", "\\p{Ideographic}"},
    Property{"javaDigit", "\\p{Nd}"},
    Property{"javaDefined", "\\P{Cn}"},
    Property{"javaLetter", "\\p{L}"},
    Property{"javaLetterOrDigit", "\\p{L}\\p{Nd}"},
    Property{"javaSpaceChar", "\\p{Z}"},
    Property{"javaISOControl", "\\p{Cc}"},
    Property{"javaWhitespace",
             "\\x{09}-\\x{0d}\\x{1c}-\\x{20}\\x{1680}\\x{2000}-\\x{2006}\\x{2008}-\\x{200a}\\x{2028}\\x{2029}\\x{205f}"
             "\\x{3000}"},
};

// Behind `Is`, in any case.
constexpr std::array kBinaryProperties{
    Property{"alphabetic", "\\p{Alphabetic}"},
    Property{"letter", "\\p{L}"},
    Property{"ideographic", "\\p{Ideographic}"},
    Property{"lowercase", "\\p{Lowercase}"},
    Property{"uppercase", "\\p{Uppercase}"},
    Property{"titlecase", "\\p{Lt}"},
    Property{"white_space", "\\p{White_Space}"},
    Property{"whitespace", "\\p{White_Space}"},
    Property{"control", "\\p{Cc}"},
    Property{"punctuation", "\\p{P}"},
    Property{"hex_digit", "\\p{Hex_Digit}"},
    Property{"hexdigit", "\\p{Hex_Digit}"},
    Property{"assigned", "\\P{Cn}"},
    Property{"digit", "\\p{Nd}"},
    Property{"alnum", "\\p{Alphabetic}\\p{Nd}"},
    Property{"blank", "\\p{Zs}\\t"},
    Property{"join_control", "\\x{200c}\\x{200d}"},
};

// Behind `In`, without spaces, underscores and hyphens. The blocks that texts are searched for.
constexpr std::array kBlockProperties{
    Property{"basiclatin", "\\x{00}-\\x{7f}"},
    Property{"latin1supplement", "\\x{80}-\\x{ff}"},
    Property{"latinextendeda", "\\x{100}-\\x{17f}"},
    Property{"latinextendedb", "\\x{180}-\\x{24f}"},
    Property{"combiningdiacriticalmarks", "\\x{300}-\\x{36f}"},
    Property{"greek", "\\x{370}-\\x{3ff}"},
    Property{"greekandcoptic", "\\x{370}-\\x{3ff}"},
    Property{"cyrillic", "\\x{400}-\\x{4ff}"},
    Property{"armenian", "\\x{530}-\\x{58f}"},
    Property{"hebrew", "\\x{590}-\\x{5ff}"},
    Property{"arabic", "\\x{600}-\\x{6ff}"},
    Property{"devanagari", "\\x{900}-\\x{97f}"},
    Property{"thai", "\\x{e00}-\\x{e7f}"},
    Property{"georgian", "\\x{10a0}-\\x{10ff}"},
    Property{"hanguljamo", "\\x{1100}-\\x{11ff}"},
    Property{"latinextendedadditional", "\\x{1e00}-\\x{1eff}"},
    Property{"greekextended", "\\x{1f00}-\\x{1fff}"},
    Property{"generalpunctuation", "\\x{2000}-\\x{206f}"},
    Property{"currencysymbols", "\\x{20a0}-\\x{20cf}"},
    Property{"letterlikesymbols", "\\x{2100}-\\x{214f}"},
    Property{"arrows", "\\x{2190}-\\x{21ff}"},
    Property{"mathematicaloperators", "\\x{2200}-\\x{22ff}"},
    Property{"boxdrawing", "\\x{2500}-\\x{257f}"},
    Property{"cjksymbolsandpunctuation", "\\x{3000}-\\x{303f}"},
    Property{"hiragana", "\\x{3040}-\\x{309f}"},
    Property{"katakana", "\\x{30a0}-\\x{30ff}"},
    Property{"cjkunifiedideographs", "\\x{4e00}-\\x{9fff}"},
    Property{"hangulsyllables", "\\x{ac00}-\\x{d7af}"},
    Property{"halfwidthandfullwidthforms", "\\x{ff00}-\\x{ffef}"},
    Property{"miscellaneoussymbolsandpictographs", "\\x{1f300}-\\x{1f5ff}"},
    Property{"emoticons", "\\x{1f600}-\\x{1f64f}"},
};

constexpr std::array<std::string_view, 37> kCategories{
    "L",  "Lu", "Ll", "Lt", "Lm", "Lo", "M",  "Mn", "Me", "Mc", "N",  "Nd", "Nl", "No", "Z",  "Zs", "Zl", "Zp", "C",
    "Cc", "Cf", "Co", "Cs", "Cn", "P",  "Pd", "Ps", "Pe", "Pc", "Po", "Pi", "Pf", "S",  "Sm", "Sc", "Sk", "So"};

template <size_t kSize>
std::optional<std::string> findProperty(const std::array<Property, kSize>& table, std::string_view name) {
  const auto found = std::ranges::find(table, name, &Property::name);
  if (found == table.end()) return std::nullopt;
  return std::string(found->items);
}

std::optional<std::string> category(std::string_view name) {
  if (std::ranges::find(kCategories, name) == kCategories.end()) return std::nullopt;
  return "\\p{" + std::string(name) + "}";
}

std::optional<std::string> block(std::string_view name) {
  std::string plain = lowerCase(name);
  std::erase_if(plain, [](char letter) { return letter == ' ' || letter == '_' || letter == '-'; });
  return findProperty(kBlockProperties, plain);
}

// PCRE2 knows the scripts, and says so if it does not know one.
std::string script(std::string_view name) { return "\\p{sc:" + std::string(name) + "}"; }

}  // namespace

std::optional<std::string> propertyItems(std::string_view name, bool ignoreCase) {
  if (const size_t equals = name.find('='); equals != std::string_view::npos) {
    const std::string key = lowerCase(name.substr(0, equals));
    const std::string_view value = name.substr(equals + 1);
    if (key == "sc" || key == "script") return script(value);
    if (key == "blk" || key == "block") return block(value);
    if (key == "gc" || key == "general_category") return category(value);
    return std::nullopt;
  }
  if (name.starts_with("In")) return block(name.substr(2));
  if (name.starts_with("Is")) {
    const std::string_view rest = name.substr(2);
    if (const auto binary = findProperty(kBinaryProperties, lowerCase(rest))) return binary;
    if (const auto known = category(rest)) return known;
    return script(rest);
  }
  if (ignoreCase && (name == "Lower" || name == "Upper")) return "[:alpha:]";
  if (const auto ascii = findProperty(kAsciiProperties, name)) return ascii;
  if (const auto java = findProperty(kJavaProperties, name)) return java;
  return category(name);
}

}  // namespace ferro
