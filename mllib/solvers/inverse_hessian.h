// What L-BFGS remembers: the last steps and how the gradient changed along them. Used by one solver.
#pragma once

#include <deque>
#include <optional>

#include "ferro/mllib/solvers/objective.h"

namespace ferro::ml {

class InverseHessian {
 public:
  explicit InverseHessian(size_t memory) : memory_(memory) {}

  void add(Point step, Point gradientChange);
  void clear() { pairs_.clear(); }
  // Minus the approximate inverse Hessian times the gradient; nothing, if the remembered curvature makes no sense.
  std::optional<Point> direction(const Point& gradient) const;

 private:
  struct Pair {
    Point step;
    Point change;
    double product;  // step times change
  };

  const size_t memory_;
  std::deque<Pair> pairs_;  // the newest first
};

}  // namespace ferro::ml
