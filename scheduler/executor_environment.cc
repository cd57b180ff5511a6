#include "ferro/scheduler/executor_environment.h"

#include <utility>

#include "ferro/conf/keys.h"

namespace ferro {

ExecutorEnvironment::ExecutorEnvironment(Conf conf, int64_t memoryLimit, BlockListener* blockListener)
    : conf_(std::move(conf)),
      localDirs_(conf_.get(keys::kLocalDir)),
      memory_(memoryLimit, conf_.get(keys::kMemoryStorageFraction)),
      blocks_(memory_, localDirs_, blockListener),
      shuffles_(ShuffleOptions::from(conf_), memory_, localDirs_) {}

}  // namespace ferro
