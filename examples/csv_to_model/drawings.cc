#include "drawings.h"

#include "confusion.h"
#include "plots.h"

using namespace ferro;

void draw(const Fitted& fitted, const StagePlan& plan, const Arguments& arguments, OutputFolder& output) {
  const auto add = [&](const char* name, const std::string& svg) {
    output.add(name, [&](const std::string& path) { writeSvg(svg, path); });
  };
  add("objective.svg", toSvg(objectivePlot(fitted.learned)));
  add("learning_curve.svg", toSvg(learningCurve(plan, arguments, fitted.rows)));
  const auto& learner = fitted.model.stages().back();
  if (plan.task == Task::kTwoClasses) {
    add("roc.svg", toSvg(rocPlot(*learner.as<ml::LogisticRegressionModel>(), fitted.rows, fitted.classes[1])));
  }
  if (!fitted.rows.isTestable) return;
  const DataFrame scored = learner->transform(fitted.rows.test);
  if (plan.task == Task::kNumber) add("residuals.svg", toSvg(residualPlot(scored, plan)));
  else add("confusion.svg", toSvg(confusionOf(scored, plan, fitted.classes)));
}
