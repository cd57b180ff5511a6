// Says where an application's settings or its data clearly cost time, and what to do about it. A pure function.
#pragma once

#include <string>
#include <vector>

#include "ferro/scheduler/summary/run_summary.h"

namespace ferro {

// One sentence each, the stages in order; none when nothing stands out.
std::vector<std::string> adviceFor(const RunFigures& run);

}  // namespace ferro
