#include "ferro/shuffle/range_bounds.h"

#include <numeric>

#include "ferro/shuffle/partitioner.h"
#include "ferro/shuffle/reservoir_sample.h"
#include "ferro_test.h"

namespace ferro {
namespace {

template <class K>
std::vector<K> boundsOf(std::vector<std::pair<K, float>> weighted, int partitions) {
  std::vector<WeightedKey<K>> candidates;
  for (const auto& [key, weight] : weighted) candidates.push_back({key, weight});
  return determineBounds(std::move(candidates), partitions);
}

TEST_CASE("the sample has 20 keys for each output partition, up to a million, and threefold reserves") {
  CHECK(rangeSampleSize(10, 4).total == 200);
  CHECK(rangeSampleSize(10, 4).perPartition == 150);
  CHECK(rangeSampleSize(10, 7).perPartition == 86);
  CHECK(rangeSampleSize(100'000, 1).total == 1e6);
  CHECK(rangeSampleSize(1, 0).perPartition == 60);
}

TEST_CASE("bounds cut equal weights into equal parts") {
  std::vector<std::pair<int, float>> keys;
  for (int key = 100; key >= 1; --key) keys.emplace_back(key, 1.0f);
  CHECK(boundsOf(keys, 4) == std::vector<int>{25, 50, 75});
  CHECK(boundsOf(keys, 1).empty());
}

TEST_CASE("a key that weighs more takes more of a partition") {
  CHECK(boundsOf<int>({{1, 1}, {2, 1}, {3, 6}, {4, 1}, {5, 1}}, 2) == std::vector<int>{3});
  CHECK(boundsOf<int>({{1, 4}, {2, 1}, {3, 1}, {4, 1}, {5, 1}}, 2) == std::vector<int>{1});
}

TEST_CASE("equal keys give one bound") {
  CHECK(boundsOf<int>({{7, 1}, {7, 1}, {7, 1}, {7, 1}}, 4) == std::vector<int>{7});
  CHECK(boundsOf<int>({{1, 1}, {1, 1}, {1, 1}, {2, 1}, {3, 1}, {4, 1}}, 3) == std::vector<int>{1, 2});
}

TEST_CASE("there are never more parts than candidates, and none without") {
  CHECK(boundsOf<int>({{1, 1}, {2, 1}}, 10) == std::vector<int>{1});
  CHECK(boundsOf<int>({}, 10).empty());
}

TEST_CASE("only partitions with far more than their share are sampled again") {
  const RangeSampleSize size{100, 30};
  std::vector<PartitionSample<int>> samples = {{0, 10, std::vector<int>(10, 1)},
                                               {1, 900, std::vector<int>(30, 2)},
                                               {2, 0, {}},
                                               {3, 90, std::vector<int>(30, 3)}};
  auto sketch = sketchRanges(std::move(samples), size);
  CHECK(sketch.fraction == 0.1);
  CHECK(sketch.imbalanced == std::vector<int>{1});
  REQUIRE(sketch.candidates.size() == 40);
  CHECK(sketch.candidates[0].weight == 1.0f);
  CHECK(sketch.candidates[10].weight == 3.0f);
  sketch.addResampled({5, 6});
  CHECK(sketch.candidates.back().key == 6);
  CHECK(sketch.candidates.back().weight == 10.0f);
}

TEST_CASE("no keys at all make no candidates") {
  const auto sketch = sketchRanges(std::vector<PartitionSample<int>>{{0, 0, {}}, {1, 0, {}}}, {100, 30});
  CHECK(sketch.candidates.empty());
  CHECK(sketch.imbalanced.empty());
  CHECK(sketch.fraction == 1.0);
}

TEST_CASE("sampled bounds balance skewed partitions") {
  const uint64_t seed = Catch::rngSeed();
  CAPTURE(seed);
  constexpr int kOutputs = 10;
  const std::vector<int> counts = {200'000, 500, 500, 0, 500};
  const RangeSampleSize size = rangeSampleSize(kOutputs, static_cast<int>(counts.size()));
  SplitMix64 random(seed);
  std::vector<std::vector<uint64_t>> partitions;
  std::vector<PartitionSample<uint64_t>> samples;
  for (const int count : counts) {
    ReservoirSample<uint64_t> sample(size.perPartition, random.next());
    std::vector<uint64_t> keys;
    for (int i = 0; i < count; ++i) {
      keys.push_back(random.next());
      sample.add(keys.back());
    }
    samples.push_back({static_cast<int>(partitions.size()), sample.count(), sample.takeItems()});
    partitions.push_back(std::move(keys));
  }
  auto sketch = sketchRanges(std::move(samples), size);
  CHECK(sketch.imbalanced == std::vector<int>{0});
  std::vector<uint64_t> resampled;
  for (const uint64_t key : partitions[0]) {
    if (random.nextDouble() < sketch.fraction) resampled.push_back(key);
  }
  sketch.addResampled(std::move(resampled));

  const RangePartitioner<uint64_t> partitioner(determineBounds(std::move(sketch.candidates), kOutputs));
  REQUIRE(partitioner.numPartitions() == kOutputs);
  std::vector<int> sizes(kOutputs);
  for (const auto& keys : partitions) {
    for (const uint64_t key : keys) ++sizes[static_cast<size_t>(partitioner.partitionOf(key))];
  }
  const int total = std::accumulate(counts.begin(), counts.end(), 0);
  for (const int partSize : sizes) {
    CHECK(partSize > total / kOutputs / 3);
    CHECK(partSize < total / kOutputs * 3);
  }
}

}  // namespace
}  // namespace ferro
