#include "ferro/shuffle/file_io.h"

#include <unistd.h>

#include <cerrno>
#include <string>

#include "ferro/blockmanager/local_dirs.h"
#include "ferro/common/error.h"
#include "ferro/common/system_error.h"

namespace ferro {

void throwFileError(std::string_view what, const std::string& path, int error, int64_t bytesNeeded) {
  if (error == ENOSPC || error == EDQUOT) throwDiskFull(path, bytesNeeded);
  throwErrno(error, std::string(what) + " " + path);
}

void readFully(int descriptor, const std::string& path, int64_t offset, void* data, int64_t size) {
  auto* bytes = static_cast<char*>(data);
  while (size > 0) {
    const ssize_t count = ::pread(descriptor, bytes, static_cast<size_t>(size), offset);
    if (count < 0) {
      if (errno == EINTR) continue;
      throwFileError("cannot read", path, errno, 0);
    }
    if (count == 0) {
      throw Error(ErrorCode::kMalformedData,
                  path + " ends at byte " + std::to_string(offset) + ", " + std::to_string(size) + " bytes too early");
    }
    offset += count;
    bytes += count;
    size -= count;
  }
}

}  // namespace ferro
