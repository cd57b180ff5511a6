#include "ferro/mllib/losses/dense_kernels.h"

#include "ferro/mllib/linalg/instruction_sets.h"
#include "ferro/mllib/losses/dense_loops.h"

namespace ferro::ml {

int64_t paddedOuterWidth(int64_t columns) {
  constexpr int64_t kStep = 24;  // a multiple of every instruction set's tile
  return (columns + 1 + kStep - 1) / kStep * kStep;
}

int64_t outerScratch(int64_t columns) { return 2 * kOuterRows * paddedOuterWidth(columns); }

template <class T>
std::vector<DenseKernels<T>> allDenseKernels() {
  std::vector<DenseKernels<T>> all{kKernels<T>};
  if (hasAvx2()) all.push_back(avx2DenseKernels<T>());
  return all;
}

template <class T>
const DenseKernels<T>& denseKernels() {
  static const DenseKernels<T> kFastest = allDenseKernels<T>().back();
  return kFastest;
}

template std::vector<DenseKernels<float>> allDenseKernels<float>();
template std::vector<DenseKernels<double>> allDenseKernels<double>();
template const DenseKernels<float>& denseKernels<float>();
template const DenseKernels<double>& denseKernels<double>();

}  // namespace ferro::ml
