// OWL-QN: L-BFGS for a smooth objective plus an L1 penalty. Coefficients stay in the orthant where a step began, so
// that many become exactly zero. It takes the steps that Spark takes.
#pragma once

#include <utility>

#include "ferro/mllib/solvers/lbfgs.h"

namespace ferro::ml {

class Owlqn final : public Lbfgs {
 public:
  // The penalty of each coordinate; 0 for none.
  explicit Owlqn(Point penalties) : penalties_(std::move(penalties)) {}

 protected:
  const char* name() const override { return "owl-qn"; }
  void complete(Iterate& iterate) const override;
  std::optional<Point> direction(const Iterate& from) override;
  std::optional<Iterate> step(Objective& objective, const Iterate& from, const Point& direction, bool isFirst) override;

 private:
  const Point penalties_;
};

}  // namespace ferro::ml
