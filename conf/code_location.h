// The line of the program that called a function, as a default argument of it. std::source_location would be the same,
// but Debian 12's clang, which users and the linter may compile with, has none. An immutable value.
#pragma once

namespace ferro {

struct CodeLocation {
  const char* file;
  int line;

  static constexpr CodeLocation current(const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    return {file, line};
  }
};

}  // namespace ferro
