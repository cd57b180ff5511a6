#include "ferro/engine/io/csv/csv_splits.h"

#include <algorithm>
#include <utility>

#include "ferro/engine/io/byte_input.h"

namespace ferro {
namespace {

constexpr int64_t kMaxPartitionBytes = int64_t{128} << 20;
// What opening a file counts for: many small files share a partition, but not too many.
constexpr int64_t kOpenCostBytes = int64_t{4} << 20;

int64_t maxSplitBytes(const std::vector<InputFile>& files, int parallelism) {
  int64_t total = 0;
  for (const InputFile& file : files) total += file.bytes + kOpenCostBytes;
  return std::min(kMaxPartitionBytes, std::max(kOpenCostBytes, total / std::max(parallelism, 1)));
}

void addSplits(const InputFile& file, int64_t splitBytes, bool splitable, std::vector<CsvSplit>& splits) {
  if (!splitable || isCompressed(file.path)) {
    splits.push_back({file.path, 0, file.bytes, true});
    return;
  }
  for (int64_t offset = 0; offset < file.bytes; offset += splitBytes) {
    splits.push_back({file.path, offset, std::min(splitBytes, file.bytes - offset), false});
  }
}

}  // namespace

std::vector<CsvPartition> planCsvPartitions(const std::vector<InputFile>& files, int parallelism, bool splitable) {
  const int64_t splitBytes = maxSplitBytes(files, parallelism);
  std::vector<CsvSplit> splits;
  for (const InputFile& file : files) addSplits(file, splitBytes, splitable, splits);
  std::stable_sort(splits.begin(), splits.end(),
                   [](const CsvSplit& a, const CsvSplit& b) { return a.length > b.length; });
  std::vector<CsvPartition> partitions;
  int64_t used = 0;
  for (CsvSplit& split : splits) {
    if (partitions.empty() || used + split.length > splitBytes) {
      partitions.emplace_back();
      used = 0;
    }
    used += split.length + kOpenCostBytes;
    partitions.back().push_back(std::move(split));
  }
  return partitions;
}

}  // namespace ferro
