// Adds the time of its own life to a counter. One thread each.
#pragma once

#include <chrono>
#include <cstdint>

namespace ferro {

class Elapsed {
 public:
  explicit Elapsed(int64_t& nanos) : nanos_(nanos), start_(std::chrono::steady_clock::now()) {}
  ~Elapsed() {
    nanos_ += std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - start_).count();
  }
  Elapsed(const Elapsed&) = delete;
  Elapsed& operator=(const Elapsed&) = delete;

 private:
  int64_t& nanos_;
  const std::chrono::steady_clock::time_point start_;
};

}  // namespace ferro
