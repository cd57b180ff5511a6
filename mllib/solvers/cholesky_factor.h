// The Cholesky factor of a Hessian that may not be positive definite, because features are constant or repeat each
// other: more and more is added to its diagonal until it is. For solvers.
#pragma once

#include <vector>

#include <Eigen/Cholesky>
#include <Eigen/Core>

namespace ferro::ml {

// hessian: size * size numbers, row by row, all of them finite.
Eigen::LLT<Eigen::MatrixXd> choleskyFactor(const std::vector<double>& hessian, Eigen::Index size, double added = 0);

}  // namespace ferro::ml
