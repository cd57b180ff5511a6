#include "ferro/engine/expr/java_class.h"

#include <algorithm>

#include "ferro/engine/expr/java_properties.h"

namespace ferro {
namespace {

constexpr int kMaxClassNesting = 200;
constexpr const char* kAnyCharacter = "[\\s\\S]";
constexpr const char* kNoCharacter = "(?!)";

void addRange(CharacterSet& set, char32_t first, char32_t last) {
  set.items += pcreLetter(first);
  if (last > first) set.items += "-" + pcreLetter(last);
}

// The letters of the other case: of ASCII's alone, unless (?u) leaves that to PCRE2.
void addOtherCase(CharacterSet& set, char32_t first, char32_t last) {
  const auto shifted = [&](char32_t from, char32_t to, int32_t by) {
    const char32_t begin = std::max(first, from);
    const char32_t end = std::min(last, to);
    if (begin <= end) addRange(set, begin + static_cast<char32_t>(by), end + static_cast<char32_t>(by));
  };
  shifted('a', 'z', 'A' - 'a');
  shifted('A', 'Z', 'a' - 'A');
}

void addCharacters(CharacterSet& set, char32_t first, char32_t last, const JavaFlags& flags) {
  addRange(set, first, last);
  if (flags.ignoreCase && !flags.unicodeCase) addOtherCase(set, first, last);
}

CharacterSet complementOf(const CharacterSet& set, const JavaFlags& flags) { return {"", {set.notOne(flags)}}; }

std::string propertyName(PatternReader& reader) {
  std::string name;
  if (!reader.take('{')) {
    const char32_t letter = reader.next();
    if (letter > 0x7f) reader.fail("Unknown character property name");
    return std::string(1, static_cast<char>(letter));
  }
  while (!reader.atEnd() && reader.peek() != '}') {
    const char32_t letter = reader.next();
    if (letter > 0x7f) reader.fail("Unknown character property name");
    name += static_cast<char>(letter);
  }
  if (!reader.take('}')) reader.fail("Unclosed character family");
  return name;
}

CharacterSet propertySet(PatternReader& reader, const JavaFlags& flags) {
  const std::string name = propertyName(reader);
  auto items = propertyItems(name, flags.ignoreCase);
  if (!items) reader.fail("Unknown character property name {" + name + "}");
  return {std::move(*items), {}};
}

std::string wordItems(const JavaFlags& flags) {
  return flags.unicodeClasses ? "\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\x{200c}\\x{200d}" : "\\w";
}

// Reads one class. What it knows of the classes around it is nothing.
class ClassParser {
 public:
  ClassParser(PatternReader& reader, const JavaFlags& flags) : reader_(reader), flags_(flags) {}

  // Behind `[`, up to the `]`, which is taken if it closes this class alone.
  CharacterSet parse(bool opened) {
    if (++depth_ > kMaxClassNesting) reader_.fail("classes nested too deep");
    const bool negated = opened && reader_.take('^');
    std::optional<CharacterSet> set;
    for (;;) {
      reader_.skipComments(flags_);
      if (reader_.atEnd()) reader_.fail("Unclosed character class");
      if (reader_.peek() == ']' && set) {
        if (opened) reader_.next();
        break;
      }
      if (reader_.take('[')) {
        add(set, parse(true));
      } else if (reader_.peek() == '&' && reader_.peek(1) == '&') {
        reader_.next();
        reader_.next();
        intersect(set);
      } else {
        addItem(set);
      }
    }
    --depth_;
    return negated ? complementOf(*set, flags_) : *set;
  }

 private:
  static void add(std::optional<CharacterSet>& set, const CharacterSet& more) {
    if (!set) set.emplace();
    set->add(more);
  }

  void intersect(std::optional<CharacterSet>& set) {
    std::optional<CharacterSet> right;
    reader_.skipComments(flags_);
    while (reader_.peek() != ']' && reader_.peek() != '&') {
      if (reader_.atEnd()) reader_.fail("Unclosed character class");
      if (reader_.take('[')) add(right, parse(true));
      else right = parse(false);
      reader_.skipComments(flags_);
    }
    if (!set && !right) reader_.fail("Bad class syntax");
    if (!set) set = right;
    else if (right) set = CharacterSet{"", {"(?:(?=" + set->one(flags_) + ")" + right->one(flags_) + ")"}};
  }

