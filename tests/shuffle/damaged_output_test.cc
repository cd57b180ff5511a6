// What happens to readers when shuffle files are damaged, cut short or gone: always a FetchFailed that names the
// output.
#include <filesystem>
#include <functional>

#include <arrow/record_batch.h>

#include "ferro/common/error.h"
#include "ferro/shuffle/fetch_failed.h"
#include "ferro/shuffle/shuffle_manager.h"
#include "ferro_test.h"
#include "shuffle_fixture.h"

namespace ferro {
namespace {

constexpr int kDamagedShuffle = 4;
constexpr int kDamagedReducers = 3;

int64_t fileSize(const std::string& path) { return static_cast<int64_t>(std::filesystem::file_size(path)); }

// Reads all reducers of map 0 and returns those that failed; each failure must name what it is about.
std::vector<int> failedReducers(ShuffleFixture& fixture, const TestOutput& output) {
  std::vector<int> failed;
  for (int reducer = 0; reducer < kDamagedReducers; ++reducer) {
    try {
      const Batches batches = fixture.read(kDamagedShuffle, reducer, 1);
      CHECK(sameBatches(batches, output.forReducer(reducer)));
    } catch (const FetchFailed& failure) {
      CHECK(failure.shuffleId == kDamagedShuffle);
      CHECK(failure.mapId == 0);
      CHECK(failure.reducer == reducer);
      failed.push_back(reducer);
    }
  }
  return failed;
}

struct DamagedCase {
  explicit DamagedCase(const ShuffleOptions& options = {})
      : fixture(256 * kMegabyte, options), output(16, kDamagedReducers, 30, 100) {
    fixture.write(kDamagedShuffle, 0, kDamagedReducers, output, 5);
    fixture.moveToDisk();
    data = fixture.fileEndingIn(".data");
    index = fixture.fileEndingIn(".index");
  }

  // The first reducer to meet the damage drops the output, so all after it fail too.
  void expectLost() {
    const std::vector<int> failed = failedReducers(fixture, output);
    REQUIRE_FALSE(failed.empty());
    CHECK(failed.back() == kDamagedReducers - 1);
    CHECK(fixture.files().empty());
    CHECK(fixture.shuffles.bytesOnDisk() == 0);
  }

  ShuffleFixture fixture;
  TestOutput output;
  std::string data;
  std::string index;
};

TEST_CASE("one flipped bit anywhere in the data is a fetch failure, compressed or not") {
  for (const ShuffleCodec codec : {ShuffleCodec::kNone, ShuffleCodec::kLz4, ShuffleCodec::kZstd}) {
    ShuffleOptions options;
    options.codec = codec;
    for (const int part : {0, 1, 37, 50, 99, 100}) {
      CAPTURE(static_cast<int>(codec), part);
      DamagedCase damaged(options);
      flipBit(damaged.data, (fileSize(damaged.data) - 1) * part / 100, part % 8);
      damaged.expectLost();
    }
  }
}

TEST_CASE("one flipped bit anywhere in the index is a fetch failure") {
  const int64_t size = fileSize(DamagedCase().index);
  for (int64_t byte = 0; byte < size; byte += 5) {
    CAPTURE(byte);
    DamagedCase damaged;
    flipBit(damaged.index, byte, static_cast<int>(byte % 8));
    damaged.expectLost();
  }
}

TEST_CASE("files that are cut short, empty or deleted are a fetch failure") {
  const std::vector<std::function<void(const DamagedCase&)>> damages = {
      [](const DamagedCase& c) { std::filesystem::resize_file(c.data, std::filesystem::file_size(c.data) - 1); },
      [](const DamagedCase& c) { std::filesystem::resize_file(c.data, 0); },
      [](const DamagedCase& c) { std::filesystem::remove(c.data); },
      [](const DamagedCase& c) { std::filesystem::resize_file(c.index, std::filesystem::file_size(c.index) - 8); },
      [](const DamagedCase& c) { std::filesystem::resize_file(c.index, 3); },
      [](const DamagedCase& c) { std::filesystem::resize_file(c.index, 0); },
      [](const DamagedCase& c) { std::filesystem::remove(c.index); }};
  for (size_t i = 0; i < damages.size(); ++i) {
    CAPTURE(i);
    DamagedCase damaged;
    damages[i](damaged);
    damaged.expectLost();
  }
}

TEST_CASE("a long segment is verified before its first batch is given") {
  ShuffleFixture fixture;
  const TestOutput output(17, 1, 60, 8000);
  fixture.write(kDamagedShuffle, 0, 1, output);
  fixture.moveToDisk();
  const std::string data = fixture.fileEndingIn(".data");
  REQUIRE(fileSize(data) > 2 * kMegabyte);
  flipBit(data, fileSize(data) - 9, 3);
  const auto reader = fixture.shuffles.openReader(kDamagedShuffle, 0, testSchema(), 1, fixture.readBack);
  CHECK_THROWS_AS(reader->next(), FetchFailed);
}

TEST_CASE("the failure names the attempt, and the rerun of the map takes the place of what was damaged") {
  DamagedCase damaged;
  flipBit(damaged.data, 0, 0);
  try {
    damaged.fixture.read(kDamagedShuffle, 0, 1);
    FAIL("the damage should be noticed");
  } catch (const FetchFailed& failure) {
    CHECK(failure.attempt == 5);
    CHECK(std::string(failure.what()).find(damaged.data) != std::string::npos);
  }
  damaged.fixture.write(kDamagedShuffle, 0, kDamagedReducers, damaged.output, 6);
  CHECK(failedReducers(damaged.fixture, damaged.output).empty());
}

TEST_CASE("without checksums what cannot be a batch is still a fetch failure") {
  ShuffleOptions options;
  options.checksum = false;
  DamagedCase damaged(options);
  std::filesystem::resize_file(damaged.data, std::filesystem::file_size(damaged.data) / 2);
  damaged.expectLost();
}

TEST_CASE("a spill file that is damaged before the commit fails the task and not the result") {
  ShuffleFixture fixture(kMegabyte / 4);
  const TestOutput output(18, 2, 60, 300);
  const auto writer = fixture.shuffles.openWriter(0, 0, 2, testSchema(), fixture.written);
  output.appendTo(*writer);
  const std::string spill = fixture.fileEndingIn(".spill.part");
  flipBit(spill, fileSize(spill) / 2, 1);
  try {
    writer->commit();
    FAIL("the damage should be noticed");
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::kMalformedData);
  }
}

}  // namespace
}  // namespace ferro
