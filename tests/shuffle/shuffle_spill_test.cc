// Writers and the store under a limit so small that they must use the disk: readers must see no difference.
#include <filesystem>
#include <numeric>

#include <arrow/record_batch.h>

#include "ferro/blockmanager/memory_consumer.h"
#include "ferro/shuffle/shuffle_manager.h"
#include "ferro_test.h"
#include "shuffle_fixture.h"

namespace ferro {
namespace {

int64_t sum(const std::vector<int64_t>& values) { return std::accumulate(values.begin(), values.end(), int64_t{0}); }

TEST_CASE("a writer that spills gives the same as one that does not") {
  const uint64_t seed = Catch::rngSeed();
  CAPTURE(seed);
  for (const ShuffleCodec codec : {ShuffleCodec::kNone, ShuffleCodec::kLz4, ShuffleCodec::kZstd}) {
    for (const bool spillCompress : {false, true}) {
      ShuffleOptions options;
      options.codec = codec;
      options.spillCompress = spillCompress;
      ShuffleFixture fixture(kMegabyte / 2, options);
      std::vector<TestOutput> outputs;
      for (int map = 0; map < 3; ++map) {
        outputs.emplace_back(seed + static_cast<uint64_t>(map), 7, 150, 300);
        fixture.write(0, map, 7, outputs.back());
      }
      CHECK(fixture.written.diskBytesSpilled > 0);
      for (int reducer = 0; reducer < 7; ++reducer) {
        Batches expected;
        for (const auto& output : outputs) {
          for (const auto& batch : output.forReducer(reducer)) expected.push_back(batch);
        }
        CHECK(sameBatches(fixture.read(0, reducer, 3), expected));
      }
    }
  }
}

TEST_CASE("any number of reducers spills and reads back") {
  const uint64_t seed = Catch::rngSeed();
  CAPTURE(seed);
  for (const int numReducers : {1, 2, 17, 200, 3000}) {
    CAPTURE(numReducers);
    ShuffleFixture fixture(kMegabyte);
    const TestOutput output(seed, numReducers, 2000, 20);
    const MapStatus status = fixture.write(0, 0, numReducers, output);
    CHECK(fixture.written.diskBytesSpilled > 0);
    CHECK(status.sizes.size() == static_cast<size_t>(numReducers));
    for (int reducer = 0; reducer < numReducers; ++reducer) {
      const Batches expected = output.forReducer(reducer);
      if (!sameBatches(fixture.read(0, reducer, 1), expected)) FAIL("reducer " << reducer << " differs");
      CHECK((status.sizes[static_cast<size_t>(reducer)] == 0) == expected.empty());
    }
  }
}

TEST_CASE("counters of a spilling writer add up, and its files are one of data and one of index") {
  ShuffleFixture fixture(kMegabyte / 2);
  const TestOutput output(11, 4, 100, 300);
  const MapStatus status = fixture.write(0, 0, 4, output);
  const int64_t bytes = sum(status.sizes);
  CHECK(fixture.written.bytesWritten == bytes);
  CHECK(fixture.written.recordsWritten == output.rows());
  CHECK(fixture.written.memoryBytesSpilled > fixture.written.diskBytesSpilled);
  CHECK(fixture.written.diskBytesSpilled > 0);
  CHECK(fixture.written.diskBytesSpilled <= bytes);
  CHECK(fixture.written.writeNanos > 0);
  CHECK(fixture.memory.used() == 0);
  CHECK(fixture.shuffles.bytesOnDisk() == bytes);
  CHECK(fixture.files().size() == 2);
  CHECK(std::filesystem::file_size(fixture.fileEndingIn(".data")) == static_cast<uintmax_t>(bytes));

  for (int reducer = 0; reducer < 4; ++reducer) fixture.read(0, reducer, 1);
  CHECK(fixture.readBack.bytesRead == bytes);
  CHECK(fixture.readBack.recordsRead == output.rows());
  CHECK(fixture.readBack.segmentsRead == 4);
}

TEST_CASE("reducers that get nothing cost nothing in the data file") {
  SplitMix64 random(12);
  const auto batch = randomBatch(random, 1000);
  const auto bytesWith = [&batch](int numReducers) {
    ShuffleFixture fixture;
    const auto writer = fixture.shuffles.openWriter(0, 0, numReducers, testSchema(), fixture.written);
    writer->append(numReducers / 2, batch);
    writer->commit();
    fixture.moveToDisk();
    CHECK(sameBatches(fixture.read(0, numReducers / 2, 1), {batch}));
    return fixture.shuffles.bytesOnDisk();
  };
  CHECK(bytesWith(1) == bytesWith(3000));
}

TEST_CASE("the oldest outputs go to disk first, and only as many as needed") {
  ShuffleFixture fixture(64 * kMegabyte);
  std::vector<TestOutput> outputs;
  for (int map = 0; map < 4; ++map) {
    outputs.emplace_back(static_cast<uint64_t>(map), 2, 20, 100);
    fixture.write(0, map, 2, outputs.back());
  }
  const int64_t before = fixture.shuffles.bytesInMemory();
  {
    MemoryConsumer consumer(fixture.memory, "a test that needs a little more than is free");
    consumer.grow(fixture.memory.limit() - fixture.memory.used() + 1);
  }
  CHECK(fixture.shuffles.bytesInMemory() < before);
  CHECK(fixture.files().size() == 2);
  CHECK(fixture.fileEndingIn(".data").find("shuffle_0_0_") != std::string::npos);
  CHECK(sameBatches(fixture.read(0, 1, 1), outputs[0].forReducer(1)));
}

TEST_CASE("outputs moved to disk read back the same, whatever the codec") {
  for (const ShuffleCodec codec : {ShuffleCodec::kNone, ShuffleCodec::kLz4, ShuffleCodec::kZstd}) {
    for (const bool checksum : {false, true}) {
      ShuffleOptions options;
      options.codec = codec;
      options.checksum = checksum;
      ShuffleFixture fixture(256 * kMegabyte, options);
      const TestOutput output(13, 5, 50, 200);
      fixture.write(0, 0, 5, output);
      fixture.moveToDisk();
      CHECK(fixture.shuffles.bytesInMemory() == 0);
      for (int reducer = 0; reducer < 5; ++reducer) {
        CHECK(sameBatches(fixture.read(0, reducer, 1), output.forReducer(reducer)));
      }
    }
  }
}

TEST_CASE("compression makes the files smaller, and switching it off does not") {
  const auto bytesOnDisk = [](bool compress) {
    ShuffleOptions options;
    options.compress = compress;
    ShuffleFixture fixture(256 * kMegabyte, options);
    fixture.write(0, 0, 2, TestOutput(14, 2, 20, 2000));
    fixture.moveToDisk();
    return fixture.shuffles.bytesOnDisk();
  };
  CHECK(bytesOnDisk(true) < bytesOnDisk(false) * 9 / 10);
}

TEST_CASE("a segment much longer than a reader holds at once comes batch by batch") {
  ShuffleFixture fixture;
  const TestOutput output(15, 1, 60, 8000);
  fixture.write(0, 0, 1, output);
  fixture.moveToDisk();
  REQUIRE(fixture.shuffles.bytesOnDisk() > 2 * kMegabyte);
  CHECK(sameBatches(fixture.read(0, 0, 1), output.forReducer(0)));
}

}  // namespace
}  // namespace ferro
