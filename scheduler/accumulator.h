// The untyped side of Accumulator<T>: what a task adds up on its own, and the driver's register that takes in the sums
// of tasks that ended well, once for each partition of a stage.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>

#include "ferro/common/codec.h"

namespace ferro {

// What one task added to one accumulator. Owned by the task until it ends.
class AccumulatorDelta {
 public:
  virtual ~AccumulatorDelta() = default;
  virtual void encode(Encoder& encoder) const = 0;
};

// By accumulator id. Touched only by the thread that runs the task, then handed to the driver with its result.
using AccumulatorUpdates = std::map<int64_t, std::unique_ptr<AccumulatorDelta>>;

// The driver's value of one accumulator. merge is called by the scheduler's loop only.
class DriverAccumulator {
 public:
  virtual ~DriverAccumulator() = default;
  virtual void merge(const AccumulatorDelta& delta) = 0;
  virtual std::unique_ptr<AccumulatorDelta> decodeDelta(Decoder& decoder) const = 0;
};

// Thread-safe. Holds accumulators weakly: one that the program has dropped takes no more updates.
class AccumulatorRegistry {
 public:
  int64_t add(const std::shared_ptr<DriverAccumulator>& accumulator);
  std::shared_ptr<DriverAccumulator> find(int64_t id) const;
  void merge(const AccumulatorUpdates& updates);

 private:
  mutable std::mutex mutex_;
  std::map<int64_t, std::weak_ptr<DriverAccumulator>> accumulators_;
  int64_t nextId_ = 0;
};

}  // namespace ferro
