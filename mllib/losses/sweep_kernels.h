// The loops over a block's values, whatever its form: margins of some rows, and the rows added up with a factor each.
// Pure functions; any thread may call them.
#pragma once

#include <cstdint>

#include "ferro/mllib/blocks/block_view.h"

namespace ferro::ml {

// Rows begin ... begin + count - 1 of a block, and as many of each further run of rows, which lie `distance` rows
// apart. Their order is that of the first rows of all runs, then the second ones. Sparse blocks are read in one run.
struct RowRuns {
  int64_t begin = 0;
  int64_t count = 0;
  int64_t runs = 1;
  int64_t distance = 0;

  int64_t numRows() const { return count * runs; }
};

// out[i] = row i of rows times coefficients + offset.
void sweepMargins(const BlockView& block, const RowRuns& rows, const double* coefficients, double offset, double* out);

// sum += factors[i] * row i of rows, over all i.
void sweepSum(const BlockView& block, const RowRuns& rows, const double* factors, double* sum);

// The lower triangle of matrix, numColumns + 1 wide, += factors[i] * r r^T, where r is row (begin + i) followed by a 1.
// What is right of the triangle is scratch.
void sweepOuterProducts(const BlockView& block, int64_t begin, int64_t end, const double* factors, double* matrix);

}  // namespace ferro::ml
