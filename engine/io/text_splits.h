// How text files are cut into partitions of an RDD: by byte ranges, as Hadoop does it. DataFrames cut and pack files by
// another rule, that of Spark's file sources (formats/file_split.h). Pure values and functions over the file
// system's listing; any thread may call them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ferro/engine/io/input_files.h"

namespace ferro {

// A range of a file's bytes, which stands for the lines that begin in it: from offset (but for offset 0, not at it:
// that line belongs to the range before) up to and including offset + length. A whole file is read to its end whatever
// its length: it is compressed, or its size is not known.
struct TextSplit {
  std::string path;
  int64_t offset = 0;
  int64_t length = 0;
  bool wholeFile = false;
  std::optional<FileVersion> version{};  // what must still be there when it is read
};

// Cuts what listInputFiles(paths) finds into at least minPartitions ranges where the bytes allow it, of at most 128 MB.
std::vector<TextSplit> planTextSplits(std::string_view paths, int minPartitions);

// The same for whole files: the files of each partition, about equal in bytes.
std::vector<std::vector<InputFile>> planWholeFiles(std::string_view paths, int minPartitions);

}  // namespace ferro
