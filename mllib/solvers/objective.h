// What solvers minimise: a function that gives its value and gradient at a point. Called by one driver thread at a
// time.
#pragma once

#include <cstddef>
#include <vector>

namespace ferro::ml {

using Point = std::vector<double>;

class Objective {
 public:
  virtual ~Objective() = default;
  virtual size_t size() const = 0;
  // gradient has size() numbers and is overwritten.
  virtual double evaluate(const Point& point, Point& gradient) = 0;
};

// An objective with second derivatives.
class CurvedObjective : public Objective {
 public:
  // hessian has size() * size() numbers, row by row, and is overwritten.
  virtual double evaluate(const Point& point, Point& gradient, std::vector<double>& hessian) = 0;
  // The Hessian alone, of about this share of the rows where there are rows: roughly what the whole one is.
  virtual void sampleHessian(const Point& point, double /*share*/, std::vector<double>& hessian) {
    Point gradient(size());
    evaluate(point, gradient, hessian);
  }
  using Objective::evaluate;
};

}  // namespace ferro::ml
