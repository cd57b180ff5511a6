#include "ferro/common/loaded_modules.h"

#include <string>

#include "ferro_test.h"

namespace ferro {

TEST_CASE("the executable comes first and holds its own functions") {
  const auto modules = loadedModules();
  REQUIRE(!modules.empty());
  CHECK(modules.front().holds(reinterpret_cast<uintptr_t>(&executableBuildId)));
  CHECK(!modules.front().holds(0));
}

TEST_CASE("the build-id of the executable is hexadecimal and stays the same") {
  const std::string id = executableBuildId();
  CHECK(id.size() >= 16);
  CHECK(id.find_first_not_of("0123456789abcdef") == std::string::npos);
  CHECK(id == executableBuildId());
}

}  // namespace ferro
