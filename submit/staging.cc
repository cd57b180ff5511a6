#include "ferro/submit/staging.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>

#include "ferro/blockmanager/process_directory.h"
#include "ferro/common/error.h"
#include "ferro/common/private_files.h"
#include "ferro/common/system_error.h"
#include "ferro/conf/keys.h"
#include "ferro/submit/tool.h"

namespace ferro::submit {
namespace {

namespace fs = std::filesystem;

// Where a file is and what it is to be called.
struct Named {
  fs::path path;
  std::string name;
};

// As Spark's users write them: a path, or a URI of this machine's files.
std::string pathIn(const std::string& text) {
  for (const std::string_view scheme : {"file://", "file:"}) {
    if (text.starts_with(scheme)) return text.substr(scheme.size());
  }
  if (text.find("://") == std::string::npos) return text;
  throw Error(ErrorCode::kInvalidArgument,
              "'" + text + "' of --files or --archives is not on a file system of this machine; fetch it first");
}

Named parseNamed(const std::string& text) {
  const size_t hash = text.rfind('#');
  const std::string written = pathIn(text.substr(0, hash));
  const fs::path path = written.empty() ? fs::path() : fs::absolute(written);
  const std::string name = hash == std::string::npos ? path.filename().string() : text.substr(hash + 1);
  std::error_code error;
  if (!fs::exists(path, error)) {
    throw Error(ErrorCode::kNotFound, "the file '" + path.string() + "' of --files or --archives does not exist");
  }
  if (name.empty() || name == "." || name == ".." || name.find('/') != std::string::npos) {
    throw Error(ErrorCode::kInvalidArgument, "'" + text + "' gives no name to the file; write PATH or PATH#NAME");
  }
  return {path, name};
}

void unpack(const fs::path& archive, const std::string& directory) {
  fs::create_directory(directory);
  const std::string suffix = archive.extension().string();
  const bool isZip = suffix == ".zip" || suffix == ".jar";
  const ToolResult result =
      isZip ? runTool({"unzip", "-q", archive.string(), "-d", directory})
            : runTool({"tar", "--extract", "--no-same-owner", "--file", archive.string(), "--directory", directory});
  if (result.exitCode == 0) return;
  throw Error(ErrorCode::kMalformedData, "cannot unpack " + archive.string() + ": " + result.errors);
}

}  // namespace

Staging::Staging(const std::string& parent, StagingOwner owner) {
  makeDirectories(parent, 0700);
  path_ = fs::absolute(parent).string() + "/";
  if (owner == StagingOwner::kJob) {
    path_ += "job-XXXXXX";
    if (::mkdtemp(path_.data()) == nullptr) throwErrno(errno, "cannot make the directory " + path_);
    return;
  }
  sweepDirectoriesOfTheDead(parent);
  path_ += newProcessDirectoryName();
  makePrivateDirectory(path_);
  lock_ = openProcessDirectory(path_);
}

Staging::~Staging() {
  if (lock_ >= 0) ::close(lock_);
  std::error_code ignored;  // the next start sweeps it
  if (!path_.empty() && !kept_) fs::remove_all(path_, ignored);
}

void Staging::writeSettings(const std::vector<SubmittedSetting>& settings) const {
  writeSubmittedSettings(path_ + "/settings", settings);
}

std::string Staging::newName(const std::string& name) const {
  std::string path = path_ + "/files/" + name;
  std::error_code error;
  if (fs::exists(fs::symlink_status(path, error))) {
    throw Error(ErrorCode::kInvalidArgument,
                "two of --files and --archives are called " + name + "; name one of them otherwise: PATH#NAME");
  }
  return path;
}

void Staging::addFiles(const Conf& conf, FileTransport transport) const {
  const auto files = conf.get(keys::kFiles);
  const auto archives = conf.get(keys::kArchives);
  if (!files && !archives) return;
  fs::create_directory(path_ + "/files");
  for (const std::string& text : files.value_or(std::vector<std::string>())) {
    const Named file = parseNamed(text);
    const std::string target = newName(file.name);
    if (transport == FileTransport::kLink) fs::create_symlink(file.path, target);
    else fs::copy(file.path, target, fs::copy_options::recursive);
  }
  for (const std::string& text : archives.value_or(std::vector<std::string>())) {
    const Named archive = parseNamed(text);
    unpack(archive.path, newName(archive.name));
  }
}

std::optional<std::string> Staging::filesDirectory() const {
  std::string directory = path_ + "/files";
  if (!fs::is_directory(directory)) return std::nullopt;
  return directory;
}

std::vector<std::pair<std::string, std::string>> Staging::variables() const {
  std::vector<std::pair<std::string, std::string>> variables{{kSubmittedSettingsVariable, path_ + "/settings"}};
  if (const auto directory = filesDirectory()) variables.emplace_back("FERRO_FILES_DIR", *directory);
  return variables;
}

}  // namespace ferro::submit
