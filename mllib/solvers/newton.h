// Newton's method with a Cholesky factor of the whole Hessian: a handful of passes, each of them heavier. For smooth
// objectives of few coordinates. Used by one driver thread.
#pragma once

#include "ferro/mllib/solvers/solver.h"

namespace ferro::ml {

SolverResult minimizeByNewton(CurvedObjective& objective, Point start, const SolverOptions& options);

}  // namespace ferro::ml
