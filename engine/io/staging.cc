#include "ferro/engine/io/staging.h"

#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>

#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro/common/system_error.h"
#include "ferro/common/text.h"

namespace ferro {
namespace {

std::string hostName() {
  std::array<char, 256> name{};
  if (::gethostname(name.data(), name.size() - 1) != 0) return "unknown";
  return name.data();
}

// `id,host,process` of this machine, whose process is gone.
bool ownerIsDead(std::string_view name) {
  const auto parts = split(name, ',');
  if (parts.size() != 3 || parts[1] != hostName()) return false;
  int process = 0;
  const auto [end, error] = std::from_chars(parts[2].data(), parts[2].data() + parts[2].size(), process);
  if (error != std::errc() || end != parts[2].data() + parts[2].size() || process <= 0) return false;
  return ::kill(process, 0) != 0 && errno == ESRCH;
}

// Stores of objects know files only; their directories are but names.
bool movesDirectories(const arrow::fs::FileSystem& fileSystem) {
  for (const std::string_view type : {"s3", "gcs", "abfs"}) {
    if (fileSystem.type_name() == type) return false;
  }
  return true;
}

// None when the directory is not there: another writer may just have taken it away.
std::vector<arrow::fs::FileInfo> entriesIfThere(const ResolvedPath& directory) {
  try {
    if (exists(directory)) return entriesOf(directory);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::kNotFound) throw;
  }
  return {};
}

// Files whose names have the id, anywhere below.
void removeFilesOf(const ResolvedPath& directory, std::string_view id) {
  for (const auto& entry : entriesOf(directory)) {
    const std::string name = entry.base_name();
    if (name == kTemporary) continue;
    const ResolvedPath child = directory.child(name);
    if (entry.IsDirectory()) {
      removeFilesOf(child, id);
      if (name.find('=') != std::string::npos) removeIfEmpty(child);
    } else if (name.find(id) != std::string::npos) {
      removeTree(child);
    }
  }
}

}  // namespace

std::string stagingName(const std::string& outputId) {
  return outputId + "," + hostName() + "," + std::to_string(::getpid());
}

bool exists(const ResolvedPath& place) {
  if (place.isLocal()) {
    struct stat status{};
    return ::lstat(place.path.c_str(), &status) == 0;
  }
  return statusOf(place).has_value();
}

bool makeDirectory(const ResolvedPath& place) {
  const std::string what = "cannot make output directory " + place.location;
  if (!place.isLocal()) {
    if (exists(place)) return false;
    check(place.fileSystem->CreateDir(place.path, false), what);
    return true;
  }
  if (::mkdir(place.path.c_str(), 0777) == 0) return true;
  if (errno != EEXIST) throwErrno(errno, what);
  return false;
}

void moveTree(const ResolvedPath& from, const ResolvedPath& to) {
  const auto info = statusOf(from);
  const std::string what = "cannot move output part " + from.location + " to " + to.location;
  if (info && info->IsDirectory() && !movesDirectories(*from.fileSystem)) {
    check(to.fileSystem->CreateDir(to.path, true), what);
    for (const auto& entry : entriesOf(from)) moveTree(from.child(entry.base_name()), to.child(entry.base_name()));
    return removeTree(from);
  }
  check(from.fileSystem->Move(from.path, to.path), what);
}

void removeTree(const ResolvedPath& place) {
  const auto info = statusOf(place);
  if (!info) return;
  check(info->IsDirectory() ? place.fileSystem->DeleteDir(place.path) : place.fileSystem->DeleteFile(place.path),
        "cannot remove " + place.location);
}

bool removeIfEmpty(const ResolvedPath& directory) {
  if (directory.isLocal()) return ::rmdir(directory.path.c_str()) == 0;
  if (!exists(directory) || !entriesOf(directory).empty()) return false;
  removeTree(directory);
  return true;
}

void restoreReplaced(const ResolvedPath& staging, const ResolvedPath& directory) {
  const ResolvedPath replaced = staging.child(kReplaced);
  if (!exists(replaced)) return;
  for (const auto& entry : entriesOf(replaced)) {
    moveTree(replaced.child(entry.base_name()), directory.child(entry.base_name()));
  }
}

void sweepDeadWriters(const ResolvedPath& directory) {
  const ResolvedPath temporary = directory.child(kTemporary);
  for (const auto& entry : entriesIfThere(temporary)) {
    const std::string name = entry.base_name();
    if (!ownerIsDead(name)) continue;
    const ResolvedPath staging = temporary.child(name);
    const std::string id = name.substr(0, name.find(','));
    if (exists(staging.child(kReplaced))) {
      removeFilesOf(directory, id);
      if (exists(directory.child("_SUCCESS"))) removeTree(directory.child("_SUCCESS"));
      restoreReplaced(staging, directory);
    }
    removeTree(staging);
    removeIfEmpty(temporary);
  }
}

}  // namespace ferro
