// A small random generator whose sequence depends on the seed alone, on every machine and with every standard library:
// a task that is run again must draw the same sample. A value; one thread each.
#pragma once

#include <cstdint>

namespace ferro {

class SplitMix64 {
 public:
  explicit SplitMix64(uint64_t seed) : state_(seed) {}

  uint64_t next() {
    state_ += 0x9e3779b97f4a7c15ULL;
    uint64_t mixed = state_;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9ULL;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebULL;
    return mixed ^ (mixed >> 31);
  }

  // In [0, 1), of the 53 bits that a double can tell apart.
  double nextDouble() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

 private:
  uint64_t state_;
};

}  // namespace ferro
