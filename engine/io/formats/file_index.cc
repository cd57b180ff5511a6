#include "ferro/engine/io/formats/file_index.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/common/text.h"
#include "ferro/engine/io/glob.h"
#include "ferro/engine/io/path_listing.h"

namespace ferro {
namespace {

// A file and the directories between the root and it that name a column.
struct FoundFile {
  IndexedFile file;
  std::vector<std::string> columns;
};

class Walk {
 public:
  explicit Walk(const FormatOptions& options)
      : nameGlob_(options.text("pathGlobFilter")), recursive_(options.flag("recursiveFileLookup", false)) {
    if (const auto base = options.text("basePath")) basePath_ = resolveAbsolutePath(*base).path;
  }

  void addRoot(const ResolvedPath& root) {
    FoundFile start = fromBase(root);
    const auto info = statusOf(root);
    if (!info) throwMissing(root);
    if (info->IsDirectory()) return addDirectory(root, start);
    if (!info->IsFile()) {
      throw Error(ErrorCode::kInvalidArgument,
                  "input path " + root.location + " is neither a plain file nor a directory");
    }
    addFile(root, *info, start);
  }

  std::vector<FoundFile> take() { return std::move(found_); }

  [[noreturn]] static void throwMissing(const ResolvedPath& place) {
    throw Error(ErrorCode::kNotFound,
                "[PATH_NOT_FOUND] Path does not exist: " + place.location + nearestPathHint(place));
  }

 private:
  // Columns between the base path, where one was given, and the root.
  FoundFile fromBase(const ResolvedPath& root) const {
    FoundFile start;
    if (!basePath_ || !root.path.starts_with(*basePath_)) return start;
    for (const std::string_view name : split(std::string_view(root.path).substr(basePath_->size()), '/')) {
      addColumn(name, start);
    }
    return start;
  }

  static bool addColumn(std::string_view directory, FoundFile& found) {
    auto column = parsePartitionDirectory(directory);
    if (!column) return false;
    found.columns.push_back(std::move(column->first));
    found.file.partitionValues.push_back(std::move(column->second));
    return true;
  }

  void addDirectory(const ResolvedPath& directory, const FoundFile& above) {
    for (const auto& entry : entriesOf(directory)) {
      const std::string name = entry.base_name();
      if (name.starts_with('.') || (isHiddenName(name) && !parsePartitionDirectory(name))) continue;
      const ResolvedPath child = directory.child(name);
      if (entry.IsDirectory()) {
        FoundFile below = above;
        if (recursive_ || addColumn(name, below)) addDirectory(child, below);
      } else if (entry.IsFile() && !isHiddenName(name)) {
        addFile(child, entry, above);
      } else if (entry.type() == arrow::fs::FileType::NotFound) {
        throwMissing(child);
      }
    }
  }

  void addFile(const ResolvedPath& place, const arrow::fs::FileInfo& info, const FoundFile& above) {
    if (nameGlob_ && !matches(info.base_name())) return;
    checkReadable(place);
    FoundFile found = above;
    found.file.location = place.location;
    found.file.bytes = info.size();
    found.file.version = versionOf(place, info);
    found_.push_back(std::move(found));
  }

  bool matches(const std::string& name) const {
    const auto patterns = expandBraces(*nameGlob_);
    return std::any_of(patterns.begin(), patterns.end(), [&](const auto& one) { return matchesGlob(one, name); });
  }

  std::optional<std::string> nameGlob_;
  bool recursive_;
  std::optional<std::string> basePath_;
  std::vector<FoundFile> found_;
};

void checkSameColumns(const std::vector<FoundFile>& found) {
  for (const FoundFile& file : found) {
    if (file.columns == found.front().columns) continue;
    throw Error(ErrorCode::kInvalidArgument,
                "[CONFLICTING_PARTITION_COLUMN_NAMES] the directories of " + found.front().file.location + " and " +
                    file.file.location + " name different columns; read them apart, or give the option basePath");
  }
}

std::shared_ptr<arrow::Field> columnField(const std::string& name, size_t position,
                                          const std::vector<IndexedFile>& files, const arrow::Schema* userSchema) {
  if (userSchema != nullptr) {
    if (auto given = userSchema->GetFieldByName(name)) return given->WithNullable(true);
  }
  std::vector<PartitionValue> values;
  values.reserve(files.size());
  for (const IndexedFile& file : files) values.push_back(file.partitionValues[position]);
  return arrow::field(name, inferPartitionType(values));
}

}  // namespace

int64_t FileIndex::totalBytes() const {
  return std::accumulate(files.begin(), files.end(), int64_t{0},
                         [](int64_t sum, const IndexedFile& file) { return sum + file.bytes; });
}

FileIndex indexFiles(const std::vector<std::string>& paths, const FormatOptions& options,
                     const arrow::Schema* userSchema) {
  if (paths.empty()) throw Error(ErrorCode::kInvalidArgument, "no path was given to read; name at least one");
  FileIndex index;
  Walk walk(options);
  for (const std::string& path : paths) {
    if (trim(path).empty()) throw Error(ErrorCode::kInvalidArgument, "an input path is empty");
    const ResolvedPath place = resolveAbsolutePath(path);
    const auto places = matchingPlaces(place);
    if (places.empty()) Walk::throwMissing(place);
    for (const ResolvedPath& one : places) {
      index.roots.push_back(one.location);
      walk.addRoot(one);
    }
  }
  auto found = walk.take();
  if (found.empty()) {
    throw Error(ErrorCode::kNotFound, "[PATH_NOT_FOUND] no file to read in " + join(paths, ", ") +
                                          ": a directory's names that begin with _ or . do not count");
  }
  checkSameColumns(found);
  for (FoundFile& file : found) index.files.push_back(std::move(file.file));
  const std::vector<std::string>& columns = found.front().columns;
  for (size_t i = 0; i < columns.size(); ++i) {
    index.partitionColumns.push_back(columnField(columns[i], i, index.files, userSchema));
  }
  return index;
}

}  // namespace ferro
