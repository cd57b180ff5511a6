// A directory that exists as long as its object and goes with everything in it. One owner; path() may be read by any
// thread.
#pragma once

#include <string>
#include <string_view>

namespace ferro {

class TempDir {
 public:
  // Makes a new directory <parent>/<prefix>XXXXXX that only this user may enter. The parent must exist.
  explicit TempDir(const std::string& parent, std::string_view prefix = "ferro-");
  ~TempDir();
  TempDir(TempDir&& other) noexcept;
  TempDir& operator=(TempDir&&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;  // empty once moved from
};

}  // namespace ferro
