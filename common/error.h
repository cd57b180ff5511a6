// The one exception type that Ferro throws, inside and out. Its message is one line that says what was wrong, where,
// and what to do. Values are immutable; any thread may throw or read one.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace ferro {

enum class ErrorCode {
  kInvalidArgument,   // the program used an API in a way that makes no sense
  kInvalidConf,       // a setting is unknown, malformed or out of range
  kNotFound,          // a file, column or key that was named does not exist
  kPermissionDenied,  // the operating system refused access
  kAlreadyExists,     // an output is in the way
  kMalformedData,     // input data or a stored block cannot be read as what it should be
  kIo,                // reading or writing failed for another reason
  kDiskFull,          // a local directory or output has no space left
  kOutOfMemory,       // the memory limit is too small and nothing more can be spilled
  kUserFunction,      // a function of the user's threw
  kJobFailed,         // a job gave up after its tasks failed too often
  kCancelled,         // a job was cancelled
  kNetwork,           // a peer cannot be reached, went away or did not answer in time
  kInternal,          // an invariant of Ferro's own is broken: a bug in Ferro
};

std::string_view errorCodeName(ErrorCode code);

class Error : public std::runtime_error {
 public:
  Error(ErrorCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  ErrorCode code() const { return code_; }

 private:
  ErrorCode code_;
};

// Ends the current operation because an invariant of Ferro's own does not hold.
[[noreturn]] void throwInternal(std::string_view what);

}  // namespace ferro
