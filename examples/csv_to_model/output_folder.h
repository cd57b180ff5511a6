// The directory that model and plots go to. It keeps a list of the files it wrote there, and removes no others. For the
// driver's thread.
#pragma once

#include <functional>
#include <set>
#include <string>

class OutputFolder {
 public:
  // Error kInvalidArgument when the directory cannot be made or written, or something of a name that will be written is
  // there and not on the list: nobody shall wait for a model that cannot be kept.
  explicit OutputFolder(std::string path);

  const std::string& path() const { return path_; }
  // Removes what an earlier run wrote; then the model's directory and the plots may be written.
  void clear();
  // Calls write(path) for a file, or a directory of files, and puts what was written on the list.
  void add(const std::string& name, const std::function<void(const std::string& path)>& write);

 private:
  std::string listPath() const;
  void writeList() const;

  std::string path_;
  std::set<std::string> written_;  // files, as seen from the directory
};
