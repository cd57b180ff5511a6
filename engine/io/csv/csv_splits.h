// Which bytes of which CSV files each partition reads: cut and packed as Spark's file sources do it, so that partitions
// have the same rows in the same order. Pure functions over values; any thread may call them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ferro/engine/io/input_files.h"

namespace ferro {

// A range of a file's bytes. It stands for the records that begin in it: behind offset (at 0 also at it), up to and
// including offset + length. A whole file is read to its end, whatever its length.
struct CsvSplit {
  std::string path;
  int64_t offset = 0;
  int64_t length = 0;
  bool wholeFile = false;
};

using CsvPartition = std::vector<CsvSplit>;

// splitable: whether a record can be found from the middle of a file; what is compressed never is.
std::vector<CsvPartition> planCsvPartitions(const std::vector<InputFile>& files, int parallelism, bool splitable);

}  // namespace ferro
