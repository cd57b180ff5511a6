// The last stage of the pipeline, and how well what it learned does. For the driver's thread.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "arguments.h"
#include "stages.h"

using IterationListener = std::function<void(int iteration, double objective)>;
// Logistic or linear regression, as the task asks for.
ferro::ml::PipelineStage makeLearner(const StagePlan& plan, const Arguments& arguments,
                                     const IterationListener& listener = {});

struct Metric {
  std::string name;
  double value = 0;
};
// Of rows that a model has scored. Accuracy and area under the ROC, or accuracy and F1, or RMSE and R².
std::vector<Metric> metricsOf(const StagePlan& plan, const ferro::DataFrame& scored);

// What was learned, for either kind of model: a row of coefficients for each class, or one row.
struct Learned {
  ferro::ml::Matrix coefficients;
  ferro::ml::Vector intercepts;
  std::vector<double> objectiveHistory;
  std::string solver;
  std::string reason;
};
Learned learnedBy(const ferro::ml::AnyTransformer& model);
