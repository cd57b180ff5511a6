// From samples of the keys to the bounds of a RangePartitioner, with Spark's constants: about 20 samples for each
// output partition, three times as many drawn from each input partition, and those that hold far more than their share
// sampled again. Pure functions; drawing the samples is the caller's.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace ferro {

struct RangeSampleSize {
  double total = 0;
  int64_t perPartition = 0;  // the size of each input partition's reservoir
};

RangeSampleSize rangeSampleSize(int outputPartitions, int inputPartitions);

// What one input partition's reservoir gave.
template <class K>
struct PartitionSample {
  int partition = 0;
  int64_t count = 0;  // keys in the partition
  std::vector<K> keys;
};

// A sampled key and how many keys it stands for.
template <class K>
struct WeightedKey {
  K key;
  float weight;
};

template <class K>
struct RangeSketch {
  std::vector<WeightedKey<K>> candidates;  // from the partitions that the reservoirs represent well
  std::vector<int> imbalanced;             // to be sampled again: each key with probability `fraction`
  double fraction = 1.0;

  // Adds the keys of that second sample.
  void addResampled(std::vector<K> keys) {
    const auto weight = static_cast<float>(1.0 / fraction);
    for (K& key : keys) candidates.push_back({std::move(key), weight});
  }
};

template <class K>
RangeSketch<K> sketchRanges(std::vector<PartitionSample<K>> samples, const RangeSampleSize& size) {
  int64_t count = 0;
  for (const auto& sample : samples) count += sample.count;
  RangeSketch<K> sketch;
  sketch.fraction = std::min(size.total / static_cast<double>(std::max<int64_t>(count, 1)), 1.0);
  for (auto& sample : samples) {
    if (sketch.fraction * static_cast<double>(sample.count) > static_cast<double>(size.perPartition)) {
      sketch.imbalanced.push_back(sample.partition);
      continue;
    }
    const auto weight = static_cast<float>(static_cast<double>(sample.count) / static_cast<double>(sample.keys.size()));
    for (K& key : sample.keys) sketch.candidates.push_back({std::move(key), weight});
  }
  return sketch;
}

// At most outputPartitions - 1 bounds, strictly ascending, that cut the candidates into parts of about the same weight.
// Equal keys give one bound, so there may be fewer.
template <class K, class Less = std::less<K>>
std::vector<K> determineBounds(std::vector<WeightedKey<K>> candidates, int outputPartitions, Less less = Less()) {
  const int parts = std::min(outputPartitions, static_cast<int>(candidates.size()));
  std::sort(candidates.begin(), candidates.end(),
            [&less](const WeightedKey<K>& a, const WeightedKey<K>& b) { return less(a.key, b.key); });
  double sumWeights = 0;
  for (const auto& candidate : candidates) sumWeights += candidate.weight;
  const double step = sumWeights / std::max(parts, 1);
  double cumulated = 0;
  double target = step;
  std::vector<K> bounds;
  for (const auto& candidate : candidates) {
    if (static_cast<int>(bounds.size()) >= parts - 1) break;
    cumulated += candidate.weight;
    if (cumulated < target || (!bounds.empty() && !less(bounds.back(), candidate.key))) continue;
    bounds.push_back(candidate.key);
    target += step;
  }
  return bounds;
}

}  // namespace ferro
