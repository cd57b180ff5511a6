#include "ferro/mllib/solvers/owlqn.h"

#include <cmath>

#include "ferro/mllib/solvers/point_math.h"

namespace ferro::ml {
namespace {

constexpr int kMaxTries = 20;
constexpr double kOwlqnDecrease = 1e-4;
constexpr double kOwlqnCurvature = 0.9;
constexpr double kOwlqnGrowth = 2.1;
constexpr double kSmallestOwlqnStep = 1e-10;
constexpr double kLargestStep = 1e10;

double signOf(double x) { return x > 0 ? 1.0 : x < 0 ? -1.0 : 0.0; }

// The point that the step leads to, with zero for each coordinate that would leave its orthant.
Point steppedInOrthant(const Iterate& from, double length, const Point& direction) {
  Point to = stepped(from.point, length, direction);
  for (size_t i = 0; i < to.size(); ++i) {
    const double orthant = from.point[i] != 0 ? signOf(from.point[i]) : signOf(-from.gradient[i]);
    if (signOf(to[i]) != orthant) to[i] = 0;
  }
  return to;
}

}  // namespace

// The gradient at a kink is the one of least size among those there.
void Owlqn::complete(Iterate& iterate) const {
  iterate.value = iterate.smoothValue;
  iterate.gradient = iterate.smoothGradient;
  for (size_t i = 0; i < penalties_.size(); ++i) {
    const double penalty = penalties_[i];
    if (penalty == 0) continue;
    iterate.value += penalty * std::abs(iterate.point[i]);
    double& slope = iterate.gradient[i];
    if (iterate.point[i] != 0) {
      slope += signOf(iterate.point[i]) * penalty;
    } else if (slope > penalty) {
      slope -= penalty;
    } else if (slope < -penalty) {
      slope += penalty;
    } else {
      slope = 0;
    }
  }
}

std::optional<Point> Owlqn::direction(const Iterate& from) {
  auto towards = Lbfgs::direction(from);
  if (!towards) return std::nullopt;
  for (size_t i = 0; i < towards->size(); ++i) {
    if (!((*towards)[i] * from.gradient[i] < 0)) (*towards)[i] = 0;
  }
  return towards;
}

// Backtracking, which looks at the slope too. The first try is judged by the smooth value where the step begins, not by
// its own: so does Spark, and it is what its iterations come from.
std::optional<Iterate> Owlqn::step(Objective& objective, const Iterate& from, const Point& direction, bool isFirst) {
  const double shrink = isFirst ? 0.1 : 0.5;
  const double slopeAtStart = dot(from.gradient, direction);
  double length = isFirst ? 0.5 / norm(from.smoothGradient) : 1.0;
  Iterate last = evaluate(objective, steppedInOrthant(from, length, direction));
  double value = from.smoothValue;
  for (int tries = 1;; ++tries) {
    const double slope = dot(last.gradient, direction);
    double factor = 1;
    if (value > from.value + length * slopeAtStart * kOwlqnDecrease) {
      factor = shrink;
    } else if (slope < kOwlqnCurvature * slopeAtStart) {
      factor = kOwlqnGrowth;
    } else if (slope > -kOwlqnCurvature * slopeAtStart) {
      factor = shrink;
    }
    if (factor == 1 || tries == kMaxTries) return last;
    length *= factor;
    if (length < kSmallestOwlqnStep || length > kLargestStep) return std::nullopt;
    last = evaluate(objective, steppedInOrthant(from, length, direction));
    value = last.value;
  }
}

}  // namespace ferro::ml
