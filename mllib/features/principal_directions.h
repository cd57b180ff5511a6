// The directions in which rows vary most: the left singular vectors of their covariance. A pure function; any thread.
#pragma once

#include <vector>

#include "ferro/mllib/linalg/matrix.h"

namespace ferro::ml {

struct PrincipalDirections {
  Matrix vectors;                 // a column for each direction
  std::vector<double> variances;  // largest first
};

// A direction may as well be its opposite. Up to 25 features it is the one that Spark gives, because the same steps
// lead to it; of more features Spark's steps are others, and signs are arbitrary.
PrincipalDirections principalDirections(const Matrix& covariance);

}  // namespace ferro::ml
