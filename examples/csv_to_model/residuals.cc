#include <algorithm>

#include "column_names.h"
#include "plots.h"

using namespace ferro;

namespace {

constexpr double kMostDots = 2'000;
constexpr int64_t kDotSeed = 42;

}  // namespace

Plot residualPlot(const DataFrame& scored, const StagePlan& plan) {
  const auto numRows = static_cast<double>(scored.count());
  const DataFrame some = numRows > kMostDots ? scored.sample(kMostDots / numRows, kDotSeed) : scored;
  const Column prediction = col(backticked(plan.columns.prediction));
  const auto points = some.select(prediction.cast("double").as("x"),
                                  (col(backticked(plan.columns.label)).cast("double") - prediction).as("y"))
                          .as<ml::CurvePoint>()
                          .collect();
  Series dots{"test rows", kBlue, points, false, true, false};
  Series zero{"", kGrey, {}, true, false};
  if (!points.empty()) {
    const auto [low, high] =
        std::minmax_element(points.begin(), points.end(), [](const auto& a, const auto& b) { return a.x < b.x; });
    zero.points = {{low->x, 0}, {high->x, 0}};
  }
  return {"Residuals: what the model does not explain",
          "label minus prediction; no pattern should be left",
          "prediction",
          "residual",
          {zero, dots}};
}
