#include "ferro/mllib/solvers/lbfgs.h"

#include <utility>

#include "ferro/mllib/solvers/point_math.h"
#include "ferro/mllib/solvers/wolfe_search.h"

namespace ferro::ml {
namespace {

constexpr double kSmallestStep = 1e-10;

}  // namespace

std::optional<Iterate> Lbfgs::step(Objective& objective, const Iterate& from, const Point& direction, bool isFirst) {
  Iterate last;
  const LineValue start{0, from.value, dot(from.gradient, direction)};
  const auto length = wolfeSearch(
      [&](double step) {
        last = evaluate(objective, stepped(from.point, step, direction));
        return LineValue{step, last.value, dot(last.gradient, direction)};
      },
      start, isFirst ? 1.0 / norm(direction) : 1.0, WolfeOptions{});
  if (!length || *length * norm(from.gradient) < kSmallestStep) return std::nullopt;
  return last;
}

void Lbfgs::remember(const Iterate& before, const Iterate& after) {
  memory_.add(difference(after.point, before.point), difference(after.smoothGradient, before.smoothGradient));
}

}  // namespace ferro::ml
