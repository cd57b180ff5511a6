// Spills and cached blocks where the local directories have a key: the same rows, and none of them readable on disk.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <arrow/array/data.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>

#include "ferro/blockmanager/batch_source.h"
#include "ferro/blockmanager/block_file.h"
#include "ferro/blockmanager/block_manager.h"
#include "ferro/blockmanager/block_writer.h"
#include "ferro/blockmanager/damaged_block.h"
#include "ferro/blockmanager/file_key.h"
#include "ferro/blockmanager/spill_file.h"
#include "ferro/common/error.h"
#include "ferro/common/temp_dir.h"
#include "ferro/net/secret.h"
#include "ferro_test.h"
#include "sample_blocks.h"

using namespace ferro;
using test::kKilobyte;

namespace {

struct EncryptedPlace {
  explicit EncryptedPlace(bool withKey = true)
      : dirs({root.path()}, withKey ? std::make_shared<const FileKey>(ferro::randomBytes(16)) : nullptr) {}

  std::string onlyFile() const {
    return std::filesystem::directory_iterator(dirs.directories().front())->path().string();
  }
  std::string contentOfOnlyFile() const {
    std::ifstream file(onlyFile(), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  }

  TempDir root{"/tmp"};
  LocalDirs dirs;
};

// A name that a schema carries and a plain file shows.
std::shared_ptr<arrow::RecordBatch> markedWords(int64_t rows, uint64_t seed) {
  const auto batch = test::words(rows, seed);
  return arrow::RecordBatch::Make(arrow::schema({arrow::field("marked-column", batch->schema()->field(0)->type())}),
                                  rows, std::vector{batch->column(0)});
}

std::vector<std::shared_ptr<arrow::RecordBatch>> someBatches() {
  std::vector<std::shared_ptr<arrow::RecordBatch>> batches;
  for (uint64_t seed = 0; seed < 5; ++seed) batches.push_back(markedWords(static_cast<int64_t>(seed) * 3'000, seed));
  return batches;
}

}  // namespace

TEST_CASE("encrypted spills come back as often as they are read, with every codec, and show nothing") {
  const auto codec =
      GENERATE(arrow::Compression::UNCOMPRESSED, arrow::Compression::LZ4_FRAME, arrow::Compression::ZSTD);
  const bool withKey = GENERATE(true, false);
  const EncryptedPlace place(withKey);
  const auto batches = someBatches();
  SpillFile spill(place.dirs, batches.front()->schema(), codec);
  for (const auto& batch : batches) spill.write(*batch);
  spill.finishWriting();
  CHECK(spill.rows() == 30'000);
  CHECK(spill.bytes() == static_cast<int64_t>(std::filesystem::file_size(place.onlyFile())));
  CHECK((place.contentOfOnlyFile().find("marked-column") == std::string::npos) == withKey);
  for (int round = 0; round < 2; ++round) {
    auto source = spill.read();
    for (const auto& batch : batches) CHECK(source->next()->Equals(*batch));
    CHECK(source->next() == nullptr);
  }
}

TEST_CASE("one bit that changed in an encrypted spill, or its end cut off, is an error that names it") {
  const bool cut = GENERATE(false, true);
  const EncryptedPlace place;
  SpillFile spill(place.dirs, test::numbers(0)->schema());
  spill.write(*test::numbers(50'000));
  spill.finishWriting();
  const std::string path = place.onlyFile();
  cut ? std::filesystem::resize_file(path, std::filesystem::file_size(path) - 1) : test::flipByte(path);
  try {
    auto source = spill.read();
    source->next();
    FAIL("read a damaged file");
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::kMalformedData);
    CHECK_THAT(error.what(), Catch::Contains(path) && Catch::Contains("damaged"));
  }
}

TEST_CASE("an encrypted block comes back from disk, decrypted into counted memory while it is read") {
  const EncryptedPlace place;
  MemoryArbiter arbiter(10'000 * kKilobyte, 0.5);
  const auto before = std::make_shared<const Block>(Block(someBatches()));
  auto file = BlockFile::write(place.dirs, BlockId::rdd(1, 0), BatchesToStore::of(before), &arbiter);
  file->verify();
  CHECK(file->bytes() == static_cast<int64_t>(std::filesystem::file_size(file->path())));
  CHECK(arbiter.used() == 0);
  auto after = file->map();
  CHECK(after->rows() == before->rows());
  CHECK(after->bytes() > 0);
  CHECK(arbiter.used() == 0);
  // What is open stays readable.
  file.reset();
  REQUIRE(after->batches().size() == before->batches().size());
  for (size_t i = 0; i < before->batches().size(); ++i) {
    CHECK(after->batches()[i]->Equals(*before->batches()[i]));
    CHECK_FALSE(after->batches()[i]->column_data(0)->buffers[1]->is_mutable());
  }
  CHECK(arbiter.used() > 0);
  after.reset();
  CHECK(arbiter.used() == 0);
}

TEST_CASE("nested columns of an encrypted block come back") {
  const EncryptedPlace place;
  const auto before = std::make_shared<const Block>(Block({test::nested(5'000, 3), test::nested(0, 4)}));
  const auto after = BlockFile::write(place.dirs, BlockId::rdd(1, 0), BatchesToStore::of(before))->map();
  REQUIRE(after->batches().size() == 2);
  for (size_t i = 0; i < 2; ++i) CHECK(after->batches()[i]->Equals(*before->batches()[i]));
}

TEST_CASE("an encrypted block is read also where memory is too short to count it") {
  const EncryptedPlace place;
  MemoryArbiter arbiter(100 * kKilobyte, 0.5);
  BlockManager manager(arbiter, place.dirs);
  REQUIRE(manager.put(BlockId::rdd(1, 0), test::blockOf(640 * kKilobyte, 7), StorageLevel::DISK_ONLY));
  CHECK(test::valuesOf(*manager.get(BlockId::rdd(1, 0))).front() == 7);
  CHECK(arbiter.used() == 0);
}

TEST_CASE("blocks that leave memory are encrypted, and so are those that never fit") {
  const bool withKey = GENERATE(true, false);
  const EncryptedPlace place(withKey);
  MemoryArbiter arbiter(100 * kKilobyte, 0.5);
  BlockManager manager(arbiter, place.dirs);
  SECTION("one that is evicted") {
    REQUIRE(manager.put(BlockId::rdd(1, 0), test::blockOf(64 * kKilobyte), StorageLevel::MEMORY_AND_DISK));
    REQUIRE(manager.put(BlockId::rdd(2, 0), test::blockOf(64 * kKilobyte), StorageLevel::MEMORY_ONLY));
    REQUIRE(manager.status(BlockId::rdd(1, 0))->memSize == 0);
    CHECK(test::valuesOf(*manager.get(BlockId::rdd(1, 0))).back() == 8 * kKilobyte - 1);
  }
  SECTION("one that is written batch by batch") {
    BlockWriter writer(manager, BlockId::rdd(1, 0), StorageLevel::MEMORY_AND_DISK, test::numbers(0)->schema());
    for (int64_t i = 0; i < 4; ++i) writer.add(test::numbers(8'000, i * 8'000));
    const auto source = writer.finish();
    CHECK(writer.stored());
    for (int64_t i = 0; i < 4; ++i) CHECK(source->next()->Equals(*test::numbers(8'000, i * 8'000)));
  }
  const std::string content = place.contentOfOnlyFile();
  std::string numbers;
  for (int64_t i = 1'000; i < 1'010; ++i) numbers.append(reinterpret_cast<const char*>(&i), sizeof(i));
  CHECK((content.find(numbers) == std::string::npos) == withKey);
}

TEST_CASE("an encrypted block whose file is damaged, cut or gone counts as gone") {
  const int how = GENERATE(0, 1, 2);
  const EncryptedPlace place;
  MemoryArbiter arbiter(100 * kKilobyte, 0.5);
  BlockManager manager(arbiter, place.dirs);
  const BlockId id = BlockId::rdd(1, 0);
  REQUIRE(manager.put(id, test::blockOf(64 * kKilobyte), StorageLevel::DISK_ONLY));
  const std::string path = place.onlyFile();
  if (how == 0) test::flipByte(path);
  if (how == 1) std::filesystem::resize_file(path, 1000);
  if (how == 2) std::filesystem::remove(path);
  CHECK(manager.get(id) == nullptr);
  CHECK_FALSE(manager.contains(id));
}

TEST_CASE("damage that shows while an encrypted block is read drops it") {
  const EncryptedPlace place;
  MemoryArbiter arbiter(100 * kKilobyte, 0.5);
  BlockManager manager(arbiter, place.dirs);
  const BlockId id = BlockId::rdd(1, 0);
  REQUIRE(manager.put(id, test::blockOf(64 * kKilobyte), StorageLevel::DISK_ONLY));
  test::flipByte(place.onlyFile());
  const auto source = manager.read(id);
  const auto batch = source->next();
  try {
    batch->column(0);
    FAIL("read a damaged file");
  } catch (const DamagedBlock& damaged) {
    manager.dropDamaged(damaged);
  }
  CHECK_FALSE(manager.contains(id));
}
