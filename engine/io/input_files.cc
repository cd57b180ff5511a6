#include "ferro/engine/io/input_files.h"

#include "ferro/common/error.h"
#include "ferro/common/text.h"
#include "ferro/engine/io/path_listing.h"

namespace ferro {
namespace {

[[noreturn]] void throwMissing(const ResolvedPath& place) {
  throw Error(ErrorCode::kNotFound, "input path does not exist: " + place.location + nearestPathHint(place));
}

void addFile(const ResolvedPath& place, const arrow::fs::FileInfo& info, std::vector<InputFile>& files) {
  if (!info.IsFile()) {
    throw Error(ErrorCode::kInvalidArgument,
                "input path " + place.location +
                    " is neither a plain file nor a directory; copy what it gives into a file first");
  }
  checkReadable(place);
  files.push_back({place.location, info.size(), versionOf(place, info)});
}

void addPlace(const ResolvedPath& place, std::vector<InputFile>& files) {
  const auto info = statusOf(place);
  if (!info) throwMissing(place);
  if (!info->IsDirectory()) return addFile(place, *info, files);
  for (const auto& entry : entriesOf(place)) {
    const std::string name = entry.base_name();
    if (isHiddenName(name) || entry.IsDirectory()) continue;
    const ResolvedPath child = place.child(name);
    if (entry.type() == arrow::fs::FileType::NotFound) throwMissing(child);
    addFile(child, entry, files);
  }
}

// At commas, but for those inside braces.
std::vector<std::string_view> splitPaths(std::string_view paths) {
  std::vector<std::string_view> parts;
  int depth = 0;
  size_t start = 0;
  for (size_t i = 0; i < paths.size(); ++i) {
    if (paths[i] == '\\') {
      ++i;
    } else if (paths[i] == '{') {
      ++depth;
    } else if (paths[i] == '}' && depth > 0) {
      --depth;
    } else if (paths[i] == ',' && depth == 0) {
      parts.push_back(paths.substr(start, i - start));
      start = i + 1;
    }
  }
  parts.push_back(paths.substr(start));
  return parts;
}

}  // namespace

std::vector<InputFile> listInputFiles(std::string_view paths) {
  std::vector<InputFile> files;
  for (std::string_view part : splitPaths(paths)) {
    if (trim(part).empty()) {
      throw Error(ErrorCode::kInvalidArgument, "an input path is empty in '" + std::string(paths) + "'");
    }
    const ResolvedPath place = resolvePath(part);
    const std::vector<ResolvedPath> found = matchingPlaces(place);
    if (found.empty() && hasGlob(place)) {
      throw Error(ErrorCode::kNotFound, "input glob matches no file: " + place.location);
    }
    if (found.empty()) throwMissing(place);
    for (const ResolvedPath& one : found) addPlace(one, files);
  }
  return files;
}

}  // namespace ferro
