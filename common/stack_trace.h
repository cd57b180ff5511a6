// The names of functions and types as a C++ programmer writes them, and the frames of a stack with function, file and
// line. These allocate and read files: a signal handler leaves printFrames to a child process. Any thread may call
// them.
#pragma once

#include <span>
#include <string>
#include <typeinfo>

namespace ferro {

// "std::invalid_argument" for its mangled name; the name itself when it is not a mangled one.
std::string demangled(const char* name);
inline std::string typeName(const std::type_info& type) { return demangled(type.name()); }

// Writes a line for each frame: the function as far as the symbol table of its module knows it, the module, and the
// line of the source where there is debug information and addr2line is installed. The first frame's address is where it
// stopped, the others' where they return to.
void printFrames(int descriptor, std::span<void* const> frames);

}  // namespace ferro
