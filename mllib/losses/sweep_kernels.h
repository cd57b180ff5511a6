// The loops over a block's values, whatever its form: margins of some rows, and the rows added up with a factor each.
// Pure functions; any thread may call them.
#pragma once

#include <cstdint>

#include "ferro/mllib/blocks/block_view.h"

namespace ferro::ml {

// out[i] = row (begin + i) times coefficients + offset.
void sweepMargins(const BlockView& block, int64_t begin, int64_t end, const double* coefficients, double offset,
                  double* out);

// sum += factors[i] * row (begin + i), over all i.
void sweepSum(const BlockView& block, int64_t begin, int64_t end, const double* factors, double* sum);

// The lower triangle of matrix, numColumns + 1 wide, += factors[i] * r r^T, where r is row (begin + i) followed by a 1.
// What is right of the triangle is scratch.
void sweepOuterProducts(const BlockView& block, int64_t begin, int64_t end, const double* factors, double* matrix);

}  // namespace ferro::ml
