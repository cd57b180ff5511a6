#include "ferro/engine/io/text_splits.h"

#include <algorithm>

#include "ferro/engine/io/byte_input.h"
#include "ferro/engine/io/input_files.h"

namespace ferro {
namespace {

constexpr int64_t kMaxSplitBytes = int64_t{128} << 20;

int64_t totalBytes(const std::vector<InputFile>& files) {
  int64_t total = 0;
  for (const InputFile& file : files) total += file.bytes;
  return total;
}

// Hadoop's slop: a rest of up to a tenth of a split joins the last one, rather than become a task of its own.
void addSplits(const InputFile& file, int64_t splitBytes, std::vector<TextSplit>& splits) {
  int64_t offset = 0;
  while ((file.bytes - offset) * 10 > splitBytes * 11) {
    splits.push_back({file.path, offset, splitBytes, false, file.version});
    offset += splitBytes;
  }
  splits.push_back({file.path, offset, file.bytes - offset, false, file.version});
}

}  // namespace

std::vector<TextSplit> planTextSplits(std::string_view paths, int minPartitions) {
  const std::vector<InputFile> files = listInputFiles(paths);
  const int64_t goal = totalBytes(files) / std::max(minPartitions, 1);
  const int64_t splitBytes = std::clamp(goal, int64_t{1}, kMaxSplitBytes);
  std::vector<TextSplit> splits;
  for (const InputFile& file : files) {
    // Files of the kernel's say that they are empty, and are not.
    if (file.bytes == 0 || isCompressed(file.path)) {
      splits.push_back({file.path, 0, file.bytes, true, file.version});
    } else {
      addSplits(file, splitBytes, splits);
    }
  }
  return splits;
}

std::vector<std::vector<InputFile>> planWholeFiles(std::string_view paths, int minPartitions) {
  const std::vector<InputFile> files = listInputFiles(paths);
  const int64_t goal = totalBytes(files) / std::max(minPartitions, 1);
  std::vector<std::vector<InputFile>> partitions;
  int64_t room = 0;
  for (const InputFile& file : files) {
    if (partitions.empty() || file.bytes > room) {
      partitions.emplace_back();
      room = std::max(goal, int64_t{1});
    }
    partitions.back().push_back(file);
    room -= file.bytes;
  }
  return partitions;
}

}  // namespace ferro
