// Map outputs where the local directories have a key: readers see no difference, and files show nothing.
#include <filesystem>
#include <fstream>
#include <iterator>

#include <arrow/record_batch.h>

#include "ferro/blockmanager/file_key.h"
#include "ferro/common/error.h"
#include "ferro/net/secret.h"
#include "ferro/shuffle/fetch_failed.h"
#include "ferro/shuffle/shuffle_manager.h"
#include "ferro_test.h"
#include "shuffle_cluster.h"
#include "shuffle_fixture.h"

namespace ferro {
namespace {

constexpr int kEncryptedShuffle = 6;

std::shared_ptr<const FileKey> someKey(size_t bytes = 16) {
  return std::make_shared<const FileKey>(randomBytes(bytes));
}

std::string contentOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// Every message of Arrow's begins with it; of random bytes, one in four thousand millions does.
bool showsMessages(const std::string& path) { return contentOf(path).find("\xFF\xFF\xFF\xFF") != std::string::npos; }

ShuffleOptions optionsWith(ShuffleCodec codec, bool checksum = true) {
  ShuffleOptions options;
  options.codec = codec;
  options.checksum = checksum;
  return options;
}

TEST_CASE("an encrypted output reads as it was written, spilled or not, with every codec, with and without checksums") {
  const uint64_t seed = Catch::rngSeed();
  CAPTURE(seed);
  for (const ShuffleCodec codec : {ShuffleCodec::kNone, ShuffleCodec::kLz4, ShuffleCodec::kZstd}) {
    for (const bool checksum : {true, false}) {
      for (const int64_t memory : {kMegabyte / 2, 256 * kMegabyte}) {
        CAPTURE(static_cast<int>(codec), checksum, memory);
        ShuffleFixture fixture(memory, optionsWith(codec, checksum), someKey(32));
        std::vector<TestOutput> outputs;
        for (int map = 0; map < 3; ++map) {
          outputs.emplace_back(seed + static_cast<uint64_t>(map), 7, 150, 300);
          fixture.write(kEncryptedShuffle, map, 7, outputs.back());
        }
        CHECK((fixture.written.diskBytesSpilled > 0) == (memory < kMegabyte));
        fixture.moveToDisk();
        for (const std::string& path : fixture.files()) CHECK_FALSE((path.ends_with(".data") && showsMessages(path)));
        for (int reducer = 0; reducer < 7; ++reducer) {
          CHECK(sameBatches(fixture.read(kEncryptedShuffle, reducer, 3), expectedFor(outputs, reducer)));
        }
      }
    }
  }
}

TEST_CASE("the files of a plain output do show their messages") {
  ShuffleFixture fixture;
  fixture.write(kEncryptedShuffle, 0, 2, TestOutput(5, 2, 10, 100));
  fixture.moveToDisk();
  CHECK(showsMessages(fixture.fileEndingIn(".data")));
}

TEST_CASE("what a writer spills is encrypted before its commit") {
  for (const bool withKey : {true, false}) {
    ShuffleFixture fixture(kMegabyte / 2, optionsWith(ShuffleCodec::kNone), withKey ? someKey() : nullptr);
    const auto writer = fixture.shuffles.openWriter(kEncryptedShuffle, 0, 3, testSchema(), fixture.written, 0);
    TestOutput(8, 3, 200, 300).appendTo(*writer);
    REQUIRE(fixture.written.diskBytesSpilled > 0);
    CHECK(showsMessages(fixture.fileEndingIn(".spill.part")) == !withKey);
  }
}

TEST_CASE("segments of many megabytes and of one row are encrypted") {
  ShuffleFixture fixture(256 * kMegabyte, optionsWith(ShuffleCodec::kNone), someKey());
  const TestOutput large(1, 1, 40, 20'000);
  const TestOutput small(2, 50, 60, 1);
  fixture.write(kEncryptedShuffle, 0, 1, large);
  fixture.write(kEncryptedShuffle + 1, 0, 50, small);
  fixture.moveToDisk();
  REQUIRE(fixture.shuffles.bytesOnDisk() > 3 * kMegabyte);
  CHECK(sameBatches(fixture.read(kEncryptedShuffle, 0, 1), large.forReducer(0)));
  for (int reducer = 0; reducer < 50; ++reducer) {
    CHECK(sameBatches(fixture.read(kEncryptedShuffle + 1, reducer, 1), small.forReducer(reducer)));
  }
}

TEST_CASE("a bit that changed or an end that was cut off is a fetch failure, with and without checksums") {
  for (const bool checksum : {true, false}) {
    for (const int part : {0, 1, 37, 50, 99, 100, -1}) {
      CAPTURE(checksum, part);
      ShuffleFixture fixture(256 * kMegabyte, optionsWith(ShuffleCodec::kLz4, checksum), someKey());
      const TestOutput output(16, 2, 30, 100);
      fixture.write(kEncryptedShuffle, 0, 2, output);
      fixture.moveToDisk();
      const std::string data = fixture.fileEndingIn(".data");
      const auto size = static_cast<int64_t>(std::filesystem::file_size(data));
      if (part < 0) {
        std::filesystem::resize_file(data, static_cast<uintmax_t>(size - 1));
      } else {
        flipBit(data, (size - 1) * part / 100, part % 8);
      }
      int failed = 0;
      for (int reducer = 0; reducer < 2; ++reducer) {
        try {
          const Batches batches = fixture.read(kEncryptedShuffle, reducer, 1);
          CHECK(sameBatches(batches, output.forReducer(reducer)));
        } catch (const FetchFailed& failure) {
          CHECK(failure.mapId == 0);
          ++failed;
        }
      }
      CHECK(failed > 0);
      CHECK(fixture.files().empty());
    }
  }
}

TEST_CASE("executors with the same key read each other's outputs, from memory and from disk") {
  for (const bool checksum : {true, false}) {
    ShuffleCluster cluster(3, optionsWith(ShuffleCodec::kLz4, checksum), quickFetchOptions(), someKey());
    std::vector<TestOutput> outputs;
    for (uint64_t map = 0; map < 6; ++map) outputs.emplace_back(40 + map, 4, 12, 2'000);
    cluster.write(kEncryptedShuffle, 4, outputs);
    const auto expectAllRead = [&] {
      for (auto& executor : cluster.executors) {
        for (int reducer = 0; reducer < 4; ++reducer) {
          CHECK(sameBatches(executor->read(kEncryptedShuffle, reducer, 6), expectedFor(outputs, reducer)));
        }
      }
    };
    expectAllRead();
    cluster.at(1).parts.moveToDisk();
    expectAllRead();
    cluster.at(0).parts.moveToDisk();
    cluster.at(2).parts.moveToDisk();
    expectAllRead();
  }
}

TEST_CASE("an encrypted output that a peer finds damaged is dropped where it lies") {
  ShuffleCluster cluster(2, optionsWith(ShuffleCodec::kLz4, false), quickFetchOptions(), someKey());
  const std::vector<TestOutput> outputs{TestOutput(50, 1, 30, 100)};
  cluster.write(kEncryptedShuffle, 1, outputs);
  cluster.at(0).parts.moveToDisk();
  flipBit(cluster.at(0).parts.fileEndingIn(".data"), 1'000, 3);
  try {
    cluster.at(1).read(kEncryptedShuffle, 0, 1);
    FAIL("read a damaged output");
  } catch (const FetchFailed& failure) {
    CHECK(failure.mapId == 0);
    CHECK_FALSE(failure.unreachable);
  }
}

}  // namespace
}  // namespace ferro
