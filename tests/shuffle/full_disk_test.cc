// Shuffles on a disk that fills up: a tmpfs of a few hundred kilobytes, which needs the right to mount one.
#include <sys/mount.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <arrow/record_batch.h>

#include "ferro/blockmanager/memory_consumer.h"
#include "ferro/common/error.h"
#include "ferro/shuffle/shuffle_manager.h"
#include "ferro_test.h"
#include "shuffle_fixture.h"

namespace ferro {
namespace {

class SmallDisk {
 public:
  explicit SmallDisk(const std::string& parent) : directory_(parent, "small-disk-") {
    mounted_ = ::mount("tmpfs", directory_.path().c_str(), "tmpfs", 0, "size=256k") == 0;
  }
  ~SmallDisk() {
    if (mounted_) ::umount2(directory_.path().c_str(), MNT_DETACH);
  }
  bool mounted() const { return mounted_; }
  const std::string& path() const { return directory_.path(); }

 private:
  TempDir directory_;
  bool mounted_ = false;
};

struct SmallDiskShuffle {
  SmallDiskShuffle(const std::vector<std::string>& roots, int64_t memoryLimit)
      : localDirs(roots), memory(memoryLimit, 0.5), shuffles(ShuffleOptions{}, memory, localDirs) {}

  bool hasFiles() const {
    for (const auto& directory : localDirs.directories()) {
      if (!std::filesystem::is_empty(directory)) return true;
    }
    return false;
  }

  LocalDirs localDirs;
  MemoryArbiter memory;
  ShuffleMetrics metrics;
  ShuffleManager shuffles;
};

TEST_CASE("a writer on a full disk says so with path and sizes, and leaves nothing there") {
  const TempDir root(std::filesystem::temp_directory_path().string());
  const SmallDisk disk(root.path());
  if (!disk.mounted()) {
    WARN("skipped: this user may not mount a tmpfs");
    return;
  }
  SmallDiskShuffle small({disk.path()}, kMegabyte / 4);
  const TestOutput output(19, 3, 200, 500);
  try {
    const auto writer = small.shuffles.openWriter(0, 0, 3, testSchema(), small.metrics);
    output.appendTo(*writer);
    writer->commit();
    FAIL("the disk should be full");
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::kDiskFull);
    CHECK(std::string(error.what()).find(disk.path()) != std::string::npos);
  }
  CHECK_FALSE(small.hasFiles());
  CHECK(small.memory.used() == 0);
}

TEST_CASE("when one directory fills up the next one is used, in the middle of a spill too") {
  const TempDir root(std::filesystem::temp_directory_path().string());
  const SmallDisk disk(root.path());
  if (!disk.mounted()) {
    WARN("skipped: this user may not mount a tmpfs");
    return;
  }
  const TempDir bigDisk(root.path());
  const TestOutput output(20, 3, 200, 500);
  for (int map = 0; map < 6; ++map) {
    SmallDiskShuffle both({disk.path(), bigDisk.path()}, kMegabyte / 4);
    const auto writer = both.shuffles.openWriter(0, map, 3, testSchema(), both.metrics);
    output.appendTo(*writer);
    writer->commit();
    CHECK(both.metrics.diskBytesSpilled > kMegabyte / 4);
    for (int reducer = 0; reducer < 3; ++reducer) {
      const auto reader = both.shuffles.openReader(0, reducer, testSchema(), MapRange{map, map + 1}, both.metrics);
      CHECK(sameBatches(drain(*reader), output.forReducer(reducer)));
    }
  }
}

TEST_CASE("outputs that find no room on disk stay in memory, whole") {
  const TempDir root(std::filesystem::temp_directory_path().string());
  const SmallDisk disk(root.path());
  if (!disk.mounted()) {
    WARN("skipped: this user may not mount a tmpfs");
    return;
  }
  SmallDiskShuffle small({disk.path()}, 64 * kMegabyte);
  const TestOutput output(21, 3, 200, 500);
  const auto writer = small.shuffles.openWriter(0, 0, 3, testSchema(), small.metrics);
  output.appendTo(*writer);
  writer->commit();
  {
    MemoryConsumer everything(small.memory, "a test that wants all memory");
    CHECK_THROWS_AS(everything.grow(small.memory.limit()), Error);
  }
  CHECK_FALSE(small.hasFiles());
  CHECK(small.shuffles.bytesInMemory() > 0);
  const auto reader = small.shuffles.openReader(0, 1, testSchema(), 1, small.metrics);
  CHECK(drain(*reader) == output.forReducer(1));
}

}  // namespace
}  // namespace ferro
