// What the machine can run beyond plain x86-64, for loops that are compiled several times and chosen once at run time:
// a body that is always inlined, and one function for each of these that calls it. Pure; any thread.
#pragma once

#define FERRO_INLINE [[gnu::always_inline]] inline

#ifdef __x86_64__
#define FERRO_AVX2 [[gnu::target("avx2,fma")]]
#ifdef __clang__
#define FERRO_AVX512 [[gnu::target("avx512f,avx512dq,avx512vl,avx2,fma")]]
#else
#define FERRO_AVX512 [[gnu::target("avx512f,avx512dq,avx512vl,avx2,fma,prefer-vector-width=512")]]
#endif
#endif

namespace ferro::ml {

inline bool hasAvx2() {
#ifdef __x86_64__
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
  return false;
#endif
}

inline bool hasAvx512() {
#ifdef __x86_64__
  return hasAvx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512vl");
#else
  return false;
#endif
}

}  // namespace ferro::ml
