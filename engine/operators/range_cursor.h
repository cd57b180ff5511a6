// Walks what a function returned for flatMap or mapPartitions, a range or an optional, row by row.
#pragma once

#include <iterator>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace ferro {

template <class Range>
class RangeCursor {
 public:
  // Not what the iterator gives: std::vector<bool> hands out proxies.
  using Value = std::iter_value_t<decltype(std::begin(std::declval<Range&>()))>;

  void reset(Range range) {
    range_.emplace(std::move(range));
    position_ = std::begin(*range_);
  }

  const Value* next() {
    if (!range_ || position_ == std::end(*range_)) return nullptr;
    if constexpr (std::is_same_v<decltype(*position_), Value&> || std::is_same_v<decltype(*position_), const Value&>) {
      const Value* value = &*position_;
      ++position_;
      return value;
    } else {
      slot_ = *position_;
      ++position_;
      return &*slot_;
    }
  }

 private:
  std::optional<Range> range_;
  decltype(std::begin(std::declval<Range&>())) position_{};
  std::optional<Value> slot_;
};

// What most functions return.
template <class T>
  requires(!std::is_same_v<T, bool>)
class RangeCursor<std::vector<T>> {
 public:
  using Value = T;

  void reset(std::vector<T> range) {
    range_ = std::move(range);
    position_ = 0;
  }

  const T* next() { return position_ == range_.size() ? nullptr : &range_[position_++]; }

 private:
  std::vector<T> range_;
  size_t position_ = 0;
};

template <class T>
class RangeCursor<std::optional<T>> {
 public:
  using Value = T;

  void reset(std::optional<T> value) {
    value_ = std::move(value);
    taken_ = false;
  }

  const T* next() { return value_ && !std::exchange(taken_, true) ? &*value_ : nullptr; }

 private:
  std::optional<T> value_;
  bool taken_ = false;
};

template <class Range>
using RangeElement = typename RangeCursor<Range>::Value;

}  // namespace ferro
