// Paths as users write them, on any of Arrow's file systems: a plain local path, file:/x, or a URI such as
// s3://bucket/key?region=x, hdfs://host/x or gs://bucket/x. For .cc files: it parses Arrow headers. Pure functions; any
// thread may call them, and a file system may be used by any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <arrow/filesystem/filesystem.h>
#include <arrow/io/type_fwd.h>

namespace ferro {

// A place in a file system. `location` is the text that names the same place in any process.
struct ResolvedPath {
  std::shared_ptr<arrow::fs::FileSystem> fileSystem;
  std::string path;      // as the file system itself calls it
  std::string location;  // a local path, or a URI

  bool isLocal() const { return fileSystem->type_name() == "local"; }
  // A place beneath this one: `relative` has no slash in front.
  ResolvedPath child(std::string_view relative) const;
  // The directory this is in.
  ResolvedPath parent() const;
};

// Error kInvalidArgument when nothing knows the scheme, or its file system cannot be reached. A path with a glob is
// fine.
ResolvedPath resolvePath(std::string_view text);

// The same with a relative local path made absolute: for what other processes will open.
ResolvedPath resolveAbsolutePath(std::string_view text);

// What is there, or nothing. Errors name the place.
std::optional<arrow::fs::FileInfo> statusOf(const ResolvedPath& place);

// The entries of a directory, sorted by name.
std::vector<arrow::fs::FileInfo> entriesOf(const ResolvedPath& directory);

// For reading at any offset.
std::shared_ptr<arrow::io::RandomAccessFile> openInputFile(const ResolvedPath& place);
std::shared_ptr<arrow::io::RandomAccessFile> openInputFile(const std::string& location);

}  // namespace ferro
