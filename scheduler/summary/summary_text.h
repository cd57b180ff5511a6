// The closing summary as lines of text. A pure function.
#pragma once

#include <string>

#include "ferro/scheduler/summary/run_summary.h"

namespace ferro {

// A line for the application, one for each of its longest stages, and the advice.
std::string summaryText(const RunFigures& run);

}  // namespace ferro
