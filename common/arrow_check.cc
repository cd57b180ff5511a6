#include "ferro/common/arrow_check.h"

#include <string>

#include <arrow/util/io_util.h>

#include "ferro/common/error.h"
#include "ferro/common/system_error.h"

namespace ferro {
namespace {

ErrorCode codeOf(const arrow::Status& status) {
  const int errorNumber = arrow::internal::ErrnoFromStatus(status);
  if (errorNumber != 0) return errorCodeOf(errorNumber);
  switch (status.code()) {
    case arrow::StatusCode::OutOfMemory: return ErrorCode::kOutOfMemory;
    case arrow::StatusCode::KeyError: return ErrorCode::kNotFound;
    case arrow::StatusCode::AlreadyExists: return ErrorCode::kAlreadyExists;
    case arrow::StatusCode::Cancelled: return ErrorCode::kCancelled;
    case arrow::StatusCode::Invalid:
    case arrow::StatusCode::SerializationError:
    case arrow::StatusCode::TypeError: return ErrorCode::kMalformedData;
    default: return ErrorCode::kIo;
  }
}

// Arrow's messages may hold several lines; an Error's is one.
std::string onOneLine(std::string text) {
  for (char& character : text) {
    if (character == '\n' || character == '\r') character = ' ';
  }
  return text;
}

}  // namespace

void check(const arrow::Status& status, std::string_view what) {
  if (status.ok()) return;
  throw Error(codeOf(status), std::string(what) + ": " + onOneLine(status.message()));
}

}  // namespace ferro
