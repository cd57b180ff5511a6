// Names the threads of this room, so that debuggers and profilers show whose they are.
#pragma once

#include <string>

namespace ferro {

// Linux keeps 15 characters.
void nameThisThread(const std::string& name);

}  // namespace ferro
