#include "ferro/common/system_error.h"

#include <cerrno>
#include <system_error>

namespace ferro {

ErrorCode errorCodeOf(int errorNumber) {
  switch (errorNumber) {
    case ENOSPC:
    case EDQUOT: return ErrorCode::kDiskFull;
    case ENOENT:
    case ENOTDIR: return ErrorCode::kNotFound;
    case EACCES:
    case EPERM:
    case EROFS: return ErrorCode::kPermissionDenied;
    case EEXIST: return ErrorCode::kAlreadyExists;
    case ENOMEM: return ErrorCode::kOutOfMemory;
    default: return ErrorCode::kIo;
  }
}

void throwErrno(int errorNumber, const std::string& what) {
  throw Error(errorCodeOf(errorNumber), what + ": " + std::generic_category().message(errorNumber));
}

}  // namespace ferro
