#include "ferro/mllib/losses/sweep_kernels.h"

#include <algorithm>
#include <vector>

#include "ferro/mllib/losses/dense_kernels.h"

namespace ferro::ml {
namespace {

template <class T, class Index>
void sparseMargins(const BlockView& block, int64_t begin, int64_t end, const double* coefficients, double offset,
                   double* out) {
  const auto* values = static_cast<const T*>(block.values);
  const auto* indices = static_cast<const Index*>(block.indices);
  for (int64_t row = begin; row < end; ++row) {
    int64_t k = block.offsets[row];
    const int64_t stop = block.offsets[row + 1];
    double even = 0;
    double odd = 0;
    for (; k + 2 <= stop; k += 2) {
      even += static_cast<double>(values[k]) * coefficients[indices[k]];
      odd += static_cast<double>(values[k + 1]) * coefficients[indices[k + 1]];
    }
    if (k < stop) even += static_cast<double>(values[k]) * coefficients[indices[k]];
    out[row - begin] = (even + odd) + offset;
  }
}

template <class T, class Index>
void sparseSum(const BlockView& block, int64_t begin, int64_t end, const double* factors, double* sum) {
  const auto* values = static_cast<const T*>(block.values);
  const auto* indices = static_cast<const Index*>(block.indices);
  for (int64_t row = begin; row < end; ++row) {
    const double factor = factors[row - begin];
    if (factor == 0) continue;
    for (int64_t k = block.offsets[row]; k < block.offsets[row + 1]; ++k) {
      sum[indices[k]] += factor * static_cast<double>(values[k]);
    }
  }
}

template <class T, class Index>
void sparseOuterProducts(const BlockView& block, int64_t begin, int64_t end, const double* factors, double* matrix) {
  const auto* values = static_cast<const T*>(block.values);
  const auto* indices = static_cast<const Index*>(block.indices);
  const int64_t width = block.numColumns + 1;
  double* last = matrix + block.numColumns * width;
  for (int64_t row = begin; row < end; ++row) {
    const double factor = factors[row - begin];
    const int64_t start = block.offsets[row];
    for (int64_t k = start; k < block.offsets[row + 1]; ++k) {
      const double scaled = factor * static_cast<double>(values[k]);
      double* cells = matrix + static_cast<int64_t>(indices[k]) * width;
      for (int64_t l = start; l <= k; ++l) cells[indices[l]] += scaled * static_cast<double>(values[l]);
      last[indices[k]] += scaled;
    }
    last[block.numColumns] += factor;
  }
}

// Calls body(value type, index type) with tags for what the sparse block holds.
template <class Body>
void withSparseTypes(const BlockView& block, Body body) {
  if (block.isFloat) {
    block.isNarrow ? body(float{}, uint16_t{}) : body(float{}, int32_t{});
  } else {
    block.isNarrow ? body(double{}, uint16_t{}) : body(double{}, int32_t{});
  }
}

template <class Body>
void withDenseType(const BlockView& block, Body body) {
  block.isFloat ? body(static_cast<const float*>(block.values)) : body(static_cast<const double*>(block.values));
}

template <class T>
const DenseKernels<T>& kernelsFor(const T*) {
  return denseKernels<T>();
}

// Calls body(values, first, count, stride) for rows that lie `stride` values apart: all of them where there is one run,
// else a row of each run at a time. first: the place of the first of them among all.
template <class Body>
void forEachStep(const BlockView& block, const RowRuns& rows, Body body) {
  withDenseType(block, [&](const auto* values) {
    const auto* begin = values + rows.begin * block.numColumns;
    if (rows.runs == 1) return body(begin, 0, rows.count, block.numColumns);
    for (int64_t row = 0; row < rows.count; ++row) {
      body(begin + row * block.numColumns, row * rows.runs, rows.runs, rows.distance * block.numColumns);
    }
  });
}

template <class T>
void denseOuterProducts(const T* values, int64_t rows, int64_t columns, const double* factors, double* matrix) {
  std::vector<double> scratch(static_cast<size_t>(outerScratch(columns)));
  for (int64_t row = 0; row < rows; row += kOuterRows) {
    kernelsFor(values).outer(values + row * columns, std::min(kOuterRows, rows - row), columns, factors + row,
                             scratch.data(), matrix);
  }
}

}  // namespace

void sweepMargins(const BlockView& block, const RowRuns& rows, const double* coefficients, double offset, double* out) {
  if (block.isDense) {
    forEachStep(block, rows, [&](const auto* values, int64_t first, int64_t count, int64_t stride) {
      kernelsFor(values).margins(values, count, stride, block.numColumns, coefficients, offset, out + first);
    });
  } else {
    withSparseTypes(block, [&]<class T, class Index>(T, Index) {
      sparseMargins<T, Index>(block, rows.begin, rows.begin + rows.count, coefficients, offset, out);
    });
  }
}

void sweepSum(const BlockView& block, const RowRuns& rows, const double* factors, double* sum) {
  if (block.isDense) {
    forEachStep(block, rows, [&](const auto* values, int64_t first, int64_t count, int64_t stride) {
      kernelsFor(values).sum(values, count, stride, block.numColumns, factors + first, sum);
    });
  } else {
    withSparseTypes(block, [&]<class T, class Index>(T, Index) {
      sparseSum<T, Index>(block, rows.begin, rows.begin + rows.count, factors, sum);
    });
  }
}

void sweepOuterProducts(const BlockView& block, int64_t begin, int64_t end, const double* factors, double* matrix) {
  if (block.isDense) {
    withDenseType(block, [&](const auto* values) {
      denseOuterProducts(values + begin * block.numColumns, end - begin, block.numColumns, factors, matrix);
    });
  } else {
    withSparseTypes(block, [&]<class T, class Index>(T, Index) {
      sparseOuterProducts<T, Index>(block, begin, end, factors, matrix);
    });
  }
}

}  // namespace ferro::ml
