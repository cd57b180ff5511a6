#include "ferro/scheduler/executor_environment.h"

#include <utility>

#include "ferro/blockmanager/file_key.h"
#include "ferro/common/error.h"
#include "ferro/conf/keys.h"

namespace ferro {

namespace {

// Nothing may be written in the clear because a key got lost on its way.
std::shared_ptr<const FileKey> checkedKey(const Conf& conf, std::shared_ptr<const FileKey> key) {
  if (conf.get(keys::kIoEncryptionEnabled) != (key != nullptr)) {
    throwInternal("the key for temporary files does not fit ferro.io.encryption.enabled");
  }
  return key;
}

}  // namespace

ExecutorEnvironment::ExecutorEnvironment(Conf conf, int64_t memoryLimit, BlockListener* blockListener,
                                         std::shared_ptr<const FileKey> fileKey)
    : conf_(std::move(conf)),
      localDirs_(conf_.get(keys::kLocalDir), checkedKey(conf_, std::move(fileKey))),
      memory_(memoryLimit, conf_.get(keys::kMemoryStorageFraction)),
      blocks_(memory_, localDirs_, blockListener),
      shuffles_(ShuffleOptions::from(conf_), memory_, localDirs_) {}

}  // namespace ferro
