// The checksum of shuffle data: XXH3, 64 bits, fed piece by piece. One thread each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace ferro {

class Checksum {
 public:
  Checksum();
  ~Checksum();

  void update(const void* data, size_t size);
  uint64_t digest() const;
  // Starts anew.
  void reset();

  static uint64_t of(const void* data, size_t size);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ferro
