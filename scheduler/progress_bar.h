// The line that shows how far the running stages are, as text. Pure functions and plain values.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "ferro/scheduler/ids.h"

namespace ferro {

struct StageProgress {
  StageId stage;
  int done = 0;
  int active = 0;
  int total = 0;
  std::chrono::steady_clock::time_point submitted;
};

// "[Stage 3:=====>      (5 + 2) / 12]", for several stages side by side; `width` is that of the whole line.
std::string renderProgressBar(const std::vector<StageProgress>& stages, int width);

}  // namespace ferro
