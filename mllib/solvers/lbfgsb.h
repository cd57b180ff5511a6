// L-BFGS-B: L-BFGS with a lower and an upper bound of each coordinate, after Byrd, Lu, Nocedal and Zhu (1995).
#pragma once

#include <memory>

#include "ferro/mllib/solvers/descent.h"

namespace ferro::ml {

class Lbfgsb final : public Descent {
 public:
  // The start of the minimisation lies within the bounds.
  Lbfgsb(Point lower, Point upper);
  ~Lbfgsb() override;

 protected:
  const char* name() const override { return "l-bfgs-b"; }
  std::optional<Point> direction(const Iterate& from) override;
  std::optional<Iterate> step(Objective& objective, const Iterate& from, const Point& direction, bool isFirst) override;
  void remember(const Iterate& before, const Iterate& after) override;
  void forget() override;
  const char* ownReason(const Iterate& at) const override;

 private:
  class Model;

  const Point lower_;
  const Point upper_;
  std::unique_ptr<Model> model_;
};

}  // namespace ferro::ml
