// A regular expression with Java's meaning, compiled. Immutable: any thread may use it, each with a JavaMatcher of its
// own, which belongs to one thread. Matching is by PCRE2, compiled to machine code where the machine allows it.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "ferro/engine/expr/java_pattern.h"

namespace ferro {

class JavaRegex {
 public:
  // Throws Error kInvalidArgument for what is no pattern.
  explicit JavaRegex(std::string_view pattern);
  ~JavaRegex();
  JavaRegex(const JavaRegex&) = delete;
  JavaRegex& operator=(const JavaRegex&) = delete;

  const std::string& pattern() const { return pattern_; }
  int groups() const { return translated_.groups; }
  // 0 where there is none of that name.
  int groupNamed(std::string_view name) const;

 private:
  friend class JavaMatcher;

  struct Code;

  std::string pattern_;
  JavaPattern translated_;
  std::unique_ptr<Code> code_;
};

// Looks for a pattern in one text after the other.
class JavaMatcher {
 public:
  explicit JavaMatcher(const JavaRegex& regex);
  ~JavaMatcher();
  JavaMatcher(const JavaMatcher&) = delete;
  JavaMatcher& operator=(const JavaMatcher&) = delete;

  // The first match at byte `from` or behind it. The text must stay while its groups are looked at. Throws Error
  // kInvalidArgument when the text needs more steps than a pattern may take.
  bool find(std::string_view text, size_t from = 0);
  // Of the last match; group 0 is all of it.
  size_t begin(int group = 0) const;
  size_t end(int group = 0) const;
  // A group that took no part in the match is empty.
  std::string_view group(int number) const;

  // Where the search goes on behind the last match, one character further if that was empty.
  size_t next() const;

 private:
  struct State;

  const JavaRegex& regex_;
  std::unique_ptr<State> state_;
  std::string_view text_;
};

}  // namespace ferro
