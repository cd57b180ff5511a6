#include <sys/mount.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

#include <arrow/record_batch.h>

#include "ferro/blockmanager/block_file.h"
#include "ferro/blockmanager/block_manager.h"
#include "ferro/blockmanager/memory_consumer.h"
#include "ferro/blockmanager/spill_file.h"
#include "ferro/common/error.h"
#include "ferro/common/log.h"
#include "ferro/common/temp_dir.h"
#include "ferro_test.h"
#include "sample_blocks.h"

using namespace ferro;
using test::blockOf;
using test::kKilobyte;

namespace {

// A file system of one megabyte, while it lives. Only root may mount one.
class SmallDisk {
 public:
  static std::optional<std::string> whyNot() {
    SmallDisk disk;
    if (disk.mounted_) return std::nullopt;
    return "skipped: a small file system cannot be mounted here (are you root?)";
  }

  SmallDisk() : mounted_(mount("tmpfs", directory_.path().c_str(), "tmpfs", 0, "size=1m") == 0) {}
  ~SmallDisk() {
    if (mounted_) umount2(directory_.path().c_str(), MNT_DETACH);
  }
  const std::string& path() const { return directory_.path(); }

 private:
  TempDir directory_{"/tmp"};
  bool mounted_;
};

#define FERRO_NEEDS_SMALL_DISK()           \
  if (auto reason = SmallDisk::whyNot()) { \
    WARN(*reason);                         \
    return;                                \
  }

class QuietLog : public LogSink {
 public:
  void write(LogLevel, std::string_view line) override { last = line; }
  std::string last;
};

}  // namespace

TEST_CASE("a spill onto a full disk fails at once, with the path, the bytes needed and the bytes free") {
  FERRO_NEEDS_SMALL_DISK();
  SmallDisk disk;
  LocalDirs dirs({disk.path()});
  const auto start = std::chrono::steady_clock::now();
  SpillFile spill(dirs, test::numbers(0)->schema(), arrow::Compression::UNCOMPRESSED);
  spill.write(*test::numbers(700 * kKilobyte / 8));
  try {
    spill.write(*test::numbers(700 * kKilobyte / 8));
    FAIL("wrote past the end of the disk");
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::kDiskFull);
    CHECK_THAT(error.what(), Catch::Contains(disk.path()) && Catch::Contains("needs 700.0 KB and"));
    CHECK_THAT(error.what(), Catch::Contains("are free") && Catch::Contains("ferro.local.dir"));
  }
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(5));
}

TEST_CASE("a spill goes on in another root when one fills up halfway") {
  FERRO_NEEDS_SMALL_DISK();
  SmallDisk first;
  SmallDisk second;
  LocalDirs dirs({first.path(), second.path()});
  SpillFile spill(dirs, test::numbers(0)->schema(), arrow::Compression::UNCOMPRESSED);
  const int64_t rows = 100 * kKilobyte / 8;
  for (int64_t i = 0; i < 18; ++i) spill.write(*test::numbers(rows, i * rows));
  spill.finishWriting();
  auto source = spill.read();
  for (int64_t i = 0; i < 18; ++i) CHECK(source->next()->Equals(*test::numbers(rows, i * rows)));
  CHECK(source->next() == nullptr);
}

TEST_CASE("a block goes to the root that has room for it") {
  FERRO_NEEDS_SMALL_DISK();
  SmallDisk small;
  TempDir big("/tmp");
  LocalDirs dirs({small.path(), big.path()});
  for (int partition = 0; partition < 4; ++partition) {
    auto file = BlockFile::write(dirs, BlockId::rdd(1, partition), BatchesToStore::of(blockOf(2048 * kKilobyte)));
    CHECK(file->path().starts_with(big.path()));
  }
}

TEST_CASE("a block that fits on no disk is not stored, and nothing of it is left") {
  FERRO_NEEDS_SMALL_DISK();
  SmallDisk disk;
  auto logged = std::make_shared<QuietLog>();
  setLogSink(logged);
  MemoryArbiter arbiter(100 * kKilobyte, 0.5);
  LocalDirs dirs({disk.path()});
  BlockManager manager(arbiter, dirs);
  CHECK_FALSE(manager.put(BlockId::rdd(1, 0), blockOf(2048 * kKilobyte), StorageLevel::MEMORY_AND_DISK));
  // Its buffers alone would just fit, the file does not.
  CHECK_FALSE(manager.put(BlockId::rdd(1, 1), blockOf(1024 * kKilobyte - 64), StorageLevel::DISK_ONLY));
  setLogSink(nullptr);
  CHECK_THAT(logged->last, Catch::Contains("block rdd_1_1 is not stored: disk full"));
  CHECK(test::filesIn(dirs.directories().front()) == 0);
}

TEST_CASE("a block that must leave memory for a full disk stays, because it could be lost for good") {
  FERRO_NEEDS_SMALL_DISK();
  SmallDisk disk;
  setLogSink(std::make_shared<QuietLog>());
  MemoryArbiter arbiter(4096 * kKilobyte, 0.0);
  LocalDirs dirs({disk.path()});
  BlockManager manager(arbiter, dirs);
  REQUIRE(manager.put(BlockId::rdd(1, 0), blockOf(3072 * kKilobyte), StorageLevel::MEMORY_AND_DISK));
  MemoryConsumer claim(arbiter, "sort buffer");
  CHECK_FALSE(claim.tryGrow(2048 * kKilobyte));
  setLogSink(nullptr);
  CHECK(manager.status(BlockId::rdd(1, 0))->memSize == 3072 * kKilobyte);
}
