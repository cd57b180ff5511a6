// The program, its libraries and the submitted files on each node of an allocation, in a directory that the nodes do
// not share: copied there when made, removed with its object. For the main thread.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "ferro/submit/staging.h"

namespace ferro::submit {

struct BroadcastTarget {
  std::string job;        // whose nodes
  std::string directory;  // that they have already
};

class SlurmBroadcast {
 public:
  // Error with what sbcast says when it cannot copy.
  SlurmBroadcast(BroadcastTarget target, const std::string& program, const Staging& staging);
  ~SlurmBroadcast();
  SlurmBroadcast(const SlurmBroadcast&) = delete;
  SlurmBroadcast& operator=(const SlurmBroadcast&) = delete;

  // The variables, NAME and VALUE, that tell the driver where executors find all this.
  std::vector<std::pair<std::string, std::string>> variables() const;

 private:
  void copy(const std::string& from, const std::string& to, bool withLibraries) const;
  // A command of the shell on each node once, with the path of our files there as $0.
  void runOnNodes(const std::string& command) const;
  void remove() const;

  const BroadcastTarget target_;
  const std::string path_;     // on the nodes: a directory that holds all copies
  const std::string program_;  // in it
  bool hasFiles_ = false;
};

}  // namespace ferro::submit
