#include "ferro/engine/session_zone.h"

#include "ferro/common/error.h"
#include "ferro/conf/keys.h"
#include "ferro/scheduler/executor_environment.h"
#include "ferro/scheduler/task_context.h"

namespace ferro {

TimeZonePtr sessionZone(const Conf& conf) {
  try {
    return TimeZone::of(conf.get(keys::kSqlSessionTimeZone));
  } catch (const Error& error) {
    throw Error(error.code(), std::string(keys::kSqlSessionTimeZone.name) + ": " + error.what());
  }
}

TimeZonePtr sessionZone(TaskContext& context) { return sessionZone(context.environment().conf()); }

}  // namespace ferro
