// Draws a uniform sample of fixed size from a stream of unknown length, in one pass, as Spark does: the n-th item takes
// the place of a random one with probability size/n. The same seed and stream give the same sample. One thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "ferro/shuffle/splitmix64.h"

namespace ferro {

template <class T>
class ReservoirSample {
 public:
  ReservoirSample(int64_t size, uint64_t seed) : size_(size), random_(seed) {}

  // Item may be anything a T can be made from: one that is not drawn (a string_view) is never converted.
  template <class Item>
  void add(const Item& item) {
    ++count_;
    if (count_ <= size_) {
      items_.emplace_back(item);
      return;
    }
    const auto place = static_cast<int64_t>(random_.nextDouble() * static_cast<double>(count_));
    if (place < size_) items_[static_cast<size_t>(place)] = T(item);
  }

  int64_t count() const { return count_; }
  const std::vector<T>& items() const { return items_; }
  std::vector<T> takeItems() { return std::move(items_); }

 private:
  int64_t size_;
  SplitMix64 random_;
  int64_t count_ = 0;
  std::vector<T> items_;
};

}  // namespace ferro
