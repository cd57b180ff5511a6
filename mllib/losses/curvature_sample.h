// The curvature of a few rows, which stands for that of all where no more than its shape matters. Rows are picked by
// what they hold, so that other partitions pick the same ones. Used by one task's thread.
#pragma once

#include <cstdint>
#include <vector>

#include "ferro/mllib/blocks/block_view.h"

namespace ferro::ml {

class CurvatureSample {
 public:
  // matrix is numFeatures + 1 wide; rows are added to its lower triangle.
  CurvatureSample(int64_t numFeatures, std::vector<double>& matrix);

  // share: about how many of all rows are picked.
  static bool picks(const BlockView& block, int64_t row, double share);
  void add(const BlockView& block, int64_t row, double factor);
  // To be called after the last row.
  void finish();

 private:
  const int64_t numFeatures_;
  std::vector<double>& matrix_;
  std::vector<double> rows_;
  std::vector<double> factors_;
  std::vector<double> scratch_;
};

}  // namespace ferro::ml
