#include "ferro/conf/log_level.h"

#include "ferro/common/log.h"
#include "ferro/conf/keys.h"

namespace ferro {

void useLogLevelOf(const Conf& conf) {
  if (!conf.isSet(keys::kLogLevel)) return;
  if (const auto level = logLevelNamed(conf.get(keys::kLogLevel))) setLogLevel(*level);
}

}  // namespace ferro
