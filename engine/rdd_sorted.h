// Sorting: keys are sampled to find ranges of about the same size, rows go to their range, and each range is sorted.
#pragma once

#include <utility>
#include <vector>

#include "ferro/engine/operators/shuffled.h"
#include "ferro/engine/random.h"
#include "ferro/engine/rdd_keyed.h"
#include "ferro/shuffle/range_bounds.h"
#include "ferro/shuffle/reservoir_sample.h"

namespace ferro::detail {

// Runs one job over all keys, and one more over partitions that hold far more than their share.
template <class T>
RangePartitioner<Stored<KeyOf<T>>, ValueLess> rangesOf(const Rdd<T>& rdd, bool ascending, int numPartitions) {
  using K = Stored<KeyOf<T>>;
  if (numPartitions < 2 || rdd.numPartitions() == 0) return RangePartitioner<K, ValueLess>({}, ascending);
  const RangeSampleSize size = rangeSampleSize(numPartitions, rdd.numPartitions());
  auto drawn = run(
      rdd, "sortByKey",
      [](Rows<T>& rows, int64_t wanted, int node) {
        ReservoirSample<K> sample(wanted, seedFor(static_cast<uint64_t>(node), TaskContext::get()->partitionId()));
        for (const T& row : rows) sample.add(row.first);
        return std::pair(sample.count(), sample.takeItems());
      },
      size.perPartition, rdd.id());
  std::vector<PartitionSample<K>> samples;
  for (auto& [count, keys] : drawn) samples.push_back({static_cast<int>(samples.size()), count, std::move(keys)});
  RangeSketch<K> sketch = sketchRanges(std::move(samples), size);
  auto again = runOn(
      rdd, "sortByKey", sketch.imbalanced,
      [](Rows<T>& rows, double fraction, int node) {
        SplitMix64 random(seedFor(static_cast<uint64_t>(node) + 1, TaskContext::get()->partitionId()));
        std::vector<K> keys;
        for (const T& row : rows) {
          if (random.nextDouble() < fraction) keys.push_back(toStored(row.first));
        }
        return keys;
      },
      sketch.fraction, rdd.id());
  for (auto& keys : again) sketch.addResampled(std::move(keys));
  return RangePartitioner<K, ValueLess>(determineBounds(std::move(sketch.candidates), numPartitions, ValueLess{}),
                                        ascending);
}

template <class KeyLess, class T, class P>
Rdd<Stored<T>> shuffleAndSort(const Rdd<T>& rdd, const char* name, const P& partitioner) {
  const int shuffleId = newShuffleId(*rdd.session());
  auto shuffle = shuffleOf(rdd, shuffleId, ShuffleSink<T, P>({shuffleId, partitioner}), partitioner.numPartitions());
  NodeInfo info{0, name, partitioner.numPartitions(), sharedCopy(partitioner)};
  return makeRdd<SortShuffledNode<Stored<KeyOf<T>>, Stored<MappedOf<T>>, KeyLess>>(
      rdd.session(), std::move(info), onShuffle(shuffle), handleOf(rdd, *shuffle));
}

template <class T>
Rdd<Stored<T>> sortByKey(const Rdd<T>& rdd, bool ascending, int numPartitions) {
  const int wanted = numPartitions > 0 ? numPartitions : rdd.numPartitions();
  auto ranges = rangesOf(rdd, ascending, wanted);
  if (ascending) return shuffleAndSort<ValueLess>(rdd, "sortByKey", ranges);
  return shuffleAndSort<ValueGreater>(rdd, "sortByKey", ranges);
}

template <class T, class F, class... A>
Rdd<Stored<T>> sortBy(const Rdd<T>& rdd, bool ascending, int numPartitions, F key, A&&... arguments) {
  return values(sortByKey(keyBy(rdd, key, std::forward<A>(arguments)...), ascending, numPartitions));
}

template <class T, class P>
Rdd<Stored<T>> repartitionAndSort(const Rdd<T>& rdd, const P& partitioner) {
  return shuffleAndSort<ValueLess>(rdd, "repartitionAndSortWithinPartitions", partitioner);
}

}  // namespace ferro::detail
