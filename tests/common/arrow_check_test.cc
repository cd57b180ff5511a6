#include "ferro/common/arrow_check.h"

#include <cerrno>

#include <arrow/io/file.h>
#include <arrow/util/io_util.h>

#include "ferro/common/error.h"
#include "ferro/common/system_error.h"
#include "ferro_test.h"

using namespace ferro;

namespace {

Error errorOf(const arrow::Status& status) {
  try {
    check(status, "reading x");
  } catch (const Error& error) {
    return error;
  }
  throw std::logic_error("the status passed");
}

}  // namespace

TEST_CASE("a status that is fine passes, and a result gives its value") {
  CHECK_NOTHROW(check(arrow::Status::OK(), "nothing"));
  CHECK(valueOf(arrow::Result<int>(7), "seven") == 7);
  CHECK(*valueOf(arrow::Result<std::unique_ptr<int>>(std::make_unique<int>(8)), "eight") == 8);
}

TEST_CASE("errno inside a status decides the code") {
  using arrow::internal::IOErrorFromErrno;
  CHECK(errorOf(IOErrorFromErrno(ENOSPC, "w")).code() == ErrorCode::kDiskFull);
  CHECK(errorOf(IOErrorFromErrno(ENOENT, "w")).code() == ErrorCode::kNotFound);
  CHECK(errorOf(IOErrorFromErrno(EACCES, "w")).code() == ErrorCode::kPermissionDenied);
  CHECK(errorOf(IOErrorFromErrno(EIO, "w")).code() == ErrorCode::kIo);
}

TEST_CASE("without errno the kind of status decides") {
  CHECK(errorOf(arrow::Status::OutOfMemory("w")).code() == ErrorCode::kOutOfMemory);
  CHECK(errorOf(arrow::Status::Invalid("w")).code() == ErrorCode::kMalformedData);
  CHECK(errorOf(arrow::Status::IOError("w")).code() == ErrorCode::kIo);
  CHECK(errorOf(arrow::Status::Cancelled("w")).code() == ErrorCode::kCancelled);
}

TEST_CASE("the message is one line that says what was tried and why it failed") {
  CHECK(std::string(errorOf(arrow::Status::IOError("first\nsecond")).what()) == "reading x: first second");
}

TEST_CASE("a file that is missing is told by its path") {
  try {
    valueOf(arrow::io::ReadableFile::Open("/does/not/exist"), "opening /does/not/exist");
    FAIL("opened nothing");
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::kNotFound);
    CHECK_THAT(error.what(), Catch::Contains("/does/not/exist"));
  }
}

TEST_CASE("errno alone becomes an error as well") {
  try {
    throwErrno(EACCES, "opening y");
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::kPermissionDenied);
    CHECK(std::string(error.what()) == "opening y: Permission denied");
  }
}
