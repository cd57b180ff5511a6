// How Java's regular expressions are read and written: flags, code points and the places in a pattern. Private to
// java_pattern.cc and java_class.cc; one translation on one thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ferro {

struct JavaFlags {
  bool ignoreCase = false;      // i
  bool unixLines = false;       // d
  bool multiline = false;       // m
  bool dotAll = false;          // s
  bool unicodeCase = false;     // u
  bool comments = false;        // x
  bool unicodeClasses = false;  // U
};

// A pattern that is read from the front, by code points.
class PatternReader {
 public:
  explicit PatternReader(std::string_view pattern);

  static constexpr char32_t kEnd = 0xffffffff;

  // The code point that is `ahead` behind the next.
  char32_t peek(size_t ahead = 0) const { return at_ + ahead < points_.size() ? points_[at_ + ahead] : kEnd; }
  char32_t next() { return at_ < points_.size() ? points_[at_++] : kEnd; }
  bool take(char32_t expected);
  bool atEnd() const { return at_ >= points_.size(); }
  size_t place() const { return at_; }
  void back() { --at_; }
  // Spaces and comments, which (?x) leaves out.
  void skipComments(const JavaFlags& flags);
  // Up to the end of a \Q...\E, which has been opened.
  std::u32string quoted();

  [[noreturn]] void fail(const std::string& reason) const;

 private:
  std::string pattern_;
  std::u32string points_;
  size_t at_ = 0;
};

inline bool isAsciiDigit(char32_t letter) { return letter >= '0' && letter <= '9'; }
inline bool isAsciiLetter(char32_t letter) {
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
}

// The code point as PCRE2 reads it, inside of a class and outside.
std::string pcreLetter(char32_t letter);

// What \t, \x41, \u0041, \0101, \cA and their kind stand for; the reader is behind the letter after the backslash.
// False if that letter begins nothing of the kind.
bool readCharacterEscape(PatternReader& reader, char32_t letter, char32_t& value);

}  // namespace ferro
