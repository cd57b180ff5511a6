#include "ferro/blockmanager/block_file.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

#include <arrow/array/data.h>
#include <arrow/buffer.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>

#include "ferro/blockmanager/batch_source.h"
#include "ferro/blockmanager/block_manager.h"
#include "ferro/blockmanager/block_source.h"
#include "ferro/blockmanager/damaged_block.h"
#include "ferro/common/error.h"
#include "ferro/common/log.h"
#include "ferro/common/temp_dir.h"
#include "ferro_test.h"
#include "sample_blocks.h"

using namespace ferro;
using test::kKilobyte;

namespace {

const uint8_t* addressOf(const Block& block) { return block.batches().front()->column_data(0)->buffers[1]->data(); }

// Which file the kernel has mapped at an address.
std::string fileMappedAt(const void* address) {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    uintptr_t begin = 0;
    uintptr_t end = 0;
    char dash = 0;
    std::istringstream(line) >> std::hex >> begin >> dash >> end;
    const auto wanted = reinterpret_cast<uintptr_t>(address);
    if (wanted >= begin && wanted < end) return line.substr(line.find('/') == std::string::npos ? 0 : line.find('/'));
  }
  return {};
}

// As bits rot: nothing but the byte changes, neither size nor times.
void rotByte(const std::string& path) {
  const auto before = std::filesystem::last_write_time(path);
  test::flipByte(path);
  std::filesystem::last_write_time(path, before);
}

class CollectedLog : public LogSink {
 public:
  void write(LogLevel, std::string_view line) override { text += std::string(line) + "\n"; }
  std::string text;
};

struct Fixture {
  TempDir root{"/tmp"};
  LocalDirs dirs{{root.path()}};
  MemoryArbiter arbiter{100 * kKilobyte, 0.5};
  BlockManager manager{arbiter, dirs};
  std::shared_ptr<CollectedLog> logged = std::make_shared<CollectedLog>();

  Fixture() {
    setLogSink(logged);
    REQUIRE(manager.put(BlockId::rdd(1, 0), test::blockOf(64 * kKilobyte), StorageLevel::DISK_ONLY));
  }
  ~Fixture() { setLogSink(nullptr); }

  std::string path() const { return std::filesystem::directory_iterator(dirs.directories().front())->path().string(); }
};

}  // namespace

TEST_CASE("a block on disk is mapped, not copied, and its buffers are aligned") {
  TempDir root("/tmp");
  LocalDirs dirs({root.path()});
  auto file = BlockFile::write(dirs, BlockId::rdd(1, 0), BatchesToStore::of(test::blockOf(64 * kKilobyte, 5)));
  auto block = file->map();
  CHECK(fileMappedAt(addressOf(*block)) == file->path());
  CHECK_FALSE(block->batches().front()->column_data(0)->buffers[1]->is_mutable());
  CHECK(reinterpret_cast<uintptr_t>(addressOf(*block)) % 8 == 0);
  CHECK(addressOf(*file->map()) == addressOf(*block));
}

TEST_CASE("strings and several batches come back from disk as they were") {
  TempDir root("/tmp");
  LocalDirs dirs({root.path()});
  auto before = std::make_shared<const Block>(
      Block({test::words(1000, 1), test::words(0, 2), test::words(777, 3)->Slice(13, 500)}));
  auto after = BlockFile::write(dirs, BlockId::rdd(1, 0), BatchesToStore::of(before))->map();
  REQUIRE(after->batches().size() == 3);
  for (size_t i = 0; i < 3; ++i) CHECK(after->batches()[i]->Equals(*before->batches()[i]));
}

TEST_CASE("a block file goes with its object, while a reader keeps the mapping") {
  TempDir root("/tmp");
  LocalDirs dirs({root.path()});
  auto file = BlockFile::write(dirs, BlockId::rdd(1, 0), BatchesToStore::of(test::blockOf(kKilobyte, 5)));
  auto block = file->map();
  file.reset();
  CHECK(test::filesIn(dirs.directories().front()) == 0);
  CHECK(test::valuesOf(*block).front() == 5);
}

TEST_CASE("a block whose file is damaged counts as gone, with a warning that names it") {
  Fixture fixture;
  const bool readBefore = GENERATE(false, true);
  if (readBefore) REQUIRE(fixture.manager.get(BlockId::rdd(1, 0)) != nullptr);
  test::flipByte(fixture.path());
  CHECK(fixture.manager.get(BlockId::rdd(1, 0)) == nullptr);
  CHECK_FALSE(fixture.manager.contains(BlockId::rdd(1, 0)));
  CHECK_THAT(fixture.logged->text, Catch::Contains("WARN block rdd_1_0 is lost") && Catch::Contains("damaged"));
  CHECK(test::filesIn(fixture.dirs.directories().front()) == 0);
}

