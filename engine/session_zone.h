// The session's time zone (`ferro.sql.session.timeZone`) where tasks and the driver need it. Any thread.
#pragma once

#include "ferro/engine/expr/time_zone.h"

namespace ferro {

class Conf;
class TaskContext;

// Error kInvalidArgument that names the setting for an unknown zone.
TimeZonePtr sessionZone(const Conf& conf);
TimeZonePtr sessionZone(TaskContext& context);

}  // namespace ferro
