#include "ferro/mllib/solvers/descent.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "ferro/mllib/solvers/point_math.h"

namespace ferro::ml {
namespace {

constexpr size_t kRecentValues = 20;
constexpr double kSmallestGradient = 1e-8;

}  // namespace

void Descent::complete(Iterate& iterate) const {
  iterate.value = iterate.smoothValue;
  iterate.gradient = iterate.smoothGradient;
}

Iterate Descent::evaluate(Objective& objective, Point point) const {
  Iterate iterate;
  iterate.smoothGradient.resize(point.size());
  iterate.smoothValue = objective.evaluate(point, iterate.smoothGradient);
  iterate.point = std::move(point);
  complete(iterate);
  return iterate;
}

const char* Descent::reasonToStop(const Iterate& at, int iteration, const SolverOptions& options) const {
  if (const char* reason = ownReason(at)) return reason;
  if (iteration >= options.maxIterations) return "max iterations reached";
  const double highest = *std::max_element(recent_.begin(), recent_.end());
  if (recent_.size() >= 2 && std::abs(at.value - highest) <= options.tolerance * std::abs(firstValue_)) {
    return "function values converged";
  }
  if (norm(at.gradient) <= std::max(options.tolerance * std::abs(at.value), kSmallestGradient)) {
    return "gradient converged";
  }
  return nullptr;
}

SolverResult Descent::minimize(Objective& objective, Point start, const SolverOptions& options) {
  Iterate at = evaluate(objective, std::move(start));
  firstValue_ = at.value;
  // Values count as converged only when the oldest of those remembered is one of them, as in Spark.
  recent_.assign(1, std::numeric_limits<double>::infinity());
  SolverResult result;
  result.solver = name();
  bool failed = false;  // the last attempt found no step
  for (int iteration = 0;;) {
    result.objectiveHistory.push_back(at.value);
    if (options.onIteration) options.onIteration(result.iterations(), at.value);
    if (const char* reason = reasonToStop(at, iteration, options)) {
      result.reason = reason;
      break;
    }
    auto towards = direction(at);
    auto next = towards ? step(objective, at, *towards, iteration == 0) : std::nullopt;
    if (!next) {
      forget();
      if (failed) {
        result.reason = "line search failed";
        result.objectiveHistory.push_back(at.value);
        break;
      }
      failed = true;
      continue;
    }
    failed = false;
    remember(at, *next);
    recent_.push_back(next->value);
    if (recent_.size() > kRecentValues) recent_.pop_front();
    at = std::move(*next);
    ++iteration;
  }
  result.point = std::move(at.point);
  return result;
}

}  // namespace ferro::ml
