#include "ferro/engine/expr/java_pattern.h"

#include <algorithm>
#include <vector>

#include "ferro/common/error.h"
#include "ferro/engine/expr/java_class.h"
#include "ferro/engine/expr/java_flags.h"

namespace ferro {
namespace {

constexpr int kMaxGroupNesting = 200;
constexpr int kMaxRepetition = 65'535;  // PCRE2's
// Where lines end, but for \r\n.
constexpr std::string_view kLineEnds = "\\n\\r\\x{85}\\x{2028}\\x{2029}";
// What \b takes as a part of a word, which is more than what \w takes.
constexpr std::string_view kWordLetters = "[_\\p{L}\\p{Nd}\\p{Mn}]";

class PatternTranslator {
 public:
  explicit PatternTranslator(std::string_view pattern) : reader_(pattern) {}

  JavaPattern translate() {
    alternatives(JavaFlags{});
    if (!reader_.atEnd()) reader_.fail("Unmatched closing ')'");
    resolveReferences();
    return {std::move(out_), groups_, std::move(names_)};
  }

 private:
  struct Reference {
    size_t at;  // in out_
    size_t size;
    int group;
  };

  // Up to the `)` of the group, or the end of the pattern. Flags that are set on the way hold to there.
  void alternatives(JavaFlags flags) {
    if (++depth_ > kMaxGroupNesting) reader_.fail("groups nested too deep");
    for (;;) {
      reader_.skipComments(flags);
      if (reader_.atEnd() || reader_.peek() == ')') break;
      if (reader_.take('|')) out_ += '|';
      else piece(flags);
    }
    --depth_;
  }

  // Something and how often it may come.
  void piece(JavaFlags& flags) {
    const size_t begin = out_.size();
    const bool hasWidth = atom(flags);
    if (out_.size() == begin) return;  // flags
    reader_.skipComments(flags);
    const std::string repetition = quantifier();
    if (repetition.empty()) return;
    if (!hasWidth) {
      out_.insert(begin, "(?:");
      for (Reference& reference : references_) reference.at += reference.at >= begin ? 3 : 0;
      out_ += ')';
    }
    out_ += repetition;
  }

  std::string quantifier() {
    std::string text;
    switch (reader_.peek()) {
      case '?':
      case '*':
      case '+': text = static_cast<char>(reader_.next()); break;
      case '{': text = bounds(); break;
      default: return text;
    }
    if (reader_.take('?')) text += '?';
    else if (reader_.take('+')) text += '+';
    return text;
  }

  std::string bounds() {
    reader_.next();
    if (!isAsciiDigit(reader_.peek())) reader_.fail("Illegal repetition");
    const int least = number();
    std::string text = "{" + std::to_string(least);
    if (reader_.take(',')) {
      text += ',';
      if (reader_.peek() != '}') {
        if (!isAsciiDigit(reader_.peek())) reader_.fail("Illegal repetition range");
        const int most = number();
        if (most < least) reader_.fail("Illegal repetition range");
        text += std::to_string(most);
      }
    }
    if (!reader_.take('}')) reader_.fail("Unclosed counted closure");
    return text + '}';
  }

  int number() {
    int value = 0;
    while (isAsciiDigit(reader_.peek())) {
      value = value * 10 + static_cast<int>(reader_.next() - '0');
      if (value > kMaxRepetition) reader_.fail("a repetition of more than 65535 times");
    }
    return value;
  }

  // False for what takes no character, which PCRE2 lets nobody repeat.
  bool atom(JavaFlags& flags) {
    const char32_t letter = reader_.next();
    switch (letter) {
      case '(': return group(flags);
      case '[': out_ += translateClass(reader_, flags); return true;
      case '.': out_ += anyCharacter(flags); return true;
      case '^': out_ += lineStart(flags); return false;
      case '$': out_ += flags.multiline ? lineEnd(flags) : inputEnd(flags); return false;
      case '\\': return escape(flags);
      case '*':
      case '+':
      case '?': reader_.fail(std::string("Dangling meta character '") + static_cast<char>(letter) + "'");
      case '{': reader_.fail("Illegal repetition");
      default: literal(letter, flags); return true;
    }
  }

