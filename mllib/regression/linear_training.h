// Training of linear regression with Spark's objective, on whatever can sum its loss. Pure numerics: no session, no
// tables. Called on one driver thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ferro/mllib/blocks/training_summary.h"
#include "ferro/mllib/losses/loss_source.h"
#include "ferro/mllib/solvers/solver.h"

namespace ferro::ml {

struct LinearSettings {
  double regParam = 0;
  double elasticNetParam = 0;
  bool fitIntercept = true;
  bool standardization = true;
  std::string solver = "auto";  // "normal", "l-bfgs", or "auto": normal equations up to 4096 features
  bool isHuber = false;
  double epsilon = 1.35;
  SolverOptions options{};
};

struct LinearFit {
  std::vector<double> coefficients;
  double intercept = 0;
  double scale = 1;  // Huber
  SolverResult result;
};

// Error kInvalidArgument for a label that is constant where a penalty needs its deviation.
LinearFit trainLinear(LossSource& source, const TrainingSummary& summary, const LinearSettings& settings);

// The diagonal of the inverse of the normal equations X'WX, with the L2 penalty, of the features as they are and then
// of the intercept, if there is one: what standard errors are made of. Nothing where there is no inverse.
std::optional<std::vector<double>> inverseDiagonalOfNormal(LossSource& source, const TrainingSummary& summary,
                                                           const LinearSettings& settings);

}  // namespace ferro::ml
