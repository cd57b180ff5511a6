#include "ferro/engine/io/formats/read_mode.h"

#include <array>
#include <string>
#include <string_view>

namespace ferro {

ReadMode readModeOf(const FormatOptions& options) {
  static constexpr std::array<std::string_view, 3> kModes = {"PERMISSIVE", "DROPMALFORMED", "FAILFAST"};
  const std::string name = options.choice("mode", "PERMISSIVE", kModes);
  if (name == "dropmalformed") return ReadMode::kDropMalformed;
  return name == "failfast" ? ReadMode::kFailFast : ReadMode::kPermissive;
}

}  // namespace ferro
