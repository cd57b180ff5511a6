// The directory of the files into which executors print. One of its own below ferro.local.dir has a random name and is
// locked for as long as the driver lives; one below ferro.executor.logs.dir has the application's name and stays. Both
// are private to the user. Owned by the runtime; path() may be read by any thread.
#pragma once

#include <chrono>
#include <string>

namespace ferro {

class Conf;

class LogDirectory {
 public:
  // Made here, below what `conf` says. Error when it cannot be.
  LogDirectory(const Conf& conf, const std::string& applicationId);
  ~LogDirectory();
  LogDirectory(const LogDirectory&) = delete;
  LogDirectory& operator=(const LogDirectory&) = delete;

  const std::string& path() const { return path_; }
  // False if the user asked for it to be kept, by ferro.executor.logs.dir.
  bool isTemporary() const { return isTemporary_; }
  // Removes it with all it holds, if it is temporary.
  void remove() const;

 private:
  std::string path_;
  bool isTemporary_;
  int lock_ = -1;
};

// Removes those of this user's temporary log directories in `root` that no driver uses and that are older than
// `maxAge`: an application that lost an executor leaves its directory behind.
void sweepLogDirectories(const std::string& root, std::chrono::milliseconds maxAge);

}  // namespace ferro
