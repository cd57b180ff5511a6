// What the tests of the shuffle share: an executor's parts under a directory of their own, and random map outputs that
// are kept to compare with what readers give.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <arrow/type_fwd.h>

#include "ferro/blockmanager/local_dirs.h"
#include "ferro/blockmanager/memory_arbiter.h"
#include "ferro/common/temp_dir.h"
#include "ferro/shuffle/shuffle_manager.h"
#include "ferro/shuffle/splitmix64.h"

namespace ferro {

using Batches = std::vector<std::shared_ptr<arrow::RecordBatch>>;

constexpr int64_t kMegabyte = 1 << 20;

// Rows of (int64, string). Every second value compresses well, the others do not.
std::shared_ptr<arrow::Schema> testSchema();
std::shared_ptr<arrow::RecordBatch> randomBatch(SplitMix64& random, int64_t rows);

// Damages a file.
void flipBit(const std::string& path, int64_t byte, int bit);

// Reads to the end.
Batches drain(BatchSource& source);
bool sameBatches(const Batches& a, const Batches& b);

struct ReducerAndBatch {
  int reducer;
  std::shared_ptr<arrow::RecordBatch> batch;
};

// What one map task has for its reducers, in the order in which it appends it.
struct TestOutput {
  TestOutput(uint64_t seed, int numReducers, int numBatches, int64_t mostRows);

  void appendTo(ShuffleWriter& writer) const;
  Batches forReducer(int reducer) const;
  int64_t rows() const;

  std::vector<ReducerAndBatch> parts;
};

struct ShuffleFixture {
  explicit ShuffleFixture(int64_t memoryLimit = 256 * kMegabyte, const ShuffleOptions& options = {},
                          std::shared_ptr<const FileKey> key = nullptr);

  MapStatus write(int shuffleId, int mapId, int numReducers, const TestOutput& output, int64_t attempt = 0);
  Batches read(int shuffleId, int reducer, int numMaps);
  // Writes all map outputs that are in memory to disk.
  void moveToDisk();
  // Names of the files that the executor has on disk.
  std::vector<std::string> files() const;
  // The one file whose name ends like this.
  std::string fileEndingIn(const std::string& suffix) const;

  TempDir root;
  LocalDirs localDirs;
  MemoryArbiter memory;
  ShuffleMetrics written;
  ShuffleMetrics readBack;
  ShuffleManager shuffles;
};

}  // namespace ferro
