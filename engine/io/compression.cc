#include "ferro/engine/io/compression.h"

#include <string>

#include "ferro/common/letter_case.h"

namespace ferro {

std::optional<arrow::Compression::type> compressionOf(std::string_view path) {
  // Of a URI, what stands in front of the query counts.
  if (const size_t query = path.find("?"); path.find("://") != std::string_view::npos) path = path.substr(0, query);
  const size_t dot = path.find_last_of("./");
  if (dot == std::string_view::npos || path[dot] == '/') return std::nullopt;
  const std::string extension = lowerCase(path.substr(dot + 1));
  if (extension == "gz") return arrow::Compression::GZIP;
  if (extension == "zst") return arrow::Compression::ZSTD;
  if (extension == "bz2") return arrow::Compression::BZ2;
  return std::nullopt;
}

}  // namespace ferro
