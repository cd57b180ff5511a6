// The executable and the libraries of this process, and which build each of them is. Any thread may call these.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ferro {

struct LoadedModule {
  std::string name;     // the file it was loaded from; empty for the executable
  std::string buildId;  // raw bytes of the GNU build-id; empty when it was linked without one
  uintptr_t base = 0;
  std::vector<std::pair<uintptr_t, uintptr_t>> segments;

  bool holds(uintptr_t address) const;
};

// The executable first.
std::vector<LoadedModule> loadedModules();

// The executable's build-id in hexadecimal digits: two processes with the same one run the same code.
std::string executableBuildId();

}  // namespace ferro
