// A line search for a step that meets the strong Wolfe conditions, with Spark's constants: sufficient decrease 1e-4,
// curvature 0.9, growth 1.5, cubic interpolation when a minimum is bracketed.
#pragma once

#include <functional>
#include <limits>
#include <optional>

namespace ferro::ml {

// The function along a line.
struct LineValue {
  double step = 0;
  double value = 0;
  double slope = 0;
};

struct WolfeOptions {
  int maxSteps = 10;
  int maxZooms = 10;
  double bound = std::numeric_limits<double>::infinity();  // the longest step
};

// The step found, which is the last one that was evaluated; nothing, if there is none.
std::optional<double> wolfeSearch(const std::function<LineValue(double step)>& evaluate, const LineValue& start,
                                  double firstStep, const WolfeOptions& options);

}  // namespace ferro::ml
