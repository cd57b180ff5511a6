// Spark's random numbers: the same draws from the same seed, so that samples have the same rows. A value; one thread.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "ferro/engine/expr/spark_hash.h"

namespace ferro {

class XorShiftRandom {
 public:
  explicit XorShiftRandom(int64_t seed) : state_(hashSeed(seed)) {}

  double nextDouble() {
    const uint64_t high = next(26);
    return static_cast<double>((high << 27) + next(27)) * 0x1.0p-53;
  }

  // As if so many doubles had been drawn, in a time that grows with the logarithm of their number: a step is a linear
  // map of the state's bits, and maps can be squared.
  void skipDoubles(int64_t count) {
    Map map = kStep;
    for (uint64_t steps = static_cast<uint64_t>(count) * 2; steps != 0; steps >>= 1) {
      if ((steps & 1) != 0) state_ = apply(map, state_);
      if (steps > 1) map = squared(map);
    }
  }

 private:
  using Map = std::array<uint64_t, 64>;  // what becomes of each bit

  static constexpr uint64_t step(uint64_t state) {
    state ^= state << 21;
    state ^= state >> 35;
    return state ^ (state << 4);
  }

  static constexpr Map stepMap() {
    Map map{};
    for (size_t bit = 0; bit < map.size(); ++bit) map[bit] = step(uint64_t{1} << bit);
    return map;
  }

  static uint64_t apply(const Map& map, uint64_t state) {
    uint64_t result = 0;
    for (const uint64_t column : map) {
      result ^= (state & 1) != 0 ? column : 0;
      state >>= 1;
    }
    return result;
  }

  static Map squared(const Map& map) {
    Map result;
    for (size_t bit = 0; bit < map.size(); ++bit) result[bit] = apply(map, map[bit]);
    return result;
  }

  // Seeds that are near each other must not begin alike.
  static uint64_t hashSeed(int64_t seed) {
    constexpr uint32_t kArraySeed = 0x3c074a61;
    std::array<char, 8> bytes;
    for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(static_cast<uint64_t>(seed) >> (56 - 8 * i));
    const std::string_view view(bytes.data(), bytes.size());
    const uint32_t low = murmurStandard(view, kArraySeed);
    return static_cast<uint64_t>(murmurStandard(view, low)) << 32 | low;
  }

  uint64_t next(int bits) {
    state_ = step(state_);
    return state_ & ((uint64_t{1} << bits) - 1);
  }

  static const Map kStep;

  uint64_t state_;
};

inline constexpr XorShiftRandom::Map XorShiftRandom::kStep = XorShiftRandom::stepMap();

}  // namespace ferro
