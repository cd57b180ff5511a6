#include "ferro/mllib/blocks/value_kinds.h"

#include "ferro/mllib/linalg/instruction_sets.h"

namespace ferro::ml {
namespace {

// A run of values at a time, without branches, so that compilers make vectors of it.
FERRO_INLINE ValueKinds kindsBody(const double* values, int64_t count) {
  constexpr int64_t kRun = 1024;
  ValueKinds kinds;
  for (int64_t begin = 0; begin < count; begin += kRun) {
    const int64_t end = begin + kRun < count ? begin + kRun : count;
    double nonZeros = 0;
    double lost = 0;
    double notFinite = 0;  // a number that is not finite, times zero, is no number
#pragma omp simd reduction(+ : nonZeros, lost, notFinite)
    for (int64_t i = begin; i < end; ++i) {
      nonZeros += values[i] != 0 ? 1.0 : 0.0;
      lost += static_cast<double>(static_cast<float>(values[i])) != values[i] ? 1.0 : 0.0;
      notFinite += values[i] * 0.0;
    }
    kinds.nonZeros += static_cast<int64_t>(nonZeros);
    kinds.fitFloat = kinds.fitFloat && lost == 0;
    kinds.areFinite = kinds.areFinite && notFinite == 0;
  }
  return kinds;
}

FERRO_INLINE void copyBody(const double* values, int64_t count, float* to) {
#pragma omp simd
  for (int64_t i = 0; i < count; ++i) to[i] = static_cast<float>(values[i]);
}

ValueKinds kindsPlain(const double* values, int64_t count) { return kindsBody(values, count); }
void copyPlain(const double* values, int64_t count, float* to) { copyBody(values, count, to); }

#ifdef __x86_64__
FERRO_AVX2 ValueKinds kindsAvx2(const double* values, int64_t count) { return kindsBody(values, count); }
FERRO_AVX2 void copyAvx2(const double* values, int64_t count, float* to) { copyBody(values, count, to); }
FERRO_AVX512 ValueKinds kindsAvx512(const double* values, int64_t count) { return kindsBody(values, count); }
FERRO_AVX512 void copyAvx512(const double* values, int64_t count, float* to) { copyBody(values, count, to); }
#endif

struct Kernels {
  decltype(&kindsPlain) kinds = &kindsPlain;
  decltype(&copyPlain) copy = &copyPlain;
};

const Kernels& kernels() {
  static const Kernels chosen = [] {
    Kernels fastest;
#ifdef __x86_64__
    if (hasAvx2()) fastest = {&kindsAvx2, &copyAvx2};
    if (hasAvx512()) fastest = {&kindsAvx512, &copyAvx512};
#endif
    return fastest;
  }();
  return chosen;
}

}  // namespace

ValueKinds kindsOf(std::span<const double> values) {
  return kernels().kinds(values.data(), static_cast<int64_t>(values.size()));
}

void copyAsFloats(std::span<const double> values, float* to) {
  kernels().copy(values.data(), static_cast<int64_t>(values.size()), to);
}

}  // namespace ferro::ml
