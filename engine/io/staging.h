// The directories under <output>/_temporary in which writers keep what is not committed. Their names say who owns them,
// so that the next writer can put right what one left that was killed. For .cc files. Used by driver threads.
#pragma once

#include <string>
#include <vector>

#include "ferro/engine/io/file_system.h"

namespace ferro {

inline constexpr std::string_view kTemporary = "_temporary";
// Below a staging directory: what an overwrite has taken out of the way.
inline constexpr std::string_view kReplaced = "_replaced";

// A staging directory's name: the output's id, this machine and this process.
std::string stagingName(const std::string& outputId);

// Whether something is there, a directory included.
bool exists(const ResolvedPath& place);
// Makes one directory; false when it is there already.
bool makeDirectory(const ResolvedPath& place);
// Moves a file, or a directory with all that is in it.
void moveTree(const ResolvedPath& from, const ResolvedPath& to);
void removeTree(const ResolvedPath& place);
// False when it holds something.
bool removeIfEmpty(const ResolvedPath& directory);

// Moves what an overwrite has replaced back to where it was. What is in the way must be gone before.
void restoreReplaced(const ResolvedPath& staging, const ResolvedPath& directory);

// Undoes what dead writers of this machine left under <directory>/_temporary: half a commit is taken back.
void sweepDeadWriters(const ResolvedPath& directory);

}  // namespace ferro
