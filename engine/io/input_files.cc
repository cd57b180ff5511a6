#include "ferro/engine/io/input_files.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <optional>

#include "ferro/common/nearest_name.h"
#include "ferro/common/system_error.h"
#include "ferro/common/text.h"
#include "ferro/engine/io/glob.h"
#include "ferro/engine/io/local_path.h"

namespace ferro {
namespace {

std::optional<struct stat> statusOf(const std::string& path) {
  struct stat status{};
  if (::stat(path.c_str(), &status) == 0) return status;
  if (errno == ENOENT || errno == ENOTDIR) return std::nullopt;
  throwErrno(errno, "cannot read input path " + path);
}

bool mayRead(const std::string& path, int mode) { return ::faccessat(AT_FDCWD, path.c_str(), mode, AT_EACCESS) == 0; }

bool isHidden(std::string_view name) { return name.starts_with('_') || name.starts_with('.'); }

std::string childOf(const std::string& directory, std::string_view name) {
  std::string path = directory;
  if (!path.empty() && path.back() != '/') path.push_back('/');
  return path.append(name);
}

// The names in a directory, sorted, without `.` and `..`. An empty path is the working directory.
std::vector<std::string> namesIn(const std::string& path) {
  std::unique_ptr<DIR, int (*)(DIR*)> directory(::opendir(path.empty() ? "." : path.c_str()), &::closedir);
  if (!directory) throwErrno(errno, "cannot list input directory " + path);
  std::vector<std::string> names;
  errno = 0;
  while (const dirent* entry = ::readdir(directory.get())) {
    std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
  }
  if (errno != 0) throwErrno(errno, "cannot list input directory " + path);
  std::sort(names.begin(), names.end());
  return names;
}

// Whether a typing error may have made one of the other: they begin and end alike for half their length.
bool areClose(std::string_view a, std::string_view b) {
  const size_t shorter = std::min(a.size(), b.size());
  const auto prefix = static_cast<size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
  const auto suffix = static_cast<size_t>(std::mismatch(a.rbegin(), a.rend(), b.rbegin(), b.rend()).first - a.rbegin());
  return 2 * std::min(prefix + suffix, shorter) >= std::max(a.size(), b.size());
}

// A name in the same directory that the missing one was probably meant to be.
std::optional<std::string> nearestSibling(const std::string& path) {
  const size_t slash = path.find_last_of('/');
  const std::string directory = slash == std::string::npos ? "" : path.substr(0, slash + 1);
  const std::string_view name = std::string_view(path).substr(directory.size());
  if (name.empty() || !mayRead(directory.empty() ? "." : directory, R_OK | X_OK)) return std::nullopt;
  const std::vector<std::string> names = namesIn(directory);
  std::vector<std::string_view> known(names.begin(), names.end());
  const auto nearest = nearestName(name, known);
  if (!nearest || !areClose(name, *nearest)) return std::nullopt;
  return directory + std::string(*nearest);
}

[[noreturn]] void throwMissing(const std::string& path) {
  std::string message = "input path does not exist: " + path;
  if (auto nearest = nearestSibling(path)) message += "; did you mean " + *nearest + "?";
  throw Error(ErrorCode::kNotFound, message);
}

void addFile(const std::string& path, const struct stat& status, std::vector<InputFile>& files) {
  if (!S_ISREG(status.st_mode)) {
    throw Error(
        ErrorCode::kInvalidArgument,
        "input path " + path + " is neither a plain file nor a directory; copy what it gives into a file first");
  }
  if (!mayRead(path, R_OK)) throwErrno(errno, "cannot read input file " + path);
  files.push_back({path, status.st_size});
}

void addPath(const std::string& path, std::vector<InputFile>& files) {
  const auto status = statusOf(path);
  if (!status) throwMissing(path);
  if (!S_ISDIR(status->st_mode)) return addFile(path, *status, files);
  for (const std::string& name : namesIn(path)) {
    if (isHidden(name)) continue;
    const std::string child = childOf(path, name);
    const auto childStatus = statusOf(child);
    if (!childStatus) throwMissing(child);
    if (!S_ISDIR(childStatus->st_mode)) addFile(child, *childStatus, files);
  }
}

// Paths that exist and match the components of a pattern without braces.
std::vector<std::string> matchingPaths(std::string_view pattern) {
  std::vector<std::string> found{pattern.starts_with('/') ? "/" : ""};
  for (std::string_view component : split(pattern, '/')) {
    if (component.empty()) continue;
    std::vector<std::string> next;
    for (const std::string& directory : found) {
      if (component.find_first_of("*?[") == std::string_view::npos) {
        std::string path = childOf(directory, unescapeGlob(component));
        if (statusOf(path)) next.push_back(std::move(path));
        continue;
      }
      const auto status = statusOf(directory.empty() ? "." : directory);
      if (!status || !S_ISDIR(status->st_mode)) continue;
      for (const std::string& name : namesIn(directory)) {
        const bool hiddenMeant = isHidden(component) || !isHidden(name);
        if (hiddenMeant && matchesGlob(component, name)) next.push_back(childOf(directory, name));
      }
    }
    found = std::move(next);
  }
  return found;
}

void addGlob(const std::string& pattern, std::vector<InputFile>& files) {
  std::vector<std::string> paths;
  for (const std::string& plain : expandBraces(pattern)) {
    for (std::string& path : matchingPaths(plain)) paths.push_back(std::move(path));
  }
  if (paths.empty()) throw Error(ErrorCode::kNotFound, "input glob matches no file: " + pattern);
  std::sort(paths.begin(), paths.end());
  paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
  for (const std::string& path : paths) addPath(path, files);
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
    const std::string path = localPath(part);
    // A file that has such a name is meant before a pattern that looks like it.
    if (isGlob(path) && !statusOf(path)) {
      addGlob(path, files);
    } else {
      addPath(path, files);
    }
  }
  return files;
}

}  // namespace ferro
