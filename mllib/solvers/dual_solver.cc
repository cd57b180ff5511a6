#include "ferro/mllib/solvers/dual_solver.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ferro/mllib/solvers/lbfgs.h"
#include "ferro/mllib/solvers/point_math.h"

namespace ferro::ml {
namespace {

constexpr int kEpochsPerRound = 2;
constexpr double kSmallestDualGradient = 1e-8;
constexpr int kIdleRounds = 2;  // so many rounds without progress end the dual's part
// The intercept has no penalty, and the dual needs one: it is held near where the last round left it, by this much.
constexpr double kInterceptHold = 0.05;

class DualRounds {
 public:
  explicit DualRounds(DualProblem& problem) : problem_(problem) {
    const FeatureScaling& scaling = problem.objective.scaling();
    const size_t features = problem.objective.numFeatures();
    request_.coefficients.assign(features, 0.0);
    request_.steps.resize(features);
    for (size_t j = 0; j < features; ++j) {
      const double inverse = scaling.inverseDeviations[j];
      const double penalty = problem.penalties[j];
      request_.steps[j] = penalty > 0 ? inverse * inverse / (penalty * problem.weightSum) : 0.0;
    }
    if (problem.fitIntercept) {
      request_.offset = centre_ = problem.start.back();
      request_.offsetStep = 1 / (kInterceptHold * problem.weightSum);
    }
    request_.caution = problem.source.numDualPartitions();
    request_.epochs = kEpochsPerRound;
    request_.seed = problem.seed;
  }

  void run() {
    ++request_.seed;
    auto changes = problem_.source.ascend(request_);
    request_.duals.resize(changes.size());
    for (size_t p = 0; p < changes.size(); ++p) {
      for (size_t j = 0; j < request_.coefficients.size(); ++j) request_.coefficients[j] += changes[p].coefficients[j];
      request_.offset += changes[p].offset;
      request_.duals[p] = std::move(changes[p].duals);
    }
  }

  // Holds the intercept near where it is now. What the dual variables pull at it stays, so that it moves on as far
  // again.
  void moveCentre() {
    const double pull = request_.offset - centre_;
    centre_ = request_.offset;
    request_.offset += pull;
  }

  Point point() const {
    const FeatureScaling& scaling = problem_.objective.scaling();
    Point point(problem_.objective.size(), 0.0);
    double shift = 0;
    for (size_t j = 0; j < request_.coefficients.size(); ++j) {
      const double inverse = scaling.inverseDeviations[j];
      point[j] = inverse > 0 ? request_.coefficients[j] / inverse : 0.0;
      if (!scaling.scaledMeans.empty()) shift += point[j] * scaling.scaledMeans[j];
    }
    if (problem_.fitIntercept) point.back() = request_.offset + shift;
    return point;
  }

 private:
  DualProblem& problem_;
  DualRequest request_;
  double centre_ = 0;
};

}  // namespace

SolverResult minimizeByDual(DualProblem problem, const SolverOptions& options) {
  Point gradient(problem.start.size());
  Point best = problem.start;
  double lowest = problem.objective.evaluate(best, gradient);
  const double first = std::abs(lowest);
  SolverResult result;
  const auto report = [&](double value) {
    result.objectiveHistory.push_back(value);
    if (options.onIteration) options.onIteration(result.iterations(), value);
  };
  report(lowest);
  DualRounds rounds(problem);
  for (int idle = 0; idle < kIdleRounds && result.iterations() < options.maxIterations;) {
    rounds.run();
    Point point = rounds.point();
    rounds.moveCentre();
    const double value = problem.objective.evaluate(point, gradient);
    idle = lowest - value <= options.tolerance * first ? idle + 1 : 0;
    if (value < lowest) {
      lowest = value;
      best = std::move(point);
    }
    report(lowest);
    if (norm(gradient) <= std::max(options.tolerance * std::abs(value), kSmallestDualGradient)) break;
  }
  SolverOptions rest = options;
  const int done = result.iterations();
  rest.maxIterations = std::max(0, options.maxIterations - done);
  if (options.onIteration) {
    rest.onIteration = [&](int iteration, double value) {
      if (iteration > 0) options.onIteration(done + iteration, value);
    };
  }
  SolverResult end = Lbfgs().minimize(problem.objective, std::move(best), rest);
  result.objectiveHistory.insert(result.objectiveHistory.end(), end.objectiveHistory.begin() + 1,
                                 end.objectiveHistory.end());
  result.point = std::move(end.point);
  result.reason = end.reason;
  result.solver = "dual";
  return result;
}

}  // namespace ferro::ml
