#include "ferro/mllib/classification/logistic_training.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "ferro/common/error.h"
#include "ferro/mllib/losses/scaled_objective.h"
#include "ferro/mllib/solvers/choose_solver.h"
#include "ferro/mllib/solvers/dual_solver.h"

namespace ferro::ml {
namespace {

size_t rowsOf(const LogisticSettings& settings) {
  return settings.isMultinomial ? static_cast<size_t>(settings.numClasses) : 1;
}

double weightOfClass(const TrainingSummary& summary, size_t k) {
  return k < summary.classWeights.size() ? summary.classWeights[k] : 0.0;
}

// The only label there is, if there is only one.
std::optional<size_t> onlyClass(const TrainingSummary& summary) {
  std::optional<size_t> only;
  for (size_t k = 0; k < summary.classWeights.size(); ++k) {
    if (summary.classWeights[k] == 0) continue;
    if (only) return std::nullopt;
    only = k;
  }
  return only;
}

// With one label there is nothing to learn: the intercept alone says it, with certainty.
LogisticFit certainty(const TrainingSummary& summary, const LogisticSettings& settings, size_t label) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  LogisticFit fit;
  fit.coefficients.assign(rowsOf(settings) * static_cast<size_t>(summary.numFeatures), 0.0);
  fit.intercepts.assign(rowsOf(settings), 0.0);
  if (settings.isMultinomial) {
    fit.intercepts[label] = kInfinity;
  } else {
    fit.intercepts[0] = label == 0 ? -kInfinity : kInfinity;
  }
  fit.result.objectiveHistory = {0.0};
  fit.result.solver = "none";
  fit.result.reason = "all labels are the same";
  return fit;
}

// The intercepts that fit the labels' shares when all coefficients are zero.
std::vector<double> firstIntercepts(const TrainingSummary& summary, const LogisticSettings& settings) {
  if (!settings.isMultinomial) {
    const double zeros = weightOfClass(summary, 0);
    const double ones = weightOfClass(summary, 1);
    return {zeros > 0 && ones > 0 ? std::log(ones / zeros) : 0.0};
  }
  std::vector<double> intercepts(rowsOf(settings));
  for (size_t k = 0; k < intercepts.size(); ++k) intercepts[k] = std::log1p(weightOfClass(summary, k));
  const double mean =
      std::accumulate(intercepts.begin(), intercepts.end(), 0.0) / static_cast<double>(intercepts.size());
  for (double& intercept : intercepts) intercept -= mean;
  return intercepts;
}

// A bound of each coordinate of the scaled problem.
Point scaledBounds(const std::vector<double>& coefficients, const std::vector<double>& intercepts, double none,
                   const std::vector<double>& deviations, size_t rows, bool fitIntercept) {
  const size_t features = deviations.size();
  Point bounds(rows * features + (fitIntercept ? rows : 0), none);
  for (size_t i = 0; i < coefficients.size(); ++i) {
    const double deviation = deviations[i % features];
    if (deviation > 0 && std::isfinite(coefficients[i])) bounds[i] = coefficients[i] * deviation;
  }
  for (size_t k = 0; k < intercepts.size() && fitIntercept; ++k) bounds[rows * features + k] = intercepts[k];
  return bounds;
}

// Only differences between classes matter without a penalty: of all equal answers, the one whose mean is zero.
void centreCoefficients(std::vector<double>& coefficients, size_t rows) {
  const size_t features = coefficients.size() / rows;
  for (size_t j = 0; j < features; ++j) {
    double mean = 0;
    for (size_t k = 0; k < rows; ++k) mean += coefficients[k * features + j];
    mean /= static_cast<double>(rows);
    for (size_t k = 0; k < rows; ++k) coefficients[k * features + j] -= mean;
  }
}

// Error kInvalidArgument where the dual cannot be used.
void requireDual(const LogisticSettings& settings, const DualSource* dual) {
  if (dual != nullptr && !settings.isMultinomial && settings.bounds.isEmpty() && settings.regParam > 0 &&
      settings.elasticNetParam == 0) {
    return;
  }
  throw Error(ErrorCode::kInvalidArgument,
              "solver \"dual\" is for two classes with an L2 penalty and no bounds; set solver to \"auto\"");
}

// By coordinate: every class has the same ones, and intercepts have none.
Point l1PenaltiesOf(const LogisticSettings& settings, const std::vector<double>& deviations, size_t size) {
  const double penalty = settings.regParam * settings.elasticNetParam;
  const auto ofFeatures = penaltiesOf(penalty, PenaltyKind::kL1, deviations, settings.standardization);
  Point penalties(size, 0.0);
  for (size_t k = 0; k < rowsOf(settings); ++k) {
    std::copy(ofFeatures.begin(), ofFeatures.end(),
              penalties.begin() + static_cast<std::ptrdiff_t>(k * ofFeatures.size()));
  }
  return penalties;
}

Point startOf(const TrainingSummary& summary, const LogisticSettings& settings, size_t size) {
  Point start(size, 0.0);
  if (!settings.fitIntercept) return start;
  const auto intercepts = firstIntercepts(summary, settings);
  std::copy(intercepts.begin(), intercepts.end(), start.end() - static_cast<std::ptrdiff_t>(intercepts.size()));
  return start;
}

void addBounds(Problem& problem, const LogisticSettings& settings, const std::vector<double>& deviations) {
  const LogisticBounds& bounds = settings.bounds;
  if (bounds.isEmpty()) return;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  problem.lowerBounds = scaledBounds(bounds.lowerCoefficients, bounds.lowerIntercepts, -kInfinity, deviations,
                                     rowsOf(settings), settings.fitIntercept);
  problem.upperBounds = scaledBounds(bounds.upperCoefficients, bounds.upperIntercepts, kInfinity, deviations,
                                     rowsOf(settings), settings.fitIntercept);
}

LogisticFit fitOf(const ScaledObjective& objective, SolverResult result, const LogisticSettings& settings) {
  LogisticFit fit;
  fit.coefficients = objective.coefficients(result.point);
  fit.intercepts = objective.intercepts(result.point);
  fit.result = std::move(result);
  if (settings.isMultinomial && settings.bounds.isEmpty()) {
    if (settings.regParam == 0) centreCoefficients(fit.coefficients, rowsOf(settings));
    centreCoefficients(fit.intercepts, rowsOf(settings));
  }
  return fit;
}

}  // namespace

