// The files that the paths of a source stand for, with the values of the directories they lie in. Made once when the
// source is, on the driver; immutable afterwards.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <arrow/type_fwd.h>

#include "ferro/engine/io/file_version.h"
#include "ferro/engine/io/formats/format_options.h"
#include "ferro/engine/io/formats/partition_columns.h"

namespace ferro {

struct IndexedFile {
  std::string location;  // a local path or a URI
  int64_t bytes = 0;
  std::vector<PartitionValue> partitionValues{};  // one for each partition column
  std::optional<FileVersion> version{};           // as it was listed
};

struct FileIndex {
  std::vector<std::string> roots;  // what the paths stand for, globs expanded
  std::vector<IndexedFile> files;
  std::vector<std::shared_ptr<arrow::Field>> partitionColumns;

  int64_t totalBytes() const;
};

// Types of partition columns come from the user's schema where it has them, else from their values. Error kNotFound
// ([PATH_NOT_FOUND]) for a path that is missing or has no file to read, kInvalidArgument when directories contradict
// each other.
FileIndex indexFiles(const std::vector<std::string>& paths, const FormatOptions& options,
                     const arrow::Schema* userSchema);

}  // namespace ferro
