// How files become partitions of a scan, as Spark packs them: files are cut into pieces of at most a size that gives
// every core work, and pieces are packed together so that small files share a task. Pure functions over values; any
// thread may call them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ferro/engine/io/formats/file_index.h"

namespace ferro {

// A piece of a file: travels.
struct FileSplit {
  std::string location;
  int64_t offset = 0;
  int64_t length = 0;
  int64_t fileBytes = 0;
  std::vector<PartitionValue> partitionValues{};
  std::optional<FileVersion> version{};  // what must still be there when it is read

  bool wholeFile() const { return offset == 0 && length == fileBytes; }
};

// What one task reads, one piece after the other.
using FileSplits = std::vector<FileSplit>;

int64_t maxSplitBytes(int64_t totalBytes, size_t numFiles, int parallelism);

// `splittable` says of a file's location whether it may be cut.
std::vector<FileSplits> planSplits(const std::vector<IndexedFile>& files, int parallelism,
                                   bool (*splittable)(const std::string& location));

}  // namespace ferro
