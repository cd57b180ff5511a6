// Files of a directory, and whether more can be written there. Pure functions over the file system.
#pragma once

#include <filesystem>
#include <set>
#include <string>

// Error kInvalidArgument when the directory, which need not exist, cannot be made or written.
void requireWritable(const std::string& output);
// All files of a name, which may be one itself, as seen from the folder.
std::set<std::string> filesIn(const std::filesystem::path& folder, const std::string& name);
// Removes the directory and all in it that are empty.
void removeEmptyDirectories(const std::filesystem::path& path);
