// L-BFGS with a strong Wolfe line search, for smooth objectives. It takes the steps that Spark takes.
#pragma once

#include "ferro/mllib/solvers/descent.h"
#include "ferro/mllib/solvers/inverse_hessian.h"

namespace ferro::ml {

class Lbfgs : public Descent {
 public:
  Lbfgs() : memory_(10) {}

 protected:
  const char* name() const override { return "l-bfgs"; }
  std::optional<Point> direction(const Iterate& from) override { return memory_.direction(from.gradient); }
  std::optional<Iterate> step(Objective& objective, const Iterate& from, const Point& direction, bool isFirst) override;
  void remember(const Iterate& before, const Iterate& after) override;
  void forget() override { memory_.clear(); }

 private:
  InverseHessian memory_;
};

}  // namespace ferro::ml
