// How CSV files are read by a scan.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "ferro/engine/io/formats/file_format.h"

namespace ferro {

// With Spark's options of the CSV source. The column of corrupt records, where the schema has it, is none of the
// files'.
std::unique_ptr<const FileFormat> makeCsvFormat(const std::map<std::string, std::string>& options);

}  // namespace ferro
