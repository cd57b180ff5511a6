// The loop that all quasi-Newton solvers share, with Spark's rules for when to stop and what to do when no step can be
// found. A solver object is used for one minimisation, by one driver thread.
#pragma once

#include <deque>
#include <optional>
#include <vector>

#include "ferro/mllib/solvers/solver.h"

namespace ferro::ml {

// A point with what is known there. The smooth part is what is differentiated; the full value has what a solver adds to
// it, such as an L1 penalty.
struct Iterate {
  Point point;
  double smoothValue = 0;
  Point smoothGradient;
  double value = 0;
  Point gradient;
};

class Descent {
 public:
  virtual ~Descent() = default;
  SolverResult minimize(Objective& objective, Point start, const SolverOptions& options);

 protected:
  virtual const char* name() const = 0;
  // Fills in value and gradient from the smooth ones.
  virtual void complete(Iterate& iterate) const;
  // Nothing, if the memory gives no direction.
  virtual std::optional<Point> direction(const Iterate& from) = 0;
  // Nothing, if no good step was found.
  virtual std::optional<Iterate> step(Objective& objective, const Iterate& from, const Point& direction,
                                      bool isFirst) = 0;
  virtual void remember(const Iterate& before, const Iterate& after) = 0;
  virtual void forget() = 0;
  // A reason to stop of the solver's own.
  virtual const char* ownReason(const Iterate&) const { return nullptr; }

  Iterate evaluate(Objective& objective, Point point) const;

 private:
  const char* reasonToStop(const Iterate& at, int iteration, const SolverOptions& options) const;

  double firstValue_ = 0;
  std::deque<double> recent_;  // infinity and the values of the last iterations, 20 in all
};

}  // namespace ferro::ml
