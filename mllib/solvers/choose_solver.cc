#include "ferro/mllib/solvers/choose_solver.h"

#include <algorithm>
#include <utility>

#include "ferro/common/error.h"
#include "ferro/mllib/solvers/lbfgs.h"
#include "ferro/mllib/solvers/lbfgsb.h"
#include "ferro/mllib/solvers/newton.h"
#include "ferro/mllib/solvers/owlqn.h"
#include "ferro/mllib/solvers/preconditioned_lbfgs.h"

namespace ferro::ml {
namespace {

// A Newton pass costs about storedPerRow / 4 passes of a gradient, and replaces some twenty of them.
constexpr size_t kNewtonSize = 512;
constexpr double kNewtonStored = 16;
// Beyond this a Cholesky factor costs more than the passes that it saves.
constexpr size_t kPreconditionedSize = 2000;
// The Hessian of so many rows, for each coordinate and in all, is near enough to that of all rows.
constexpr double kSampledRows = 10;
constexpr double kLeastSampledRows = 2000;

[[noreturn]] void refuse(const std::string& solver, const std::string& why) {
  throw Error(ErrorCode::kInvalidArgument,
              "solver \"" + solver + "\" cannot be used " + why + "; set solver to \"auto\"");
}

}  // namespace

std::string solverFor(const Problem& problem) {
  if (!problem.lowerBounds.empty() || !problem.l1Penalties.empty() || !problem.isCurved) return "l-bfgs";
  const size_t size = problem.start.size();
  if (problem.numRows < static_cast<int64_t>(size) || size > kPreconditionedSize) return "l-bfgs";
  const bool isCheap = size <= kNewtonSize && problem.storedPerRow <= kNewtonStored;
  return isCheap ? "newton-cholesky" : "preconditioned-l-bfgs";
}

namespace {

double sampleShare(const Problem& problem) {
  const double rows = std::max(kLeastSampledRows, kSampledRows * static_cast<double>(problem.start.size()));
  return std::min(1.0, rows / static_cast<double>(std::max<int64_t>(1, problem.numRows)));
}

}  // namespace

SolverResult solve(Problem problem, const std::string& name, const SolverOptions& options) {
  const std::string solver = name == "auto" ? solverFor(problem) : name;
  const bool isBounded = !problem.lowerBounds.empty();
  if (solver == "newton-cholesky" || solver == "preconditioned-l-bfgs") {
    if (!problem.isCurved) refuse(solver, "for this loss");
    if (isBounded || !problem.l1Penalties.empty()) refuse(solver, "with bounds or an L1 penalty");
    if (solver == "newton-cholesky") return minimizeByNewton(problem.objective, std::move(problem.start), options);
    const double share = sampleShare(problem);
    return minimizeByPreconditionedLbfgs(problem.objective, std::move(problem.start), share, options);
  }
  if (isBounded) {
    if (!problem.l1Penalties.empty()) refuse(solver, "with both bounds and an L1 penalty");
    for (size_t i = 0; i < problem.start.size(); ++i) {
      problem.start[i] = std::clamp(problem.start[i], problem.lowerBounds[i], problem.upperBounds[i]);
    }
    Lbfgsb bounded(std::move(problem.lowerBounds), std::move(problem.upperBounds));
    return bounded.minimize(problem.objective, std::move(problem.start), options);
  }
  if (!problem.l1Penalties.empty()) {
    return Owlqn(std::move(problem.l1Penalties)).minimize(problem.objective, std::move(problem.start), options);
  }
  return Lbfgs().minimize(problem.objective, std::move(problem.start), options);
}

}  // namespace ferro::ml
