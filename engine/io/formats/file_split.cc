#include "ferro/engine/io/formats/file_split.h"

#include <algorithm>
#include <utility>

namespace ferro {
namespace {

constexpr int64_t kMaxPartitionBytes = int64_t{128} << 20;
// What opening a file costs, as bytes that could be read in that time.
constexpr int64_t kOpenCostBytes = int64_t{4} << 20;

std::vector<FileSplit> cut(const IndexedFile& file, int64_t splitBytes, bool splittable) {
  if (!splittable) return {{file.location, 0, file.bytes, file.bytes, file.partitionValues, file.version}};
  std::vector<FileSplit> pieces;
  for (int64_t offset = 0; offset < file.bytes; offset += splitBytes) {
    pieces.push_back({file.location, offset, std::min(splitBytes, file.bytes - offset), file.bytes,
                      file.partitionValues, file.version});
  }
  return pieces;
}

}  // namespace

int64_t maxSplitBytes(int64_t totalBytes, size_t numFiles, int parallelism) {
  const int64_t cost = totalBytes + static_cast<int64_t>(numFiles) * kOpenCostBytes;
  return std::min(kMaxPartitionBytes, std::max(kOpenCostBytes, cost / std::max(parallelism, 1)));
}

std::vector<FileSplits> planSplits(const std::vector<IndexedFile>& files, int parallelism,
                                   bool (*splittable)(const std::string& location)) {
  int64_t totalBytes = 0;
  for (const IndexedFile& file : files) totalBytes += file.bytes;
  const int64_t splitBytes = maxSplitBytes(totalBytes, files.size(), parallelism);
  std::vector<FileSplit> pieces;
  for (const IndexedFile& file : files) {
    for (FileSplit& piece : cut(file, splitBytes, splittable(file.location))) pieces.push_back(std::move(piece));
  }
  std::stable_sort(pieces.begin(), pieces.end(), [](const auto& a, const auto& b) { return a.length > b.length; });
  std::vector<FileSplits> partitions;
  int64_t packed = 0;
  for (FileSplit& piece : pieces) {
    if (partitions.empty() || packed + piece.length > splitBytes) {
      partitions.emplace_back();
      packed = 0;
    }
    packed += piece.length + kOpenCostBytes;
    partitions.back().push_back(std::move(piece));
  }
  return partitions;
}

}  // namespace ferro
