// The files that the executors of one application left with the shuffle service. They are found by executor, shuffle,
// map and attempt, below directories that were checked when the executor registered; no path ever comes from a reader.
// Owned by a ServedApplication; any thread may call it.
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "ferro/shuffle/application_folder.h"
#include "ferro/shuffle/segment_source.h"
#include "ferro/shuffle/service/index_cache.h"

namespace ferro {

class ApplicationFiles final : public SegmentSource {
 public:
  explicit ApplicationFiles(std::string applicationId);

  // Throws Error kPermissionDenied for a directory that is not the executor's own below its application's folder, is a
  // link, or belongs to another user.
  void addExecutor(const std::string& executorId, const std::vector<std::string>& directories);
  // Of all executors.
  void removeShuffle(int shuffleId);
  // All files and folders; nothing is served any more.
  void removeAll();

  void checkServes(const std::string& executorId) override;
  SentSegment addSegment(const OutputName& output, int reducer, Payload& payload) override;
  std::optional<std::string> findLoss(const OutputName& output) override;
  void drop(const OutputName& output) override;

 private:
  // With mutex_ held.
  std::string pathOf(const OutputName& output) const;
  void remove(const std::string& path);

  const std::string applicationId_;
  std::mutex mutex_;
  std::map<std::string, FolderLock> folders_;  // of the application, by path
  std::map<std::string, std::vector<std::string>> executors_;
  IndexCache indexes_;
};

}  // namespace ferro
