// The task bodies that an executor was sent, decoded once for each task set, by whichever task comes first. Owned by
// the executor; any of its threads may call it.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "ferro/scheduler/ids.h"
#include "ferro/scheduler/task.h"
#include "ferro/scheduler/task_metrics.h"

namespace ferro {

class DecodedBodies {
 public:
  using Key = std::pair<StageId, int>;  // stage and attempt

  DecodedBodies(const TaskBodyCodec& codec, ExecutorEnvironment& environment)
      : codec_(codec), environment_(environment) {}

  // The body decoded from `bytes`, which are the same for every caller of a key. The time it took is counted for the
  // task that decoded it.
  std::shared_ptr<const TaskBody> get(const Key& key, const std::string& bytes, TaskMetrics& metrics);
  void forget(const Key& key);

 private:
  struct Entry {
    std::mutex mutex;  // held while the first task decodes; the others wait for it
    std::shared_ptr<const TaskBody> body;
  };

  const TaskBodyCodec& codec_;
  ExecutorEnvironment& environment_;

  std::mutex mutex_;
  std::map<Key, std::shared_ptr<Entry>> entries_;
};

}  // namespace ferro
