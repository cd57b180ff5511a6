// How a Parquet file is written. A plain value.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include <arrow/util/type_fwd.h>

namespace ferro {

struct ParquetSettings {
  arrow::Compression::type compression = arrow::Compression::SNAPPY;
  std::map<std::string, std::string> metadata{};  // of the footer
  int64_t rowGroupBytes = int64_t{32} << 20;      // before compression; a row group is in memory until it ends
};

}  // namespace ferro
