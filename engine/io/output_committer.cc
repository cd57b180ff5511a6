#include "ferro/engine/io/output_committer.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <random>

#include "ferro/common/system_error.h"
#include "ferro/engine/io/local_path.h"

namespace ferro {
namespace {

std::string withoutTrailingSlashes(std::string path) {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return path;
}

void moveInto(const std::string& from, const std::string& to) {
  if (::rename(from.c_str(), to.c_str()) != 0) throwErrno(errno, "cannot move output part " + from + " to " + to);
}

}  // namespace

OutputCommitter::OutputCommitter(std::string_view directory, std::string suffix)
    : directory_(withoutTrailingSlashes(localPath(directory))),
      task_{directory_ + "/_temporary/" + newOutputId(), std::move(suffix)} {
  if (directory_.empty())
    throw Error(ErrorCode::kInvalidArgument, "the output path is empty; name a directory to be made");
  try {
    makeDirectories();
  } catch (const Error&) {
    abort();
    throw;
  }
}

OutputCommitter::~OutputCommitter() {
  if (!committed_) abort();
}

void OutputCommitter::makeDirectories() {
  const Error alreadyExists(ErrorCode::kAlreadyExists,
                            "output directory " + directory_ + " already exists; remove it or choose another");
  struct stat status{};
  if (::lstat(directory_.c_str(), &status) == 0) throw alreadyExists;
  std::vector<std::string> missing;
  for (std::filesystem::path path = task_.staging; !path.empty(); path = path.parent_path()) {
    if (::stat(path.c_str(), &status) == 0) break;
    missing.push_back(path.string());
  }
  for (auto path = missing.rbegin(); path != missing.rend(); ++path) {
    if (::mkdir(path->c_str(), 0777) == 0) {
      made_.push_back(*path);
    } else if (errno != EEXIST) {
      throwErrno(errno, "cannot make output directory " + *path);
    } else if (*path == directory_) {
      throw alreadyExists;
    }
  }
}

void OutputCommitter::commit(const std::vector<WrittenPart>& parts) {
  for (const WrittenPart& part : parts) {
    const std::string place = directory_ + "/" + part.name;
    moveInto(task_.staging + "/" + part.staged, place);
    moved_.push_back(place);
  }
  std::error_code failure;
  std::filesystem::remove_all(directory_ + "/_temporary", failure);
  if (failure) throwErrno(failure.value(), "cannot remove " + directory_ + "/_temporary");
  const std::string success = directory_ + "/_SUCCESS";
  const int descriptor = ::open(success.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor < 0) throwErrno(errno, "cannot write " + success);
  ::close(descriptor);
  committed_ = true;
}

void OutputCommitter::abort() noexcept {
  if (made_.empty()) return;
  for (const std::string& file : moved_) ::unlink(file.c_str());
  std::error_code failure;
  std::filesystem::remove_all(directory_ + "/_temporary", failure);
  // From the inside out; a directory in which others have put something since is left to them.
  for (auto path = made_.rbegin(); path != made_.rend(); ++path) ::rmdir(path->c_str());
  made_.clear();
  moved_.clear();
}

std::string partName(int partition, std::string_view suffix) {
  char number[16];
  std::snprintf(number, sizeof(number), "%05d", partition);
  return "part-" + std::string(number).append(suffix);
}

std::string newOutputId() {
  std::random_device random;
  char text[40];
  std::snprintf(text, sizeof(text), "%08x-%04x-%04x-%04x-%04x%08x", random(), random() & 0xFFFFU,
                (random() & 0x0FFFU) | 0x4000U, (random() & 0x3FFFU) | 0x8000U, random() & 0xFFFFU, random());
  return text;
}

}  // namespace ferro
