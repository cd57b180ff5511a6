#include "ferro/mllib/solvers/newton.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "ferro/mllib/solvers/cholesky_factor.h"
#include "ferro/mllib/solvers/point_math.h"

namespace ferro::ml {
namespace {

constexpr double kNewtonDecrease = 1e-4;
constexpr int kMaxHalvings = 30;
constexpr double kSmallestNewtonGradient = 1e-8;

struct Curved {
  Point point;
  Point gradient;
  std::vector<double> hessian;
  double value = 0;
};

Curved evaluate(CurvedObjective& objective, Point point) {
  Curved at;
  at.gradient.resize(point.size());
  at.hessian.resize(point.size() * point.size());
  at.value = objective.evaluate(point, at.gradient, at.hessian);
  at.point = std::move(point);
  return at;
}

// Nothing where no addition to the diagonal gives a direction that leads down: sums that are no numbers.
std::optional<Point> newtonDirection(const Curved& at) {
  constexpr double kMostAdded = 1e10;
  const auto size = static_cast<Eigen::Index>(at.point.size());
  const Eigen::Map<const Eigen::VectorXd> gradient(at.gradient.data(), size);
  for (double added = 0; added <= kMostAdded; added = added == 0 ? 1e-14 : added * 100) {
    const Eigen::VectorXd solution = choleskyFactor(at.hessian, size, added).solve(gradient);
    if (!solution.allFinite() || solution.dot(gradient) <= 0) continue;
    Point direction(at.point.size());
    for (Eigen::Index i = 0; i < size; ++i) direction[static_cast<size_t>(i)] = -solution[i];
    return direction;
  }
  return std::nullopt;
}

bool hasDecreased(double value, const Curved& from, double step, double slope) {
  return value <= from.value + kNewtonDecrease * step * slope;
}

// The whole step is tried with its second derivatives, which the next iteration needs if it is taken: it nearly always
// is.
bool advance(CurvedObjective& objective, Curved& at) {
  const auto found = newtonDirection(at);
  if (!found) return false;
  const Point& direction = *found;
  const double slope = dot(at.gradient, direction);
  Curved next = evaluate(objective, stepped(at.point, 1.0, direction));
  double step = 1;
  Point gradient(at.point.size());
  double value = next.value;
  for (int halvings = 0; !hasDecreased(value, at, step, slope); ++halvings) {
    if (halvings == kMaxHalvings) return false;
    step /= 2;
    value = objective.evaluate(stepped(at.point, step, direction), gradient);
  }
  if (step < 1) next = evaluate(objective, stepped(at.point, step, direction));
  at = std::move(next);
  return true;
}

}  // namespace

SolverResult minimizeByNewton(CurvedObjective& objective, Point start, const SolverOptions& options) {
  Curved at = evaluate(objective, std::move(start));
  SolverResult result;
  result.solver = "newton-cholesky";
  double before = INFINITY;
  const double first = std::abs(at.value);
  while (true) {
    result.objectiveHistory.push_back(at.value);
    if (options.onIteration) options.onIteration(result.iterations(), at.value);
    if (result.iterations() >= options.maxIterations) {
      result.reason = "max iterations reached";
    } else if (norm(at.gradient) <= std::max(options.tolerance * std::abs(at.value), kSmallestNewtonGradient)) {
      result.reason = "gradient converged";
    } else if (std::abs(before - at.value) <= 0.01 * options.tolerance * first) {
      result.reason = "function values converged";
    } else {
      before = at.value;
      if (advance(objective, at)) continue;
      result.reason = "no lower value along the Newton direction";
    }
    break;
  }
  result.point = std::move(at.point);
  return result;
}

}  // namespace ferro::ml