  void addItem(std::optional<CharacterSet>& set) {
    if (!set) set.emplace();
    char32_t first = reader_.next();
    if (first == '\\') {
      if (reader_.take('Q')) {
        for (const char32_t letter : reader_.quoted()) addCharacters(*set, letter, letter, flags_);
        return;
      }
      const char32_t letter = reader_.next();
      if (const auto predefined = predefinedClass(reader_, letter, flags_)) {
        set->add(*predefined);
        return;
      }
      first = escaped(letter);
    }
    const bool isRange = reader_.peek() == '-' && reader_.peek(1) != '[' && reader_.peek(1) != ']';
    if (!isRange) {
      addCharacters(*set, first, first, flags_);
      return;
    }
    reader_.next();
    if (reader_.atEnd()) reader_.fail("Unclosed character class");
    char32_t last = reader_.next();
    if (last == '\\') last = escaped(reader_.next());
    if (last < first) reader_.fail("Illegal character range");
    addCharacters(*set, first, last, flags_);
  }

  char32_t escaped(char32_t letter) {
    char32_t value = 0;
    if (letter == PatternReader::kEnd || !readCharacterEscape(reader_, letter, value)) {
      reader_.fail("Illegal/unsupported escape sequence");
    }
    return value;
  }

  PatternReader& reader_;
  const JavaFlags& flags_;
  int depth_ = 0;
};

}  // namespace

void CharacterSet::add(const CharacterSet& set) {
  items += set.items;
  others.insert(others.end(), set.others.begin(), set.others.end());
}

std::string CharacterSet::one(const JavaFlags& flags) const {
  const bool byPcre = flags.ignoreCase && flags.unicodeCase;
  std::string all = items.empty() ? "" : (byPcre ? "(?i:[" + items + "])" : "[" + items + "]");
  for (const std::string& other : others) all += (all.empty() ? "" : "|") + other;
  if (all.empty()) return kNoCharacter;
  const bool several = others.size() + (items.empty() ? 0 : 1) > 1;
  return several ? "(?:" + all + ")" : all;
}

std::string CharacterSet::notOne(const JavaFlags& flags) const {
  const bool byPcre = flags.ignoreCase && flags.unicodeCase;
  if (others.empty() && !items.empty()) return byPcre ? "(?i:[^" + items + "])" : "[^" + items + "]";
  return "(?:(?!" + one(flags) + ")" + kAnyCharacter + ")";
}

std::string translateClass(PatternReader& reader, const JavaFlags& flags) {
  return ClassParser(reader, flags).parse(true).one(flags);
}

std::optional<CharacterSet> predefinedClass(PatternReader& reader, char32_t letter, const JavaFlags& flags) {
  const bool unicode = flags.unicodeClasses;
  switch (letter) {
    case 'd': return CharacterSet{unicode ? "\\p{Nd}" : "\\d", {}};
    case 'D': return CharacterSet{unicode ? "\\P{Nd}" : "\\D", {}};
    case 's': return CharacterSet{unicode ? "\\p{White_Space}" : "\\s", {}};
    case 'S': return CharacterSet{unicode ? "\\P{White_Space}" : "\\S", {}};
    case 'w': return CharacterSet{wordItems(flags), {}};
    case 'W': return unicode ? CharacterSet{"", {"[^" + wordItems(flags) + "]"}} : CharacterSet{"\\W", {}};
    case 'h': return CharacterSet{"\\h", {}};
    case 'H': return CharacterSet{"\\H", {}};
    case 'v': return CharacterSet{"\\v", {}};
    case 'V': return CharacterSet{"\\V", {}};
    case 'p': return propertySet(reader, flags);
    case 'P': return complementOf(propertySet(reader, flags), flags);
    default: return std::nullopt;
  }
}

}  // namespace ferro
