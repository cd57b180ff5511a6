#include "shuffle_fixture.h"

#include <filesystem>
#include <fstream>

#include <arrow/record_batch.h>

#include "ferro/blockmanager/memory_consumer.h"
#include "ferro/common/columns.h"
#include "ferro_test.h"

namespace ferro {
namespace {

using Row = std::pair<int64_t, std::string>;

std::string randomText(SplitMix64& random) {
  const auto length = static_cast<size_t>(random.next() % 40);
  if (random.next() % 2 == 0) return std::string(length, 'a');
  std::string text(length, '\0');
  for (char& character : text) character = static_cast<char>(' ' + random.next() % 90);
  return text;
}

}  // namespace

std::shared_ptr<arrow::Schema> testSchema() { return schemaOf<Row>(); }

void flipBit(const std::string& path, int64_t byte, int bit) {
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  file.seekg(byte);
  const char before = static_cast<char>(file.get());
  file.seekp(byte);
  file.put(static_cast<char>(before ^ (1 << bit)));
}

std::shared_ptr<arrow::RecordBatch> randomBatch(SplitMix64& random, int64_t rows) {
  RowWriter<Row> writer(arrow::default_memory_pool());
  for (int64_t row = 0; row < rows; ++row) writer.append({static_cast<int64_t>(random.next()), randomText(random)});
  return writer.finish();
}

Batches drain(BatchSource& source) {
  Batches batches;
  while (auto batch = source.next()) batches.push_back(std::move(batch));
  return batches;
}

bool sameBatches(const Batches& a, const Batches& b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (!a[i]->Equals(*b[i])) return false;
  }
  return true;
}

TestOutput::TestOutput(uint64_t seed, int numReducers, int numBatches, int64_t mostRows) {
  SplitMix64 random(seed);
  for (int i = 0; i < numBatches; ++i) {
    const auto reducer = static_cast<int>(random.next() % static_cast<uint64_t>(numReducers));
    const auto rows = static_cast<int64_t>(random.next() % static_cast<uint64_t>(mostRows)) + 1;
    parts.push_back({reducer, randomBatch(random, rows)});
  }
}

void TestOutput::appendTo(ShuffleWriter& writer) const {
  for (const auto& part : parts) writer.append(part.reducer, part.batch);
}

Batches TestOutput::forReducer(int reducer) const {
  Batches batches;
  for (const auto& part : parts) {
    if (part.reducer == reducer) batches.push_back(part.batch);
  }
  return batches;
}

int64_t TestOutput::rows() const {
  int64_t rows = 0;
  for (const auto& part : parts) rows += part.batch->num_rows();
  return rows;
}

ShuffleFixture::ShuffleFixture(int64_t memoryLimit, const ShuffleOptions& options, std::shared_ptr<const FileKey> key)
    : root(std::filesystem::temp_directory_path().string(), "ferro-shuffle-test-"),
      localDirs({root.path()}, std::move(key)),
      memory(memoryLimit, 0.5),
      shuffles(options, memory, localDirs) {}

MapStatus ShuffleFixture::write(int shuffleId, int mapId, int numReducers, const TestOutput& output, int64_t attempt) {
  const auto writer = shuffles.openWriter(shuffleId, mapId, numReducers, testSchema(), written, attempt);
  output.appendTo(*writer);
  return writer->commit();
}

Batches ShuffleFixture::read(int shuffleId, int reducer, int numMaps) {
  return drain(*shuffles.openReader(shuffleId, reducer, testSchema(), numMaps, readBack));
}

void ShuffleFixture::moveToDisk() {
  MemoryConsumer everything(memory, "a test that wants all memory");
  everything.grow(memory.limit());
}

std::vector<std::string> ShuffleFixture::files() const {
  std::vector<std::string> paths;
  for (const auto& directory : localDirs.directories()) {
    for (const auto& entry : std::filesystem::directory_iterator(directory)) paths.push_back(entry.path().string());
  }
  return paths;
}

std::string ShuffleFixture::fileEndingIn(const std::string& suffix) const {
  std::string found;
  for (const auto& path : files()) {
    if (!path.ends_with(suffix)) continue;
    REQUIRE(found.empty());
    found = path;
  }
  REQUIRE_FALSE(found.empty());
  return found;
}

}  // namespace ferro
