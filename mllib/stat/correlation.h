// Correlation: how the features of a column of vectors go together, as a matrix.
#pragma once

#include <string>

#include "ferro/engine/frame/dataframe.h"
#include "ferro/mllib/linalg/matrix.h"

namespace ferro::ml {

struct Correlation {
  // method: pearson, or spearman, which is that of the ranks and brings the column to the driver to find them.
  static Matrix corr(const DataFrame& frame, const std::string& column, const std::string& method = "pearson");
};

}  // namespace ferro::ml
