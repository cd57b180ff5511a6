#include <unistd.h>

#include <filesystem>

#include "usage.h"

void requireWritableOutput(const std::string& output) {
  if (output.empty()) refuse("--out takes the name of a directory");
  std::filesystem::path nearest = std::filesystem::absolute(output);
  std::error_code ignored;
  while (!std::filesystem::exists(nearest, ignored) && nearest.has_relative_path()) nearest = nearest.parent_path();
  const auto refuseOutput = [&](const char* why) {
    refuse("--out cannot be " + output + ": " + nearest.string() + why);
  };
  if (!std::filesystem::is_directory(nearest, ignored)) refuseOutput(" is not a directory");
  if (::access(nearest.c_str(), W_OK | X_OK) != 0) refuseOutput(" may not be written");
}
