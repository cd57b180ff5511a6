#include "ferro/common/error.h"

namespace ferro {

std::string_view errorCodeName(ErrorCode code) {
  switch (code) {
    case ErrorCode::kInvalidArgument: return "INVALID_ARGUMENT";
    case ErrorCode::kInvalidConf: return "INVALID_CONF";
    case ErrorCode::kNotFound: return "NOT_FOUND";
    case ErrorCode::kPermissionDenied: return "PERMISSION_DENIED";
    case ErrorCode::kAlreadyExists: return "ALREADY_EXISTS";
    case ErrorCode::kMalformedData: return "MALFORMED_DATA";
    case ErrorCode::kIo: return "IO";
    case ErrorCode::kDiskFull: return "DISK_FULL";
    case ErrorCode::kOutOfMemory: return "OUT_OF_MEMORY";
    case ErrorCode::kUserFunction: return "USER_FUNCTION";
    case ErrorCode::kJobFailed: return "JOB_FAILED";
    case ErrorCode::kCancelled: return "CANCELLED";
    case ErrorCode::kNetwork: return "NETWORK";
    case ErrorCode::kInternal: return "INTERNAL";
  }
  return "UNKNOWN";
}

void throwInternal(std::string_view what) {
  throw Error(ErrorCode::kInternal,
              "internal error: " + std::string(what) + "; this is a bug in Ferro, please report it");
}

}  // namespace ferro