LogisticFit trainLogistic(LossSource& source, const TrainingSummary& summary, const LogisticSettings& settings,
                          DualSource* dual) {
  if (const auto only = onlyClass(summary); only && settings.fitIntercept && settings.bounds.isEmpty()) {
    return certainty(summary, settings, *only);
  }
  const size_t rows = rowsOf(settings);
  const std::vector<double> deviations = summary.featureDeviations();
  const bool isCentred = settings.fitIntercept && !settings.bounds.boundsIntercepts();
  LossRequest request;
  request.kind = settings.isMultinomial ? LossKind::kMultinomial : LossKind::kBinomial;
  request.numClasses = static_cast<int>(rows);
  request.numFeatures = summary.numFeatures;
  const size_t size = rows * deviations.size() + (settings.fitIntercept ? rows : 0);
  const auto l2 = penaltiesOf(settings.regParam * (1 - settings.elasticNetParam), PenaltyKind::kL2, deviations,
                              settings.standardization);
  ScaledObjective objective(source, request, scalingOf(summary, deviations, isCentred), l2, settings.fitIntercept);
  Problem problem{.objective = objective, .start = startOf(summary, settings, size)};
  if (settings.solver == "dual") {
    requireDual(settings, dual);
    DualProblem inDual{objective, *dual, l2, summary.weightSum, settings.fitIntercept, problem.start, 0};
    return fitOf(objective, minimizeByDual(std::move(inDual), settings.options), settings);
  }
  if (settings.regParam * settings.elasticNetParam > 0) problem.l1Penalties = l1PenaltiesOf(settings, deviations, size);
  problem.isCurved = !settings.isMultinomial;
  problem.numRows = summary.numRows;
  problem.storedPerRow = summary.storedPerRow();
  addBounds(problem, settings, deviations);
  return fitOf(objective, solve(std::move(problem), settings.solver, settings.options), settings);
}

}  // namespace ferro::ml
