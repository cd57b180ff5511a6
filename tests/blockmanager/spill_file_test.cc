#include "ferro/blockmanager/spill_file.h"

#include <filesystem>
#include <string>
#include <vector>

#include <arrow/record_batch.h>
#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/common/temp_dir.h"
#include "ferro_test.h"
#include "sample_blocks.h"

using namespace ferro;

namespace {

struct Place {
  TempDir root{"/tmp"};
  LocalDirs dirs{{root.path()}};

  int64_t files() const { return test::filesIn(dirs.directories().front()); }
  std::string onlyFile() const {
    return std::filesystem::directory_iterator(dirs.directories().front())->path().string();
  }
};

}  // namespace

TEST_CASE("spilled batches come back in order, as often as they are read, with every codec") {
  const auto codec =
      GENERATE(arrow::Compression::UNCOMPRESSED, arrow::Compression::LZ4_FRAME, arrow::Compression::ZSTD);
  Place place;
  std::vector<std::shared_ptr<arrow::RecordBatch>> batches;
  for (uint64_t seed = 0; seed < 5; ++seed) batches.push_back(test::words(static_cast<int64_t>(seed) * 100, seed));
  SpillFile spill(place.dirs, batches.front()->schema(), codec);
  for (const auto& batch : batches) spill.write(*batch);
  spill.finishWriting();
  CHECK(spill.rows() == 1000);
  CHECK(spill.bytes() > 0);
  for (int round = 0; round < 2; ++round) {
    auto source = spill.read();
    for (const auto& batch : batches) CHECK(source->next()->Equals(*batch));
    CHECK(source->next() == nullptr);
    CHECK(source->next() == nullptr);
  }
}

TEST_CASE("a spill file without batches reads as nothing and leaves no file") {
  Place place;
  SpillFile spill(place.dirs, test::numbers(0)->schema());
  spill.finishWriting();
  CHECK(spill.read()->next() == nullptr);
  CHECK(place.files() == 0);
}

TEST_CASE("a spill file goes with its object, or with its last reader") {
  Place place;
  std::unique_ptr<BatchSource> source;
  {
    SpillFile spill(place.dirs, test::numbers(0)->schema());
    spill.write(*test::numbers(100));
    spill.write(*test::numbers(100, 100));
    spill.finishWriting();
    CHECK(place.files() == 1);
    source = spill.read();
    source->next();
  }
  CHECK(source->next()->Equals(*test::numbers(100, 100)));
  source.reset();
  CHECK(place.files() == 0);
}

TEST_CASE("one bit that changed in a spill file is an error, never a wrong row, with every codec") {
  const auto codec =
      GENERATE(arrow::Compression::UNCOMPRESSED, arrow::Compression::LZ4_FRAME, arrow::Compression::ZSTD);
  Place place;
  SpillFile spill(place.dirs, test::numbers(0)->schema(), codec);
  spill.write(*test::numbers(5000));
  spill.finishWriting();
  test::flipByte(place.onlyFile());
  try {
    auto source = spill.read();
    source->next();
    FAIL("read a damaged file");
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::kMalformedData);
    CHECK_THAT(error.what(), Catch::Contains(place.onlyFile()) && Catch::Contains("damaged"));
  }
}

TEST_CASE("a spill file that was cut short is an error") {
  Place place;
  SpillFile spill(place.dirs, test::numbers(0)->schema());
  spill.write(*test::numbers(5000));
  spill.finishWriting();
  std::filesystem::resize_file(place.onlyFile(), 100);
  CHECK_THROWS_WITH(spill.read()->next(), Catch::Contains("ends too early"));
}

TEST_CASE("a spill file that was deleted is an error that names it") {
  Place place;
  SpillFile spill(place.dirs, test::numbers(0)->schema());
  spill.write(*test::numbers(10));
  spill.finishWriting();
  const std::string path = place.onlyFile();
  std::filesystem::remove(path);
  CHECK_THROWS_WITH(spill.read()->next(), Catch::Contains(path));
}
