#include "ferro/mllib/solvers/cholesky_factor.h"

#include <algorithm>

namespace ferro::ml {
namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

}  // namespace

Eigen::LLT<Eigen::MatrixXd> choleskyFactor(const std::vector<double>& hessian, Eigen::Index size, double added) {
  const Eigen::Map<const RowMajor> matrix(hessian.data(), size, size);
  const double scale = std::max(matrix.diagonal().maxCoeff(), 1e-300);
  for (double share = added;; share = share == 0 ? 1e-14 : share * 100) {
    Eigen::MatrixXd shifted = matrix;
    shifted.diagonal().array() += share * scale;
    Eigen::LLT<Eigen::MatrixXd> factor(shifted);
    if (factor.info() == Eigen::Success) return factor;
  }
}

}  // namespace ferro::ml
