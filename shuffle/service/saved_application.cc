#include "ferro/shuffle/service/saved_application.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <system_error>

#include "ferro/common/error.h"
#include "ferro/common/log.h"
#include "ferro/common/system_error.h"
#include "ferro/net/message_body.h"

namespace ferro {
namespace {

namespace fs = std::filesystem;

// No executor's directory can have this name.
constexpr const char* kFileName = "/.shuffle-service";
constexpr uint32_t kVersion = 1;
constexpr off_t kMostBytes = 64 << 20;

struct FileContent {
  uint32_t version = kVersion;
  SavedApplication application;
};

class OpenedFile {
 public:
  OpenedFile(const std::string& path, int flags) : descriptor_(::open(path.c_str(), flags, 0600)) {}
  ~OpenedFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  OpenedFile(const OpenedFile&) = delete;
  OpenedFile& operator=(const OpenedFile&) = delete;
  int number() const { return descriptor_; }

 private:
  int descriptor_;
};

std::optional<std::string> contentOf(const std::string& path) {
  const OpenedFile file(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  if (file.number() < 0) {
    if (errno == ENOENT) return std::nullopt;
    throwErrno(errno, "cannot open " + path);
  }
  struct stat status{};
  if (::fstat(file.number(), &status) != 0) throwErrno(errno, "cannot examine " + path);
  if (!S_ISREG(status.st_mode) || status.st_uid != ::geteuid() || (status.st_mode & 077) != 0 ||
      status.st_size > kMostBytes) {
    throw Error(ErrorCode::kPermissionDenied, path + " is not a file that only this user can read");
  }
  std::string content(static_cast<size_t>(status.st_size), '\0');
  size_t length = 0;
  while (length < content.size()) {
    const ssize_t got = ::read(file.number(), content.data() + length, content.size() - length);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throwErrno(errno, "cannot read " + path);
    if (got == 0) break;
    length += static_cast<size_t>(got);
  }
  content.resize(length);
  return content;
}

SavedApplication decoded(const std::string& bytes) {
  auto content = decodeBody<FileContent>(bytes);
  if (content.version != kVersion) throw Error(ErrorCode::kMalformedData, "it is of another version");
  if (content.application.executors.empty()) throw Error(ErrorCode::kMalformedData, "it names no executor");
  return std::move(content.application);
}

}  // namespace

void saveApplication(const std::string& folder, const SavedApplication& application) {
  const std::string path = folder + kFileName;
  const std::string unfinished = path + ".part";
  ::unlink(unfinished.c_str());
  const std::string bytes = encodeBody(FileContent{kVersion, application});
  {
    const OpenedFile file(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC);
    if (file.number() < 0) throwErrno(errno, "cannot make " + unfinished);
    size_t written = 0;
    while (written < bytes.size()) {
      const ssize_t put = ::write(file.number(), bytes.data() + written, bytes.size() - written);
      if (put < 0 && errno == EINTR) continue;
      if (put < 0) throwErrno(errno, "cannot write " + unfinished);
      written += static_cast<size_t>(put);
    }
  }
  if (std::rename(unfinished.c_str(), path.c_str()) != 0) throwErrno(errno, "cannot make " + path);
}

std::vector<SavedApplication> savedApplications(const std::vector<std::string>& roots) {
  std::vector<SavedApplication> found;
  for (const std::string& root : roots) {
    std::error_code error;
    for (fs::directory_iterator entry(root, error), end; !error && entry != end; entry.increment(error)) {
      if (!entry->path().filename().string().starts_with("ferro-app-")) continue;
      const std::string path = entry->path().string() + kFileName;
      try {
        if (const auto content = contentOf(path)) found.push_back(decoded(*content));
      } catch (const Error& problem) {
        logWarn("an application that this service served before is not known any more: " + path + ": " +
                problem.what());
      }
    }
  }
  return found;
}

}  // namespace ferro
