#include "ferro/scheduler/eventlog/event_log_options.h"

#include "ferro/conf/conf.h"
#include "ferro/conf/keys.h"

namespace ferro {

EventLogOptions EventLogOptions::fromConf(const Conf& conf) {
  EventLogOptions options;
  options.enabled = conf.get(keys::kEventLogEnabled);
  options.directory = conf.get(keys::kEventLogDir);
  options.compress = conf.get(keys::kEventLogCompress);
  options.rolling = conf.get(keys::kEventLogRollingEnabled);
  options.maxFileSize = conf.get(keys::kEventLogRollingMaxFileSize).bytes();
  options.logBlockUpdates = conf.get(keys::kEventLogLogBlockUpdatesEnabled);
  return options;
}

}  // namespace ferro
