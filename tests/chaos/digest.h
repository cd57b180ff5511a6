// Numbers that stand for rows, equal on every machine and in every process, so that two runs can be compared by a line
// of text. Plain functions; tasks and driver use the same.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace chaos {

inline uint64_t mix(uint64_t value) {
  value += 0x9e3779b97f4a7c15U;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9U;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebU;
  return value ^ (value >> 31);
}

inline uint64_t digest(int64_t value) { return mix(static_cast<uint64_t>(value)); }

inline uint64_t digest(const std::string& text) {
  uint64_t sum = text.size();
  for (const char letter : text) sum = mix(sum ^ static_cast<unsigned char>(letter));
  return sum;
}

template <class V>
uint64_t digest(const std::pair<int64_t, V>& row) {
  return mix(digest(row.first) ^ (digest(row.second) << 1));
}

// Of rows whose order nobody promised.
template <class T>
uint64_t digestOfAnyOrder(const std::vector<T>& rows) {
  uint64_t sum = rows.size();
  for (const T& row : rows) sum += digest(row);
  return mix(sum);
}

template <class T>
uint64_t digestInOrder(const std::vector<T>& rows) {
  uint64_t sum = rows.size();
  for (const T& row : rows) sum = mix(sum ^ digest(row));
  return sum;
}

// Not negative, and never overflows.
inline int64_t number(uint64_t digest) { return static_cast<int64_t>(digest >> 16); }

inline int64_t addWrapped(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
}

}  // namespace chaos