  void literal(char32_t letter, const JavaFlags& flags) {
    if (!flags.ignoreCase || (letter < 0x80 && !isAsciiLetter(letter))) {
      out_ += pcreLetter(letter);
    } else if (flags.unicodeCase) {
      out_ += "(?i:" + pcreLetter(letter) + ")";
    } else if (isAsciiLetter(letter)) {
      out_ += {'[', static_cast<char>(letter), static_cast<char>(letter ^ 32), ']'};
    } else {
      out_ += pcreLetter(letter);
    }
  }

  static std::string anyCharacter(const JavaFlags& flags) {
    if (flags.dotAll) return "[\\s\\S]";
    return flags.unixLines ? "[^\\n]" : "[^" + std::string(kLineEnds) + "]";
  }

  // Not at the end of the text, even behind a line's end.
  static std::string lineStart(const JavaFlags& flags) {
    if (!flags.multiline) return "\\A";
    if (flags.unixLines) return "(?!\\z)(?:\\A|(?<=\\n))";
    return "(?!\\z)(?:\\A|(?<=[" + std::string(kLineEnds) + "])(?<!\\r(?=\\n)))";
  }

  static std::string lineEnd(const JavaFlags& flags) {
    if (flags.unixLines) return "(?=\\n|\\z)";
    return "(?=\\r\\n|(?<!\\r)\\n|[\\r\\x{85}\\x{2028}\\x{2029}]|\\z)";
  }

  // At the end, or in front of the end of the last line.
  static std::string inputEnd(const JavaFlags& flags) {
    if (flags.unixLines) return "(?=\\n?\\z)";
    return "(?=(?:\\r\\n|(?<!\\r)\\n|[\\r\\x{85}\\x{2028}\\x{2029}])?\\z)";
  }

  static std::string wordBoundary(const JavaFlags& flags) {
    const std::string word =
        flags.unicodeClasses ? "[\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\x{200c}\\x{200d}]" : std::string(kWordLetters);
    return "(?:(?<=" + word + ")(?!" + word + ")|(?<!" + word + ")(?=" + word + "))";
  }

  bool escape(const JavaFlags& flags) {
    if (reader_.atEnd()) reader_.fail("Unexpected internal error");
    const char32_t letter = reader_.next();
    if (const auto predefined = predefinedClass(reader_, letter, flags)) {
      out_ += predefined->one(flags);
      return true;
    }
    switch (letter) {
      case 'A': out_ += "\\A"; return false;
      case 'b': out_ += wordBoundary(flags); return false;
      case 'B': out_ += "(?!" + wordBoundary(flags) + ")"; return false;
      case 'G': out_ += "\\G"; return false;
      case 'z': out_ += "\\z"; return false;
      case 'Z': out_ += inputEnd(flags); return false;
      case 'R': out_ += "\\R"; return true;
      case 'X': out_ += "\\X"; return true;
      case 'k': reference(namedGroup(), flags); return true;
      case 'Q':
        for (const char32_t quoted : reader_.quoted()) literal(quoted, flags);
        return true;
      default: break;
    }
    if (letter >= '1' && letter <= '9') {
      reference(numberedGroup(letter), flags);
      return true;
    }
    char32_t value = 0;
    if (!readCharacterEscape(reader_, letter, value)) reader_.fail("Illegal/unsupported escape sequence");
    literal(value, flags);
    return true;
  }

  // More digits belong to the number only where there are that many groups by now.
  int numberedGroup(char32_t first) {
    int group = static_cast<int>(first - '0');
    while (isAsciiDigit(reader_.peek())) {
      const int longer = group * 10 + static_cast<int>(reader_.peek() - '0');
      if (longer > groups_) break;
      group = longer;
      reader_.next();
    }
    return group;
  }

