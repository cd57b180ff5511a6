// Compiled for AVX2: see training.cmake. On other machines than x86-64 it is one more copy of the plain loops, which
// nobody runs.
#include "ferro/mllib/losses/dense_loops.h"

namespace ferro::ml {

template <class T>
DenseKernels<T> avx2DenseKernels() {
  return kKernels<T>;
}

template DenseKernels<float> avx2DenseKernels<float>();
template DenseKernels<double> avx2DenseKernels<double>();

}  // namespace ferro::ml
