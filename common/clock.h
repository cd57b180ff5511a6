// Where time comes from, so that tests can turn it. Any thread may ask for the time.
#pragma once

#include <atomic>
#include <chrono>

namespace ferro {

class Clock {
 public:
  using TimePoint = std::chrono::steady_clock::time_point;

  virtual ~Clock() = default;
  virtual TimePoint now() const = 0;
};

class SystemClock final : public Clock {
 public:
  TimePoint now() const override { return std::chrono::steady_clock::now(); }
};

// Stands still until it is told to advance.
class ManualClock final : public Clock {
 public:
  TimePoint now() const override { return TimePoint(Clock::TimePoint::duration(ticks_.load())); }
  void advance(std::chrono::steady_clock::duration by) { ticks_ += by.count(); }

 private:
  std::atomic<TimePoint::rep> ticks_{0};
};

}  // namespace ferro