  int namedGroup() {
    if (!reader_.take('<')) reader_.fail("\\k is not followed by '<' for named capturing group");
    const std::string name = groupName();
    const auto found = names_.find(name);
    if (found == names_.end()) reader_.fail("named capturing group <" + name + "> does not exist");
    return found->second;
  }

  void reference(int group, const JavaFlags& flags) {
    const std::string text = std::string(flags.ignoreCase ? "(?i:" : "(?:") + "\\g{" + std::to_string(group) + "})";
    references_.push_back({out_.size(), text.size(), group});
    out_ += text;
  }

  // A group that does not exist matches nothing.
  void resolveReferences() {
    for (auto reference = references_.rbegin(); reference != references_.rend(); ++reference) {
      if (reference->group > groups_) out_.replace(reference->at, reference->size, "(?!)");
    }
  }

  std::string groupName() {
    std::string name;
    if (!isAsciiLetter(reader_.peek())) reader_.fail("capturing group name does not start with a Latin letter");
    while (isAsciiLetter(reader_.peek()) || isAsciiDigit(reader_.peek())) name += static_cast<char>(reader_.next());
    if (!reader_.take('>')) reader_.fail("named capturing group is missing trailing '>'");
    return name;
  }

  // Behind `(`. False where the group only looks around.
  bool group(JavaFlags& flags) {
    if (!reader_.take('?')) {
      ++groups_;
      body("(", flags);
      return true;
    }
    switch (reader_.peek()) {
      case ':':
        reader_.next();
        body("(?:", flags);
        return true;
      case '>':
        reader_.next();
        body("(?>", flags);
        return true;
      case '=':
        reader_.next();
        body("(?=", flags);
        return false;
      case '!':
        reader_.next();
        body("(?!", flags);
        return false;
      case '<': reader_.next(); return namedOrBehind(flags);
      default: return flagGroup(flags);
    }
  }

  bool namedOrBehind(const JavaFlags& flags) {
    if (reader_.peek() == '=' || reader_.peek() == '!') {
      const bool wanted = reader_.next() == '=';
      body(wanted ? "(?<=" : "(?<!", flags);
      return false;
    }
    const std::string name = groupName();
    if (!names_.emplace(name, groups_ + 1).second) {
      reader_.fail("Named capturing group <" + name + "> is already defined");
    }
    ++groups_;
    body("(", flags);
    return true;
  }

  // `(?i)` for what follows in the group around it, `(?i:...)` for what stands in it.
  bool flagGroup(JavaFlags& flags) {
    JavaFlags changed = flags;
    bool value = true;
    for (;;) {
      switch (reader_.next()) {
        case 'i': changed.ignoreCase = value; break;
        case 'd': changed.unixLines = value; break;
        case 'm': changed.multiline = value; break;
        case 's': changed.dotAll = value; break;
        case 'u': changed.unicodeCase = value; break;
        case 'x': changed.comments = value; break;
        case 'U': changed.unicodeClasses = changed.unicodeCase = value; break;
        case '-':
          if (!value) reader_.fail("Unknown inline modifier");
          value = false;
          break;
        case ')': flags = changed; return true;
        case ':': body("(?:", changed); return true;
        default: reader_.fail("Unknown inline modifier");
      }
    }
  }

  void body(std::string_view opening, const JavaFlags& flags) {
    out_ += opening;
    alternatives(flags);
    if (!reader_.take(')')) reader_.fail("Unclosed group");
    out_ += ')';
  }

  PatternReader reader_;
  std::string out_;
  int groups_ = 0;
  int depth_ = 0;
  std::map<std::string, int, std::less<>> names_;
  std::vector<Reference> references_;
};

}  // namespace

JavaPattern translateJavaPattern(std::string_view pattern) { return PatternTranslator(pattern).translate(); }

void throwInvalidPattern(std::string_view pattern, const std::string& reason) {
  throw Error(ErrorCode::kInvalidArgument,
              "[INVALID_PARAMETER_VALUE.PATTERN] The value of parameter(s) `regexp` is invalid: '" +
                  std::string(pattern) + "' is not a regular expression: " + reason + ".");
}

}  // namespace ferro
