#include "plots.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "report.h"

using namespace ferro;

namespace {

constexpr double kFewestRows = 40;
constexpr int64_t kSeed = 42;

std::string rounded(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4f", number);
  return text;
}

}  // namespace

Plot objectivePlot(const Learned& learned) {
  Series line{"", kBlue, {}, false, true};
  for (const double value : learned.objectiveHistory) {
    line.points.push_back({static_cast<double>(line.points.size()), value});
  }
  return {"Training: the objective by iteration",
          "solver " + learned.solver + "; ended because: " + learned.reason,
          "iteration",
          "objective (loss + penalty)",
          {line}};
}

Plot learningCurve(const StagePlan& plan, const Arguments& arguments, const PreparedRows& rows) {
  Series train{"training rows", kOrange, {}, false, true};
  Series test{"test rows", kBlue, {}, false, true};
  std::string metric;
  for (const double share : {0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.7, 1.0}) {
    if (share * static_cast<double>(rows.numTrain) < kFewestRows && share < 1) continue;
    const DataFrame part = share < 1 ? rows.train.sample(share, kSeed) : rows.train;
    if (!hasTwoLabels(part, plan.columns.label)) continue;
    const auto model = ml::Pipeline({makeLearner(plan, arguments)}).fit(part);
    const auto numRows = static_cast<double>(part.count());
    const Metric seen = metricsOf(plan, model.transform(part)).back();
    metric = seen.name;
    if (std::isfinite(seen.value)) train.points.push_back({numRows, seen.value});
    if (!rows.isTestable) continue;
    const Metric unseen = metricsOf(plan, model.transform(rows.test)).back();
    if (std::isfinite(unseen.value)) test.points.push_back({numRows, unseen.value});
  }
  return {"Learning curve: what more rows are good for", metric + " of models of a part of the training rows",
          "training rows", metric, rows.isTestable ? std::vector{test, train} : std::vector{train}};
}

Plot rocPlot(const ml::LogisticRegressionModel& model, const PreparedRows& rows, const std::string& positive) {
  std::vector<Series> series{{"chance: AUC 0.5", kGrey, {{0, 0}, {1, 1}}, true, false}};
  const auto add = [&](const char* name, const DataFrame& part, const char* colour) {
    const auto summary = model.evaluate(part);
    series.push_back({name + rounded(summary.areaUnderROC()), colour, summary.roc(), false, false});
  };
  add("training rows: AUC ", rows.train, kOrange);
  if (rows.isTestable) add("test rows: AUC ", rows.test, kBlue);
  return {"ROC: finding \"" + positive + "\"", "at every threshold of its probability", "false positive rate",
          "true positive rate", series};
}
