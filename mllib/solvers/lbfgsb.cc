#include "ferro/mllib/solvers/lbfgsb.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ferro/mllib/solvers/bounded_model.h"
#include "ferro/mllib/solvers/point_math.h"
#include "ferro/mllib/solvers/wolfe_search.h"

namespace ferro::ml {
namespace {

constexpr int kMaxSteps = 64;

// A projected gradient step below this is an optimum: Spark's bound, whatever the tolerance.
constexpr double kSmallestProjection = 1e-5;

Eigen::Map<const Eigen::VectorXd> mapped(const Point& point) {
  return {point.data(), static_cast<Eigen::Index>(point.size())};
}

}  // namespace

class Lbfgsb::Model : public BoundedModel {
 public:
  using BoundedModel::BoundedModel;
};

Lbfgsb::Lbfgsb(Point lower, Point upper)
    : lower_(std::move(lower)), upper_(std::move(upper)), model_(std::make_unique<Model>(lower_, upper_)) {}

Lbfgsb::~Lbfgsb() = default;

std::optional<Point> Lbfgsb::direction(const Iterate& from) {
  const Eigen::VectorXd to = model_->minimizer(mapped(from.point), mapped(from.gradient));
  if (!to.allFinite()) return std::nullopt;
  Point towards(from.point.size());
  for (size_t i = 0; i < towards.size(); ++i) towards[i] = to[static_cast<Eigen::Index>(i)] - from.point[i];
  return towards;
}

std::optional<Iterate> Lbfgsb::step(Objective& objective, const Iterate& from, const Point& direction, bool) {
  WolfeOptions options{kMaxSteps, kMaxSteps};
  for (size_t i = 0; i < direction.size(); ++i) {
    if (direction[i] == 0) continue;
    const double bound = direction[i] < 0 ? lower_[i] : upper_[i];
    options.bound = std::min(options.bound, (bound - from.point[i]) / direction[i]);
  }
  Iterate last;
  const LineValue start{0, from.value, dot(from.gradient, direction)};
  const auto length = wolfeSearch(
      [&](double step) {
        Point to = stepped(from.point, step, direction);
        for (size_t i = 0; i < to.size(); ++i) to[i] = std::clamp(to[i], lower_[i], upper_[i]);
        last = evaluate(objective, std::move(to));
        return LineValue{step, last.value, dot(last.gradient, direction)};
      },
      start, std::min(1.0, options.bound), options);
  if (!length || *length == 0) return std::nullopt;
  return last;
}

void Lbfgsb::remember(const Iterate& before, const Iterate& after) {
  model_->add(mapped(after.point) - mapped(before.point), mapped(after.gradient) - mapped(before.gradient));
}

void Lbfgsb::forget() { model_->clear(); }

const char* Lbfgsb::ownReason(const Iterate& at) const {
  double longest = 0;
  for (size_t i = 0; i < at.point.size(); ++i) {
    const double to = std::clamp(at.point[i] - at.gradient[i], lower_[i], upper_[i]);
    longest = std::max(longest, std::abs(to - at.point[i]));
  }
  return longest < kSmallestProjection ? "projected gradient converged" : nullptr;
}

}  // namespace ferro::ml