TEST_CASE("a byte that changed without a trace is found by the reader that asks for its column, each time") {
  Fixture fixture;
  const BlockId id = BlockId::rdd(1, 0);
  auto first = fixture.manager.read(id);
  REQUIRE(first->next()->column(0)->length() > 0);
  rotByte(fixture.path());
  auto second = fixture.manager.read(id);
  REQUIRE(second != nullptr);
  auto batch = second->next();
  CHECK(batch->num_rows() > 0);
  try {
    batch->Slice(1, 2)->column(0);
    FAIL("a damaged column was handed out");
  } catch (const DamagedBlock& damaged) {
    CHECK_THAT(damaged.what(), Catch::Contains(fixture.path()) && Catch::Contains("checksum"));
    fixture.manager.dropDamaged(damaged);
  }
  CHECK(fixture.manager.read(id) == nullptr);
  CHECK_THAT(fixture.logged->text, Catch::Contains("WARN block rdd_1_0 is lost and will be computed again"));
  CHECK(test::filesIn(fixture.dirs.directories().front()) == 0);
}

TEST_CASE("once damage was seen, files are verified as a whole before they are read") {
  Fixture fixture;
  REQUIRE(fixture.manager.put(BlockId::rdd(1, 1), test::blockOf(64 * kKilobyte), StorageLevel::DISK_ONLY));
  for (const auto& file : std::filesystem::directory_iterator(fixture.dirs.directories().front())) rotByte(file.path());
  try {
    fixture.manager.read(BlockId::rdd(1, 0))->next()->columns();
    FAIL("a damaged column was handed out");
  } catch (const DamagedBlock& damaged) {
    fixture.manager.dropDamaged(damaged);
  }
  CHECK(fixture.manager.read(BlockId::rdd(1, 1)) == nullptr);
}

TEST_CASE("every byte of a stored batch that a reader uses is verified, and only the columns that it asks for") {
  TempDir root("/tmp");
  LocalDirs dirs({root.path()});
  const auto numbers = test::numbers(3000, 7);
  const auto texts = test::words(3000, 3);
  const auto both = arrow::RecordBatch::Make(arrow::schema({numbers->schema()->field(0), texts->schema()->field(0)}),
                                             3000, {numbers->column(0), texts->column(0)});
  auto file =
      BlockFile::write(dirs, BlockId::rdd(1, 0), BatchesToStore::of(std::make_shared<const Block>(Block({both}))));
  const auto source = sourceOf(file->map());
  const auto before = source->next();
  const auto* stored = reinterpret_cast<const char*>(before->column_data(0)->buffers[1]->data());
  std::fstream bytes(file->path(), std::ios::in | std::ios::out | std::ios::binary);
  std::string content((std::istreambuf_iterator<char>(bytes)), {});
  const size_t at = content.find(std::string(stored, 24000));
  REQUIRE(at != std::string::npos);
  bytes.seekp(static_cast<std::streamoff>(at + 12345));
  bytes.put(static_cast<char>(content[at + 12345] ^ 1));
  bytes.close();
  const auto after = sourceOf(file->map())->next();
  CHECK(after->column(1)->Equals(texts->column(0)));
  CHECK_THROWS_AS(after->column(0), DamagedBlock);
  CHECK_THROWS_AS(file->verify(), DamagedBlock);
}

TEST_CASE("a block whose file was cut short counts as gone") {
  Fixture fixture;
  const int64_t size = GENERATE(0, 1, 1000, 64 * kKilobyte);
  std::filesystem::resize_file(fixture.path(), static_cast<uintmax_t>(size));
  CHECK(fixture.manager.get(BlockId::rdd(1, 0)) == nullptr);
}

TEST_CASE("a block whose file was deleted counts as gone and can be put again") {
  Fixture fixture;
  std::filesystem::remove(fixture.path());
  CHECK(fixture.manager.get(BlockId::rdd(1, 0)) == nullptr);
  REQUIRE(fixture.manager.put(BlockId::rdd(1, 0), test::blockOf(kKilobyte), StorageLevel::DISK_ONLY));
  CHECK(fixture.manager.get(BlockId::rdd(1, 0)) != nullptr);
}

TEST_CASE("blocks go on being stored when somebody deletes the whole directory") {
  Fixture fixture;
  std::filesystem::remove_all(fixture.dirs.directories().front());
  CHECK(fixture.manager.get(BlockId::rdd(1, 0)) == nullptr);
  REQUIRE(fixture.manager.put(BlockId::rdd(1, 1), test::blockOf(kKilobyte), StorageLevel::DISK_ONLY));
  CHECK(fixture.manager.get(BlockId::rdd(1, 1)) != nullptr);
}
