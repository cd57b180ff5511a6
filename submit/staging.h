// The directory of one submission: the settings for the application, its --files and its unpacked --archives. Goes with
// its object unless it is kept for a job that runs on. One owner, one thread.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ferro/conf/conf.h"
#include "ferro/conf/submitted_settings.h"

namespace ferro::submit {

// Whether --files are copied, because other machines see the directory only, or linked.
enum class FileTransport { kLink, kCopy };

// A directory of this process is swept by a later one when this one is killed; one for a job may outlive the process.
enum class StagingOwner { kThisProcess, kJob };

class Staging {
 public:
  // A new directory below `parent`, which is made if need be.
  Staging(const std::string& parent, StagingOwner owner);
  // One that was kept, for whoever removes it in the end.
  static Staging adopt(const std::string& directory) { return Staging(directory, -1); }
  ~Staging();
  Staging(Staging&& other) noexcept
      : path_(std::exchange(other.path_, "")), lock_(std::exchange(other.lock_, -1)), kept_(other.kept_) {}
  Staging& operator=(Staging&&) = delete;

  const std::string& path() const { return path_; }
  void keep() { kept_ = true; }

  void writeSettings(const std::vector<SubmittedSetting>& settings) const;
  // Error kNotFound for what is not there, kInvalidArgument for two of one name, kMalformedData for an archive that
  // cannot be unpacked.
  void addFiles(const Conf& conf, FileTransport transport) const;
  // Where files and archives are, if there are any.
  std::optional<std::string> filesDirectory() const;
  // The variables, NAME and VALUE, by which the application finds all this.
  std::vector<std::pair<std::string, std::string>> variables() const;

 private:
  Staging(std::string directory, int lock) : path_(std::move(directory)), lock_(lock) {}
  std::string newName(const std::string& name) const;

  std::string path_;
  int lock_ = -1;
  bool kept_ = false;
};

}  // namespace ferro::submit
