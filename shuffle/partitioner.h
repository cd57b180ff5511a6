// Partitioners say which reducer a key belongs to. Immutable once built: any thread may use one, and two Rdds with
// partitioners that are the same are joined without a shuffle.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "ferro/common/hash.h"

namespace ferro {

class Partitioner {
 public:
  virtual ~Partitioner() = default;
  virtual int numPartitions() const = 0;
  // True when both send every key to the same partition.
  virtual bool sameAs(const Partitioner& other) const = 0;
};

// Takes a partitioner that was just made, with makeAs, into shared ownership.
std::shared_ptr<const Partitioner> sharePartitioner(std::unique_ptr<const Partitioner> made);

// Throws Error kInvalidArgument unless there is at least one.
void requireHashPartitions(int numPartitions);

template <class K>
class KeyPartitioner : public Partitioner {
 public:
  virtual int partitionOf(const K& key) const = 0;
};

// The class and its partitionOf are final: called on the class itself, it is inlined into hot loops.
template <class K>
class HashPartitioner final : public KeyPartitioner<K> {
 public:
  explicit HashPartitioner(int numPartitions) : numPartitions_(static_cast<uint32_t>(numPartitions)) {
    requireHashPartitions(numPartitions);
  }

  int numPartitions() const override { return static_cast<int>(numPartitions_); }

  int partitionOf(const K& key) const override { return partitionOfHash(hashValue(key)); }

  // For callers that need the hash anyway. Only its upper half decides: the keys of one partition still differ in the
  // lower bits, which hash tables on the reduce side live on.
  int partitionOfHash(uint64_t hash) const { return static_cast<int>(((hash >> 32) * numPartitions_) >> 32); }

  bool sameAs(const Partitioner& other) const override {
    const auto* hash = dynamic_cast<const HashPartitioner*>(&other);
    return hash != nullptr && hash->numPartitions_ == numPartitions_;
  }

 private:
  uint32_t numPartitions_;
};

// Partition i holds the keys above bound i-1 and up to bound i, or counted from the other end when descending. Keys
// that compare equal are never separated.
template <class K, class Less = std::less<K>>
class RangePartitioner final : public KeyPartitioner<K> {
 public:
  // Bounds are strictly ascending in either case; without any there is one partition.
  explicit RangePartitioner(std::vector<K> upperBounds, bool ascending = true, Less less = Less())
      : bounds_(std::move(upperBounds)), ascending_(ascending), less_(std::move(less)) {}

  int numPartitions() const override { return static_cast<int>(bounds_.size()) + 1; }
  const std::vector<K>& upperBounds() const { return bounds_; }
  bool ascending() const { return ascending_; }

  int partitionOf(const K& key) const override {
    const size_t below = countBelow(key);
    return static_cast<int>(ascending_ ? below : bounds_.size() - below);
  }

  bool sameAs(const Partitioner& other) const override {
    const auto* range = dynamic_cast<const RangePartitioner*>(&other);
    if (range == nullptr || range->ascending_ != ascending_ || range->bounds_.size() != bounds_.size()) return false;
    for (size_t i = 0; i < bounds_.size(); ++i) {
      if (less_(bounds_[i], range->bounds_[i]) || less_(range->bounds_[i], bounds_[i])) return false;
    }
    return true;
  }

 private:
  // How many bounds are less than the key. The loop runs as often for every key and picks its half without a branch,
  // which random keys would make the processor guess wrong every other time.
  size_t countBelow(const K& key) const {
    size_t first = 0;
    size_t length = bounds_.size();
    while (length > 0) {
      const size_t half = length / 2;
      const size_t mask = size_t{0} - static_cast<size_t>(less_(bounds_[first + half], key));
      first += (length - half) & mask;
      length = half;
    }
    return first;
  }

  std::vector<K> bounds_;
  bool ascending_;
  Less less_;
};

}  // namespace ferro
