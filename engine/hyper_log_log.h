// Estimates how many different hashes were added, in memory that depends on the accuracy alone. Belongs to one thread;
// sketches of parts merge into the sketch of the whole.
#pragma once

#include <cstdint>
#include <vector>

namespace ferro {

class HyperLogLog {
 public:
  // The standard deviation of the estimate, relative to the count: between 0.000017 and 0.4.
  explicit HyperLogLog(double relativeSD);

  void add(uint64_t hash) {
    const auto index = static_cast<size_t>(hash >> (64 - precision_));
    const uint64_t rest = hash << precision_ | uint64_t{1} << (precision_ - 1);
    const auto rank = static_cast<uint8_t>(__builtin_clzll(rest) + 1);
    if (rank > registers_[index]) registers_[index] = rank;
  }

  void merge(const std::vector<uint8_t>& registers);
  int64_t estimate() const;
  std::vector<uint8_t> takeRegisters() { return std::move(registers_); }

 private:
  int precision_;
  std::vector<uint8_t> registers_;
};

}  // namespace ferro
