// Turns errno into ferro::Error, with the same codes for the operating system's and for Arrow's complaints. Any thread
// may call these.
#pragma once

#include <string>

#include "ferro/common/error.h"

namespace ferro {

// kDiskFull, kNotFound, kPermissionDenied, kAlreadyExists or kOutOfMemory where errno says so, else kIo.
ErrorCode errorCodeOf(int errorNumber);

// what says what was tried, with the path it was tried on.
[[noreturn]] void throwErrno(int errorNumber, const std::string& what);

}  // namespace ferro
