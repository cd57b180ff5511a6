// Accumulator<T>: tasks add to it, the driver reads the sum. Each partition of a stage counts once, whatever is
// retried. A small handle; copies are the same accumulator. add() may be called by any task and by the driver; value()
// by the driver.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "ferro/common/codec.h"
#include "ferro/engine/function.h"
#include "ferro/scheduler/accumulator.h"
#include "ferro/scheduler/named_accumulator.h"
#include "ferro/scheduler/task_context.h"

namespace ferro {

class SessionCore;

struct AddValues {
  template <class T>
  void operator()(T& into, const T& value) const {
    into += value;
  }
};

struct AppendValues {
  template <class T>
  void operator()(std::vector<T>& into, const std::vector<T>& values) const {
    into.insert(into.end(), values.begin(), values.end());
  }
};

namespace detail {

template <class T>
std::string accumulatorText(const T& value) {
  if constexpr (std::is_arithmetic_v<T>) return std::to_string(value);
  else return {};
}

int64_t registerAccumulator(SessionCore& session, const std::shared_ptr<DriverAccumulator>& accumulator);

template <class T>
struct TypedDelta final : AccumulatorDelta {
  explicit TypedDelta(T start) : value(std::move(start)) {}
  void encode(Encoder& encoder) const override { encoder.write(value); }
  T value;
};

template <class T, class Merge>
class AccumulatorValue final : public DriverAccumulator, public NamedAccumulator {
 public:
  AccumulatorValue(T zero, std::string name) : name_(std::move(name)), zero_(zero), value_(std::move(zero)) {}

  void merge(const AccumulatorDelta& delta) override { add(static_cast<const TypedDelta<T>&>(delta).value); }
  std::unique_ptr<AccumulatorDelta> decodeDelta(Decoder& decoder) const override {
    return std::make_unique<TypedDelta<T>>(decoder.read<T>());
  }

  const std::string& name() const override { return name_; }
  std::string text() const override { return accumulatorText(get()); }
  std::string textOf(const AccumulatorDelta& delta) const override {
    return accumulatorText(static_cast<const TypedDelta<T>&>(delta).value);
  }

  void add(const T& value) {
    std::lock_guard lock(mutex_);
    Merge{}(value_, value);
  }
  T get() const {
    std::lock_guard lock(mutex_);
    return value_;
  }
  void reset() {
    std::lock_guard lock(mutex_);
    value_ = zero_;
  }

 private:
  const std::string name_;
  mutable std::mutex mutex_;
  const T zero_;
  T value_;
};

}  // namespace detail

template <class T, class Merge = AddValues>
class Accumulator {
 public:
  // One with a name is shown in the event log and whatever reads it.
  Accumulator(SessionCore& session, T zero, std::string name = {})
      : zero_(zero), driver_(std::make_shared<detail::AccumulatorValue<T, Merge>>(std::move(zero), std::move(name))) {
    detail::requireCaptureFree<Merge>();
    static_assert(Travels<T>, "ferro: an accumulator's value must be able to travel between driver and executors");
    id_ = detail::registerAccumulator(session, driver_);
  }
  Accumulator(int64_t id, T zero) : zero_(std::move(zero)), id_(id) {}

  void add(const T& value) const {
    TaskContext* task = TaskContext::get();
    if (task == nullptr) {
      if (driver_ != nullptr) driver_->add(value);
      return;
    }
    auto& delta = task->accumulators()[id_];
    if (delta == nullptr) delta = std::make_unique<detail::TypedDelta<T>>(zero_);
    Merge{}(static_cast<detail::TypedDelta<T>&>(*delta).value, value);
  }
  const Accumulator& operator+=(const T& value) const {
    add(value);
    return *this;
  }

  T value() const { return driver_ == nullptr ? zero_ : driver_->get(); }
  void reset() const {
    if (driver_ != nullptr) driver_->reset();
  }
  int64_t id() const { return id_; }
  const T& zero() const { return zero_; }

 private:
  T zero_;
  int64_t id_ = 0;
  std::shared_ptr<detail::AccumulatorValue<T, Merge>> driver_;  // null on executors
};

template <class T, class Merge>
struct Codec<Accumulator<T, Merge>> {
  static void encode(Encoder& encoder, const Accumulator<T, Merge>& accumulator) {
    encoder.write(accumulator.id());
    encoder.write(accumulator.zero());
  }
  static Accumulator<T, Merge> decode(Decoder& decoder) {
    auto id = decoder.template read<int64_t>();
    return Accumulator<T, Merge>(id, decoder.template read<T>());
  }
};

}  // namespace ferro
