#include "folder_files.h"

#include <unistd.h>

#include "usage.h"

namespace fs = std::filesystem;

void requireWritable(const std::string& output) {
  if (output.empty()) refuse("--out takes the name of a directory");
  fs::path nearest = fs::absolute(output);
  std::error_code ignored;
  while (!fs::exists(nearest, ignored) && nearest.has_relative_path()) nearest = nearest.parent_path();
  const auto refuseOutput = [&](const char* why) {
    refuse("--out cannot be " + output + ": " + nearest.string() + why);
  };
  if (!fs::is_directory(nearest, ignored)) refuseOutput(" is not a directory");
  if (::access(nearest.c_str(), W_OK | X_OK) != 0) refuseOutput(" may not be written");
}

std::set<std::string> filesIn(const fs::path& folder, const std::string& name) {
  std::set<std::string> files;
  const fs::path path = folder / name;
  std::error_code none;
  const auto status = fs::symlink_status(path, none);
  if (!fs::exists(status)) return files;
  if (!fs::is_directory(status)) return {name};
  for (const auto& entry : fs::recursive_directory_iterator(path)) {
    if (!entry.is_directory() || entry.is_symlink()) files.insert(fs::relative(entry.path(), folder).string());
  }
  return files;
}

void removeEmptyDirectories(const fs::path& path) {
  std::error_code none;
  if (!fs::is_directory(fs::symlink_status(path, none))) return;
  for (const auto& entry : fs::directory_iterator(path)) removeEmptyDirectories(entry.path());
  fs::remove(path, none);  // fails where something is left
}
