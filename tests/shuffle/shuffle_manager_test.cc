#include "ferro/shuffle/shuffle_manager.h"

#include <filesystem>
#include <numeric>

#include <arrow/array.h>
#include <arrow/builder.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>

#include "ferro/blockmanager/memory_consumer.h"
#include "ferro/common/error.h"
#include "ferro/shuffle/fetch_failed.h"
#include "ferro_test.h"
#include "shuffle_fixture.h"

namespace ferro {
namespace {

TEST_CASE("a reader gets the very batches of the maps, in the order of maps and of appending") {
  ShuffleFixture fixture;
  const TestOutput first(1, 3, 20, 50);
  const TestOutput second(2, 3, 20, 50);
  fixture.write(0, 1, 3, second);
  fixture.write(0, 0, 3, first);
  for (int reducer = 0; reducer < 3; ++reducer) {
    Batches expected = first.forReducer(reducer);
    for (const auto& batch : second.forReducer(reducer)) expected.push_back(batch);
    CHECK(fixture.read(0, reducer, 2) == expected);
  }
  CHECK(fixture.files().empty());
}

TEST_CASE("a reader of a range of maps gets only theirs") {
  ShuffleFixture fixture;
  std::vector<TestOutput> outputs;
  for (int map = 0; map < 4; ++map) {
    outputs.emplace_back(static_cast<uint64_t>(map), 1, 3, 10);
    fixture.write(0, map, 1, outputs.back());
  }
  const auto reader = fixture.shuffles.openReader(0, 0, testSchema(), MapRange{1, 3}, fixture.readBack);
  Batches expected = outputs[1].forReducer(0);
  for (const auto& batch : outputs[2].forReducer(0)) expected.push_back(batch);
  CHECK(drain(*reader) == expected);
}

TEST_CASE("the status says how much each reducer gets, and the counters agree with it") {
  ShuffleFixture fixture;
  const TestOutput output(3, 5, 40, 30);
  const MapStatus status = fixture.write(7, 2, 5, output, 11);
  CHECK(status.mapId == 2);
  CHECK(status.attempt == 11);
  CHECK(status.rows == output.rows());
  REQUIRE(status.sizes.size() == 5);
  const int64_t bytes = std::accumulate(status.sizes.begin(), status.sizes.end(), int64_t{0});
  CHECK(fixture.written.bytesWritten == bytes);
  CHECK(fixture.written.recordsWritten == output.rows());
  CHECK(fixture.written.memoryBytesSpilled == 0);
  CHECK(fixture.written.diskBytesSpilled == 0);
  CHECK(fixture.shuffles.bytesInMemory() > bytes);
  CHECK(fixture.memory.used() == fixture.shuffles.bytesInMemory());

  for (int reducer = 0; reducer < 5; ++reducer) {
    drain(*fixture.shuffles.openReader(7, reducer, testSchema(), MapRange{2, 3}, fixture.readBack));
  }
  CHECK(fixture.readBack.bytesRead == bytes);
  CHECK(fixture.readBack.recordsRead == output.rows());
  CHECK(fixture.readBack.segmentsRead == 5);
}

TEST_CASE("a map without rows is an output too") {
  ShuffleFixture fixture;
  const MapStatus status = fixture.shuffles.openWriter(0, 0, 4, testSchema(), fixture.written)->commit();
  CHECK(status.sizes == std::vector<int64_t>(4));
  CHECK(fixture.read(0, 3, 1).empty());
  CHECK(fixture.readBack.segmentsRead == 0);
}

TEST_CASE("batches without rows are not kept") {
  ShuffleFixture fixture;
  SplitMix64 random(1);
  const auto writer = fixture.shuffles.openWriter(0, 0, 1, testSchema(), fixture.written);
  writer->append(0, randomBatch(random, 0));
  writer->commit();
  CHECK(fixture.read(0, 0, 1).empty());
  CHECK(fixture.memory.used() == 0);
}

TEST_CASE("a writer that is dropped without commit leaves nothing behind") {
  for (const int64_t limit : {256 * kMegabyte, kMegabyte / 4}) {
    ShuffleFixture fixture(limit);
    const TestOutput output(4, 3, 50, 200);
    {
      const auto writer = fixture.shuffles.openWriter(0, 0, 3, testSchema(), fixture.written);
      output.appendTo(*writer);
    }
    CHECK(fixture.files().empty());
    CHECK(fixture.memory.used() == 0);
    CHECK_THROWS_AS(fixture.read(0, 0, 1), FetchFailed);
  }
}

TEST_CASE("the first commit of a map stays, and a later attempt learns of it") {
  ShuffleFixture fixture;
  const TestOutput first(5, 2, 10, 20);
  const TestOutput second(6, 2, 10, 20);
  const MapStatus status = fixture.write(0, 0, 2, first, 1);
  CHECK(fixture.write(0, 0, 2, second, 2) == status);
  CHECK(fixture.read(0, 1, 1) == first.forReducer(1));
  CHECK(fixture.memory.used() == fixture.shuffles.bytesInMemory());
}

TEST_CASE("a removed map output is missing until its map runs again") {
  ShuffleFixture fixture;
  const TestOutput first(5, 2, 10, 20);
  const TestOutput second(6, 2, 10, 20);
  fixture.write(3, 0, 2, first, 1);
  fixture.shuffles.removeMapOutput(3, 0);
  try {
    fixture.read(3, 1, 1);
    FAIL("the output should be missing");
  } catch (const FetchFailed& failure) {
    CHECK(failure.shuffleId == 3);
    CHECK(failure.mapId == 0);
    CHECK(failure.reducer == 1);
    CHECK_FALSE(failure.attempt.has_value());
  }
  fixture.write(3, 0, 2, second, 2);
  CHECK(fixture.read(3, 1, 1) == second.forReducer(1));
}

TEST_CASE("removing a shuffle removes what it has in memory and on disk, and nothing else") {
  ShuffleFixture fixture;
  const TestOutput output(7, 2, 10, 20);
  fixture.write(0, 0, 2, output);
  fixture.moveToDisk();
  fixture.write(0, 1, 2, output);
  fixture.write(1, 0, 2, output);
  fixture.shuffles.removeShuffle(0);
  CHECK(fixture.files().empty());
  CHECK(fixture.shuffles.bytesOnDisk() == 0);
  CHECK(fixture.read(1, 0, 1) == output.forReducer(0));
  fixture.shuffles.removeShuffle(1);
  CHECK(fixture.memory.used() == 0);
  fixture.shuffles.removeShuffle(1);
}

TEST_CASE("a reader keeps the batches of its map when the shuffle is removed under it") {
  ShuffleFixture fixture;
  const TestOutput output(8, 1, 5, 20);
  fixture.write(0, 0, 1, output);
  for (const bool onDisk : {false, true}) {
    if (onDisk) fixture.write(0, 0, 1, output);
    if (onDisk) fixture.moveToDisk();
    const auto reader = fixture.shuffles.openReader(0, 0, testSchema(), 1, fixture.readBack);
    Batches batches{reader->next()};
    fixture.shuffles.removeShuffle(0);
    while (auto batch = reader->next()) batches.push_back(batch);
    CHECK(sameBatches(batches, output.forReducer(0)));
  }
  CHECK(fixture.files().empty());
}

TEST_CASE("slices of one batch count for what they show, not for the whole") {
  ShuffleFixture fixture;
  SplitMix64 random(9);
  const auto whole = randomBatch(random, 10'000);
  const auto writer = fixture.shuffles.openWriter(0, 0, 100, testSchema(), fixture.written);
  for (int reducer = 0; reducer < 100; ++reducer) writer->append(reducer, whole->Slice(int64_t{reducer} * 100, 100));
  writer->commit();
  CHECK(fixture.memory.used() < kMegabyte);
  fixture.moveToDisk();
  CHECK(sameBatches(fixture.read(0, 17, 1), {whole->Slice(1700, 100)}));
}

TEST_CASE("a partition number out of range is the partitioner's mistake") {
  ShuffleFixture fixture;
  SplitMix64 random(1);
  const auto writer = fixture.shuffles.openWriter(0, 0, 3, testSchema(), fixture.written);
  for (const int reducer : {-1, 3}) {
    try {
      writer->append(reducer, randomBatch(random, 1));
      FAIL("the batch should be refused");
    } catch (const Error& error) {
      CHECK(error.code() == ErrorCode::kInvalidArgument);
    }
  }
}

TEST_CASE("a dictionary-encoded column is refused, since segments have no place for dictionaries") {
  ShuffleFixture fixture;
  const auto schema = arrow::schema({arrow::field("word", arrow::dictionary(arrow::int32(), arrow::utf8()))});
  CHECK_THROWS_AS(fixture.shuffles.openWriter(0, 0, 1, schema, fixture.written), Error);
}

TEST_CASE("nothing is left behind when the manager goes") {
  const TempDir root(std::filesystem::temp_directory_path().string());
  const LocalDirs localDirs({root.path()});
  MemoryArbiter memory(64 * kMegabyte, 0.5);
  ShuffleMetrics metrics;
  {
    ShuffleManager shuffles(ShuffleOptions{}, memory, localDirs);
    const TestOutput output(10, 3, 10, 100);
    for (int map = 0; map < 3; ++map) {
      const auto writer = shuffles.openWriter(0, map, 3, testSchema(), metrics);
      output.appendTo(*writer);
      writer->commit();
      if (map > 0) continue;
      MemoryConsumer everything(memory, "a test that wants all memory");
      everything.grow(memory.limit());
    }
    REQUIRE(shuffles.bytesInMemory() > 0);
    REQUIRE(shuffles.bytesOnDisk() > 0);
  }
  CHECK(memory.used() == 0);
  CHECK(std::filesystem::is_empty(localDirs.directories().front()));
}

}  // namespace
}  // namespace ferro
