// Values for the shuffle benchmark: pieces of one long text that does not compress well and that every language can
// make. Shared by Ferro's program and the plain one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace bench {

inline constexpr int64_t kPairs = 20'000'000;
inline constexpr int64_t kKeys = 1'000'000;
inline constexpr size_t kValueLetters = 92;  // with its key, a pair is 100 bytes: 2 GB in all

inline std::string tableText() {
  std::string text(1 << 20, ' ');
  uint64_t state = 1;
  for (char& letter : text) {
    state = (state * 1103515245 + 12345) & 0x7fffffff;
    letter = static_cast<char>('0' + (state >> 16) % 64);
  }
  return text;
}

inline std::string_view valueOf(std::string_view table, int64_t i) {
  return table.substr(static_cast<size_t>(i) * 977 % (table.size() - kValueLetters), kValueLetters);
}

inline int64_t keyOf(int64_t i) { return static_cast<int64_t>(static_cast<uint64_t>(i) * 2654435761U % kKeys); }

}  // namespace bench
