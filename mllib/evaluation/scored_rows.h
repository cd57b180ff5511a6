// What evaluators gather from a table in one pass: scores, pairs of label and prediction, errors. Driver threads call
// these; each runs a job. Errors name a missing column's nearest neighbours, a row whose label, score or weight
// cannot be judged, and weights that are all zero.
#pragma once

#include <string>
#include <vector>

#include "ferro/engine/frame/dataframe.h"
#include "ferro/mllib/evaluation/binary_metrics.h"
#include "ferro/mllib/evaluation/multiclass_metrics.h"
#include "ferro/mllib/evaluation/regression_metrics.h"

namespace ferro::ml {

// Who asks, for errors, and which columns. An empty weight column: all weights are 1.
struct ScoreColumns {
  std::string stage{};
  std::string label{};
  std::string prediction{};
  std::string weight{};
};

// prediction is a vector column, whose second number is the score of class 1, or a number.
std::vector<ScoredLabel> scoredLabels(const DataFrame& frame, const ScoreColumns& columns);
MulticlassMetrics multiclassMetrics(const DataFrame& frame, const ScoreColumns& columns);
RegressionMetrics regressionMetrics(const DataFrame& frame, const ScoreColumns& columns);

// prediction is a column of probabilities for each class.
struct ProbabilityMetrics {
  double weight = 0;
  double logLoss = 0;  // sums, to be divided by weight
  double inTopK = 0;
};
ProbabilityMetrics probabilityMetrics(const DataFrame& frame, const ScoreColumns& columns, double eps, int topK);

}  // namespace ferro::ml
