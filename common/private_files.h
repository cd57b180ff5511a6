// Directories and files that only this user can reach, also where the directory above them is shared with other users,
// as /tmp is: made new, never through a link, with modes that no umask changes. Functions without state; any thread may
// call them.
#pragma once

#include <sys/types.h>

#include <string>

namespace ferro {

// 16 random hexadecimal digits: for names that another user cannot guess.
std::string randomName();

// Makes what is missing of a path, with that mode less the umask; only this user can write to what is new.
void makeDirectories(const std::string& path, mode_t mode = 0755);

// Makes a directory with mode 0700. Error kAlreadyExists when something has that name.
void makePrivateDirectory(const std::string& path);

// True if it is a directory, not a link, that belongs to this user and that nobody else may enter.
bool isPrivateDirectory(const std::string& path);

// Makes a file with mode 0600 in a private directory and gives its descriptor, which is for appending and closed on
// exec. Error kPermissionDenied when the directory is not private, kAlreadyExists when something has that name.
int makePrivateFile(const std::string& directory, const std::string& name);

}  // namespace ferro
