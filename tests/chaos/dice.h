// Random numbers that are the same for one seed on every machine. For one thread.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

namespace chaos {

class Dice {
 public:
  explicit Dice(uint64_t seed) : engine_(seed) {}

  // From low to high, both included.
  int64_t between(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(engine_() % static_cast<uint64_t>(high - low + 1));
  }
  bool oneIn(int64_t n) { return between(1, n) == 1; }
  template <class T>
  T& pick(std::vector<T>& from) {
    return from[static_cast<size_t>(between(0, static_cast<int64_t>(from.size()) - 1))];
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace chaos
