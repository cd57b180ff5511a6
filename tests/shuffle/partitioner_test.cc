#include "ferro/shuffle/partitioner.h"

#include <algorithm>
#include <string>

#include "ferro/common/error.h"
#include "ferro/shuffle/splitmix64.h"
#include "ferro_test.h"

namespace ferro {
namespace {

TEST_CASE("a hash partitioner uses all partitions about evenly") {
  for (const int numPartitions : {1, 2, 7, 200, 3000}) {
    const HashPartitioner<int64_t> partitioner(numPartitions);
    std::vector<int> counts(static_cast<size_t>(numPartitions));
    const int perPartition = 200;
    for (int64_t key = 0; key < int64_t{numPartitions} * perPartition; ++key) {
      const int partition = partitioner.partitionOf(key);
      REQUIRE(partition >= 0);
      REQUIRE(partition < numPartitions);
      ++counts[static_cast<size_t>(partition)];
    }
    CHECK(*std::min_element(counts.begin(), counts.end()) > perPartition / 2);
    CHECK(*std::max_element(counts.begin(), counts.end()) < perPartition * 2);
  }
}

TEST_CASE("keys of one hash partition still differ in the low bits of their hash") {
  const HashPartitioner<int64_t> partitioner(64);
  std::vector<bool> seen(64);
  for (int64_t key = 0; key < 100'000; ++key) {
    if (partitioner.partitionOf(key) == 5) seen[hashValue(key) % 64] = true;
  }
  CHECK(std::count(seen.begin(), seen.end(), true) == 64);
}

TEST_CASE("a string and a view of it go to the same partition") {
  const HashPartitioner<std::string> strings(100);
  const HashPartitioner<std::string_view> views(100);
  for (int i = 0; i < 1000; ++i) {
    const std::string key = "key " + std::to_string(i);
    CHECK(strings.partitionOf(key) == views.partitionOf(key));
    CHECK(strings.partitionOf(key) == strings.partitionOfHash(hashValue(key)));
  }
}

TEST_CASE("hash partitioners are the same when they have as many partitions of the same keys") {
  CHECK(HashPartitioner<int>(3).sameAs(HashPartitioner<int>(3)));
  CHECK_FALSE(HashPartitioner<int>(3).sameAs(HashPartitioner<int>(4)));
  CHECK_FALSE(HashPartitioner<int>(3).sameAs(HashPartitioner<std::string>(3)));
  CHECK_FALSE(HashPartitioner<int>(3).sameAs(RangePartitioner<int>({1, 2})));
}

TEST_CASE("a hash partitioner of no partitions is refused") { CHECK_THROWS_AS(HashPartitioner<int>(0), Error); }

TEST_CASE("a range partitioner agrees with counting the bounds below the key") {
  SplitMix64 random(Catch::rngSeed());
  for (size_t numBounds = 0; numBounds < 70; ++numBounds) {
    std::vector<int64_t> bounds;
    for (size_t i = 0; i < numBounds; ++i) bounds.push_back(static_cast<int64_t>(10 * i + random.next() % 10));
    const RangePartitioner<int64_t> ascending(bounds);
    const RangePartitioner<int64_t> descending(bounds, false);
    CHECK(ascending.numPartitions() == static_cast<int>(numBounds) + 1);
    for (int64_t key = -5; key < static_cast<int64_t>(10 * numBounds) + 5; ++key) {
      const auto below = std::count_if(bounds.begin(), bounds.end(), [key](int64_t bound) { return bound < key; });
      REQUIRE(ascending.partitionOf(key) == below);
      REQUIRE(descending.partitionOf(key) == static_cast<int64_t>(numBounds) - below);
    }
  }
}

TEST_CASE("a range partitioner takes texts and an order of the user's") {
  const RangePartitioner<std::string> words({"dog", "horse"});
  CHECK(words.partitionOf("cat") == 0);
  CHECK(words.partitionOf("dog") == 0);
  CHECK(words.partitionOf("duck") == 1);
  CHECK(words.partitionOf("zebra") == 2);
  const RangePartitioner<int, std::greater<int>> reversed({20, 10}, true, std::greater<int>());
  CHECK(reversed.partitionOf(25) == 0);
  CHECK(reversed.partitionOf(15) == 1);
  CHECK(reversed.partitionOf(5) == 2);
}

TEST_CASE("range partitioners are the same when bounds and direction are") {
  const RangePartitioner<int> partitioner({1, 5});
  CHECK(partitioner.sameAs(RangePartitioner<int>({1, 5})));
  CHECK_FALSE(partitioner.sameAs(RangePartitioner<int>({1, 6})));
  CHECK_FALSE(partitioner.sameAs(RangePartitioner<int>({1})));
  CHECK_FALSE(partitioner.sameAs(RangePartitioner<int>({1, 5}, false)));
  CHECK_FALSE(partitioner.sameAs(HashPartitioner<int>(3)));
}

}  // namespace
}  // namespace ferro
