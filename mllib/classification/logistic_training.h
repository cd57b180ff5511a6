// Training of logistic regression, binomial and multinomial, with Spark's objective, on whatever can sum its loss. Pure
// numerics: no session, no tables. Called on one driver thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ferro/mllib/blocks/training_summary.h"
#include "ferro/mllib/losses/loss_source.h"
#include "ferro/mllib/solvers/dual_pass.h"
#include "ferro/mllib/solvers/solver.h"

namespace ferro::ml {

// Bounds of coefficients, class by class, and of intercepts. An empty one bounds nothing.
struct LogisticBounds {
  std::vector<double> lowerCoefficients;
  std::vector<double> upperCoefficients;
  std::vector<double> lowerIntercepts;
  std::vector<double> upperIntercepts;

  bool isEmpty() const { return lowerCoefficients.empty() && upperCoefficients.empty() && !boundsIntercepts(); }
  bool boundsIntercepts() const { return !lowerIntercepts.empty() || !upperIntercepts.empty(); }
};

struct LogisticSettings {
  double regParam = 0;
  double elasticNetParam = 0;
  bool fitIntercept = true;
  bool standardization = true;
  bool isMultinomial = false;
  int numClasses = 2;
  // "l-bfgs": what Spark takes for the penalty and bounds; "newton-cholesky", "preconditioned-l-bfgs",
  // "dual"; "auto": by shape.
  std::string solver = "l-bfgs";
  LogisticBounds bounds{};
  SolverOptions options{};
};

struct LogisticFit {
  std::vector<double> coefficients;  // class by class; one class if binomial
  std::vector<double> intercepts;
  SolverResult result;
};

// dual: who can run rounds of the solver "dual"; null: nobody can.
LogisticFit trainLogistic(LossSource& source, const TrainingSummary& summary, const LogisticSettings& settings,
                          DualSource* dual = nullptr);

}  // namespace ferro::ml
