// Writes docs/configuration.md from the table of keys. A pure function.
#pragma once

#include <string>

namespace ferro {

std::string configurationMarkdown();

}  // namespace ferro
