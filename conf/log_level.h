// Makes ferro.log.level the log's level. For whoever starts a process: the log is the process's, not a session's.
#pragma once

#include "ferro/conf/conf.h"

namespace ferro {

// Does nothing when nobody has set the key, so that what the program chose stays.
void useLogLevelOf(const Conf& conf);

}  // namespace ferro
