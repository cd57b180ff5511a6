// The loops over rows of dense values, compiled for plain x86-64 and for AVX2; which one runs is chosen once, by
// what the machine has (AVX-512 was tried and was not faster). All sums are doubles, also over floats. Pure functions;
// any thread may call them. For sweep_kernels.cc and tests.
#pragma once

#include <cstdint>
#include <vector>

namespace ferro::ml {

template <class T>
struct DenseKernels {
  // out[i] = row i times coefficients + offset. Rows begin `stride` values after each other.
  void (*margins)(const T* values, int64_t rows, int64_t stride, int64_t columns, const double* coefficients,
                  double offset, double* out);
  // sum += factors[i] * row i, over all i.
  void (*sum)(const T* values, int64_t rows, int64_t stride, int64_t columns, const double* factors, double* sum);
  // The lower triangle of matrix, columns + 1 wide, += factors[i] * r r^T, r being row i followed by a 1. What is right
  // of the triangle is scratch. rows is at most kOuterRows; scratch has outerScratch(columns) numbers.
  void (*outer)(const T* values, int64_t rows, int64_t columns, const double* factors, double* scratch, double* matrix);
};

inline constexpr int64_t kOuterRows = 64;
int64_t outerScratch(int64_t columns);
int64_t paddedOuterWidth(int64_t columns);

// The fastest that this machine can run.
template <class T>
const DenseKernels<T>& denseKernels();

// All that this machine can run, the plain one first.
template <class T>
std::vector<DenseKernels<T>> allDenseKernels();

template <class T>
DenseKernels<T> avx2DenseKernels();

}  // namespace ferro::ml
