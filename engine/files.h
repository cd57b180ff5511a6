// Files that were submitted with the application (ferro-submit --files, --archives), by their names. In the driver and
// in tasks; any thread may call these.
#pragma once

#include <string>
#include <string_view>

namespace ferro {

class Files {
 public:
  // Where the file, or the directory of an unpacked archive, is on this machine. Error kNotFound when nothing of this
  // name was submitted.
  static std::string get(std::string_view name);
  // The directory that holds all of them. Error kNotFound when nothing was submitted.
  static std::string rootDirectory();
};

}  // namespace ferro
