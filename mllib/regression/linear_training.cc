#include "ferro/mllib/regression/linear_training.h"

#include <cmath>
#include <limits>
#include <utility>

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include "ferro/common/error.h"
#include "ferro/mllib/losses/scaled_objective.h"
#include "ferro/mllib/solvers/choose_solver.h"

namespace ferro::ml {
namespace {

constexpr int64_t kMostNormalFeatures = 4096;
// Below this an inverse is made of rounding.
constexpr double kSmallestCondition = 1e-14;

// Deviations of features and label, as the solver that Spark would take has them: normal equations divide by the sum of
// weights, L-BFGS by one row less.
struct Deviations {
  std::vector<double> features;
  double label = 0;
};

Deviations deviationsOf(const TrainingSummary& summary, bool ofPopulation) {
  Deviations deviations{summary.featureDeviations(), summary.labelDeviation()};
  if (!ofPopulation) return deviations;
  const double sample = summary.weightSum - summary.weightSquareSum / summary.weightSum;
  const double factor = std::sqrt(sample / summary.weightSum);
  for (double& deviation : deviations.features) deviation *= factor;
  deviations.label *= factor;
  return deviations;
}

double dotWithMeans(const std::vector<double>& coefficients, const std::vector<double>& means) {
  double sum = 0;
  for (size_t j = 0; j < coefficients.size(); ++j) sum += coefficients[j] * means[j];
  return sum;
}

// A label that never changes is met by the intercept alone.
LinearFit constantFit(const TrainingSummary& summary) {
  LinearFit fit;
  fit.coefficients.assign(static_cast<size_t>(summary.numFeatures), 0.0);
  fit.intercept = summary.labelMean();
  fit.result.objectiveHistory = {0.0};
  fit.result.solver = "none";
  fit.result.reason = "all labels are the same";
  return fit;
}

ScaledObjective squaredObjective(LossSource& source, const TrainingSummary& summary, const LinearSettings& settings,
                                 const Deviations& deviations) {
  LossRequest request;
  request.kind = LossKind::kSquared;
  request.numFeatures = summary.numFeatures;
  request.labelScale = 1 / deviations.label;
  // With features and labels centred the intercept is 0, and no coordinate is spent on it.
  request.labelShift = settings.fitIntercept ? -summary.labelMean() / deviations.label : 0.0;
  const double l2 = settings.regParam / deviations.label * (1 - settings.elasticNetParam);
  return {source, request, scalingOf(summary, deviations.features, settings.fitIntercept),
          penaltiesOf(l2, PenaltyKind::kL2, deviations.features, settings.standardization), false};
}

LinearFit trainSquared(LossSource& source, const TrainingSummary& summary, const LinearSettings& settings) {
  const bool isNormal =
      settings.solver == "normal" || (settings.solver == "auto" && summary.numFeatures <= kMostNormalFeatures);
  Deviations deviations = deviationsOf(summary, isNormal);
  if (deviations.label == 0) {
    if (settings.fitIntercept || summary.labelMean() == 0) return constantFit(summary);
    if (settings.regParam != 0) {
      throw Error(ErrorCode::kInvalidArgument,
                  "LinearRegression: the label is constant, so that a penalty means nothing without an intercept; set "
                  "regParam to 0 or fitIntercept to true");
    }
    deviations.label = std::abs(summary.labelMean());
  }
  const double l1 = settings.regParam / deviations.label * settings.elasticNetParam;
  ScaledObjective objective = squaredObjective(source, summary, settings, deviations);
  Problem problem{.objective = objective, .start = Point(objective.size(), 0.0)};
  problem.isCurved = true;
  if (l1 > 0) problem.l1Penalties = penaltiesOf(l1, PenaltyKind::kL1, deviations.features, settings.standardization);
  const char* solver = isNormal && l1 == 0 ? "newton-cholesky" : "l-bfgs";

  LinearFit fit;
  fit.result = solve(std::move(problem), solver, settings.options);
  if (isNormal && l1 == 0) fit.result.solver = "normal";
  fit.coefficients = objective.coefficients(fit.result.point);
  for (double& coefficient : fit.coefficients) coefficient *= deviations.label;
  if (settings.fitIntercept)
    fit.intercept = summary.labelMean() - dotWithMeans(fit.coefficients, summary.featureMeans());
  return fit;
}

LinearFit trainHuber(LossSource& source, const TrainingSummary& summary, const LinearSettings& settings) {
  const std::vector<double> deviations = summary.featureDeviations();
  LossRequest request;
  request.kind = LossKind::kHuber;
  request.numFeatures = summary.numFeatures;
  request.epsilon = settings.epsilon;
  ScaledObjective objective(source, request, scalingOf(summary, deviations, settings.fitIntercept),
                            penaltiesOf(settings.regParam, PenaltyKind::kL2, deviations, settings.standardization),
                            settings.fitIntercept);
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  Problem problem{.objective = objective, .start = Point(objective.size(), 1.0)};
  problem.lowerBounds.assign(objective.size(), -kInfinity);
  problem.upperBounds.assign(objective.size(), kInfinity);
  problem.lowerBounds.back() = std::numeric_limits<double>::min();
  LinearFit fit;
  fit.result = solve(std::move(problem), "l-bfgs", settings.options);
  fit.coefficients = objective.coefficients(fit.result.point);
  if (settings.fitIntercept) fit.intercept = objective.intercepts(fit.result.point)[0];
  fit.scale = fit.result.point.back();
  return fit;
}

}  // namespace

std::optional<std::vector<double>> inverseDiagonalOfNormal(LossSource& source, const TrainingSummary& summary,
                                                           const LinearSettings& settings) {
  const Deviations deviations = deviationsOf(summary, true);
  ScaledObjective objective = squaredObjective(source, summary, settings, deviations);
  const auto size = static_cast<Eigen::Index>(objective.size());
  std::vector<double> hessian(objective.size() * objective.size());
  Point gradient(objective.size());
  static_cast<void>(objective.evaluate(Point(objective.size(), 0.0), gradient, hessian));
  const Eigen::LLT<Eigen::MatrixXd> factor(Eigen::Map<const Eigen::MatrixXd>(hessian.data(), size, size));
  if (factor.info() != Eigen::Success || factor.rcond() < kSmallestCondition) return {};
  const Eigen::MatrixXd inverse = factor.solve(Eigen::MatrixXd::Identity(size, size));
  std::vector<double> diagonal;
  for (Eigen::Index j = 0; j < size; ++j) {
    const double deviation = deviations.features[static_cast<size_t>(j)];
    diagonal.push_back(inverse(j, j) / (summary.weightSum * deviation * deviation));
  }
  if (!settings.fitIntercept) return diagonal;
  // Features were centred, so that the intercept's part comes by its means.
  const std::vector<double>& scaledMeans = objective.scaling().scaledMeans;
  const Eigen::Map<const Eigen::VectorXd> means(scaledMeans.data(), size);
  diagonal.push_back((1 + means.dot(inverse * means)) / summary.weightSum);
  return diagonal;
}

LinearFit trainLinear(LossSource& source, const TrainingSummary& summary, const LinearSettings& settings) {
  return settings.isHuber ? trainHuber(source, summary, settings) : trainSquared(source, summary, settings);
}

}  // namespace ferro::ml
