// Names of the variables by which ferro-submit tells a driver where executors on other machines find the program, its
// libraries and the submitted files, when not at the driver's own paths.
#pragma once

namespace ferro {

inline constexpr const char* kNodeProgramVariable = "FERRO_NODE_PROGRAM";
inline constexpr const char* kNodeLibrariesVariable = "FERRO_NODE_LIBRARIES";
inline constexpr const char* kNodeFilesVariable = "FERRO_NODE_FILES";

}  // namespace ferro
