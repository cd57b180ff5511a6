#include "ferro/mllib/solvers/preconditioned_lbfgs.h"

#include <utility>

#include "ferro/mllib/solvers/cholesky_factor.h"
#include "ferro/mllib/solvers/lbfgs.h"

namespace ferro::ml {
namespace {

// What is added to the diagonal, as a share of its largest number: a few rows say nothing certain of flat directions.
constexpr double kAdded = 1e-6;

using Factor = Eigen::LLT<Eigen::MatrixXd>;

Eigen::Map<const Eigen::VectorXd> asVector(const Point& point) {
  return {point.data(), static_cast<Eigen::Index>(point.size())};
}

Point asPoint(const Eigen::VectorXd& vector) { return {vector.data(), vector.data() + vector.size()}; }

// The objective as a function of L^T point, where L L^T is the Hessian.
class Preconditioned final : public Objective {
 public:
  Preconditioned(Objective& objective, Factor factor) : objective_(objective), factor_(std::move(factor)) {}

  size_t size() const override { return objective_.size(); }
  double evaluate(const Point& point, Point& gradient) override {
    Point inner(point.size());
    const double value = objective_.evaluate(outer(point), inner);
    gradient = asPoint(factor_.matrixL().solve(asVector(inner)));
    return value;
  }

  Point outer(const Point& point) const { return asPoint(factor_.matrixU().solve(asVector(point))); }
  Point inner(const Point& point) const { return asPoint(factor_.matrixU() * asVector(point)); }

 private:
  Objective& objective_;
  const Factor factor_;
};

}  // namespace

SolverResult minimizeByPreconditionedLbfgs(CurvedObjective& objective, Point start, double share,
                                           const SolverOptions& options) {
  std::vector<double> hessian(start.size() * start.size());
  objective.sampleHessian(start, share, hessian);
  Preconditioned easier(objective, choleskyFactor(hessian, static_cast<Eigen::Index>(start.size()), kAdded));
  SolverResult result = Lbfgs().minimize(easier, easier.inner(start), options);
  result.point = easier.outer(result.point);
  result.solver = "preconditioned-l-bfgs";
  return result;
}

}  // namespace ferro::ml
