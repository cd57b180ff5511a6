// The temporary directory of one process: its name tells whose it is, and a lock whether that process lives, so that
// whoever comes later can remove those of the dead. Functions without state; any thread may call them.
#pragma once

#include <string>

namespace ferro {

// A name that no other directory has: ferro-<process>-<start time>-<random>.
std::string newProcessDirectoryName();

// Opens a directory and takes the lock that its process holds for as long as it lives; -1 when another one has it.
int openProcessDirectory(const std::string& directory);

// Removes what processes of this user left behind in `root` when they died. The lock keeps directories of processes
// that live in another pid namespace and only share the file system.
void sweepDirectoriesOfTheDead(const std::string& root);

}  // namespace ferro
