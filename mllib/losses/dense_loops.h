// The loops of dense_kernels.h, written once. Each of the dense_kernels*.cc files includes this and is compiled for an
// instruction set of its own, which is why all of it is private to the file and nothing of the standard library is
// called that the linker might share between them.
#pragma once

#include <cstdint>
#include <cstring>

#ifdef __x86_64__
#include <immintrin.h>
#endif

#include "ferro/mllib/linalg/instruction_sets.h"
#include "ferro/mllib/losses/dense_kernels.h"

namespace ferro::ml {
namespace {

#ifdef __AVX2__
constexpr int64_t kLanes = 4;
#else
constexpr int64_t kLanes = 2;
#endif

typedef double Doubles __attribute__((vector_size(kLanes * sizeof(double))));

FERRO_INLINE Doubles load(const double* from) {
  Doubles lanes;
  std::memcpy(&lanes, from, sizeof(lanes));
  return lanes;
}

// Compilers make several instructions of the general conversion where the machine has one.
FERRO_INLINE Doubles load(const float* from) {
#ifdef __AVX2__
  return (Doubles)_mm256_cvtps_pd(_mm_loadu_ps(from));
#else
  return Doubles{static_cast<double>(from[0]), static_cast<double>(from[1])};
#endif
}

// The first of a vector's lanes, fewer than all and at least one; the others are 0, and what lies there is not read.
#ifdef __AVX2__
FERRO_INLINE __m128i firstLanes(int64_t count) {
  return _mm_cmpgt_epi32(_mm_set1_epi32(static_cast<int>(count)), _mm_setr_epi32(0, 1, 2, 3));
}
FERRO_INLINE Doubles loadFirst(const double* from, int64_t count) {
  return (Doubles)_mm256_maskload_pd(from, _mm256_cvtepi32_epi64(firstLanes(count)));
}
FERRO_INLINE Doubles loadFirst(const float* from, int64_t count) {
  return (Doubles)_mm256_cvtps_pd(_mm_maskload_ps(from, firstLanes(count)));
}
#else
template <class T>
FERRO_INLINE Doubles loadFirst(const T* from, int64_t) {
  return Doubles{static_cast<double>(from[0]), 0.0};
}
#endif

// The sum of each vector's lanes, in a lane of its own.
FERRO_INLINE Doubles laneSums(const Doubles (&vectors)[kLanes]) {
#ifdef __AVX2__
  const Doubles ab = __builtin_shufflevector(vectors[0], vectors[1], 0, 4, 2, 6) +
                     __builtin_shufflevector(vectors[0], vectors[1], 1, 5, 3, 7);
  const Doubles cd = __builtin_shufflevector(vectors[2], vectors[3], 0, 4, 2, 6) +
                     __builtin_shufflevector(vectors[2], vectors[3], 1, 5, 3, 7);
  return __builtin_shufflevector(ab, cd, 0, 1, 4, 5) + __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
#else
  return __builtin_shufflevector(vectors[0], vectors[1], 0, 2) + __builtin_shufflevector(vectors[0], vectors[1], 1, 3);
#endif
}

FERRO_INLINE int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }

// As many rows side by side as a vector has lanes: they share what is loaded of the coefficients, their additions do
// not wait for each other, and their lanes are added up together.
template <class T>
FERRO_INLINE void someMargins(const T* values, int64_t stride, int64_t columns, const double* coefficients,
                              double offset, double* out) {
  Doubles sums[kLanes] = {};
  int64_t j = 0;
  for (; j + kLanes <= columns; j += kLanes) {
    const Doubles c = load(coefficients + j);
#pragma GCC unroll 4
    for (int64_t r = 0; r < kLanes; ++r) sums[r] += load(values + r * stride + j) * c;
  }
  if (j < columns) {
    const Doubles c = loadFirst(coefficients + j, columns - j);
#pragma GCC unroll 4
    for (int64_t r = 0; r < kLanes; ++r) sums[r] += loadFirst(values + r * stride + j, columns - j) * c;
  }
  const Doubles margins = laneSums(sums) + offset;
  std::memcpy(out, &margins, sizeof(margins));
}

// A few rows: each has several sums, so that their additions do not wait for each other.
template <int64_t kRows, class T>
FERRO_INLINE void fewMargins(const T* values, int64_t stride, int64_t columns, const double* coefficients,
                             double offset, double* out) {
  constexpr int64_t kSums = 4;
  Doubles sums[kRows][kSums] = {};
  int64_t j = 0;
  for (; j + kSums * kLanes <= columns; j += kSums * kLanes) {
#pragma GCC unroll 4
    for (int64_t k = 0; k < kSums; ++k) {
      const Doubles c = load(coefficients + j + k * kLanes);
#pragma GCC unroll 2
      for (int64_t r = 0; r < kRows; ++r) sums[r][k] += load(values + r * stride + j + k * kLanes) * c;
    }
  }
  for (int64_t k = 0; j + kLanes <= columns; j += kLanes, ++k) {
    for (int64_t r = 0; r < kRows; ++r) sums[r][k] += load(values + r * stride + j) * load(coefficients + j);
  }
  for (int64_t r = 0; r < kRows; ++r) {
    if (j < columns) {
      sums[r][3] += loadFirst(values + r * stride + j, columns - j) * loadFirst(coefficients + j, columns - j);
    }
    const Doubles sum = (sums[r][0] + sums[r][1]) + (sums[r][2] + sums[r][3]);
    double margin = sum[0];
    for (int64_t i = 1; i < kLanes; ++i) margin += sum[i];
    out[r] = margin + offset;
  }
}

template <class T>
void margins(const T* values, int64_t rows, int64_t stride, int64_t columns, const double* coefficients, double offset,
             double* out) {
  int64_t row = 0;
  for (; row + kLanes <= rows; row += kLanes) {
    someMargins(values + row * stride, stride, columns, coefficients, offset, out + row);
  }
  for (; row + 2 <= rows; row += 2) {
    fewMargins<2>(values + row * stride, stride, columns, coefficients, offset, out + row);
  }
  if (row < rows) fewMargins<1>(values + row * stride, stride, columns, coefficients, offset, out + row);
}

// What kRows rows give to a vector of the sum that is so far in `sum`.
template <int64_t kRows, class Load>
FERRO_INLINE Doubles addedRows(Doubles sum, const Doubles (&factors)[kRows], const Load& valuesOf) {
  Doubles odd = {};
#pragma GCC unroll 8
  for (int64_t r = 0; r < kRows; ++r) (r % 2 == 0 ? sum : odd) += valuesOf(r) * factors[r];
  return sum + odd;
}

template <int64_t kRows, class T>
FERRO_INLINE void addSomeRows(const T* values, int64_t stride, int64_t columns, const double* factors, double* sum) {
  Doubles lanes[kRows];
#pragma GCC unroll 8
  for (int64_t r = 0; r < kRows; ++r) lanes[r] = factors[r] - Doubles{};
  int64_t j = 0;
  for (; j + kLanes <= columns; j += kLanes) {
    const Doubles added =
        addedRows<kRows>(load(sum + j), lanes, [&](int64_t r) { return load(values + r * stride + j); });
    std::memcpy(sum + j, &added, sizeof(added));
  }
  if (j == columns) return;
  const int64_t count = columns - j;
  const Doubles added = addedRows<kRows>(loadFirst(sum + j, count), lanes,
                                         [&](int64_t r) { return loadFirst(values + r * stride + j, count); });
  for (int64_t k = 0; k < count; ++k) sum[j + k] = added[k];
}

template <class T>
void sum(const T* values, int64_t rows, int64_t stride, int64_t columns, const double* factors, double* total) {
  int64_t row = 0;
  for (; row + 8 <= rows; row += 8) addSomeRows<8>(values + row * stride, stride, columns, factors + row, total);
  for (; row + 4 <= rows; row += 4) addSomeRows<4>(values + row * stride, stride, columns, factors + row, total);
  for (; row + 2 <= rows; row += 2) addSomeRows<2>(values + row * stride, stride, columns, factors + row, total);
  if (row < rows) addSomeRows<1>(values + row * stride, stride, columns, factors + row, total);
}

constexpr int64_t kTileRows = 4;     // of the matrix
constexpr int64_t kTileVectors = 3;  // so that a tile stays in 12 registers

// Adds to a tile of the matrix, kTileRows high and kVectors vectors wide, what all rows of values give to it. height
// and width are what the matrix has of the tile.
template <int64_t kVectors>
FERRO_INLINE void addTile(const double* plain, const double* scaled, int64_t rows, int64_t padded, int64_t height,
                          int64_t width, double* matrix, int64_t stride) {
  Doubles tile[kTileRows][kVectors] = {};
  for (int64_t row = 0; row < rows; ++row) {
    Doubles x[kVectors];
#pragma GCC unroll 3
    for (int64_t v = 0; v < kVectors; ++v) x[v] = load(plain + row * padded + v * kLanes);
#pragma GCC unroll 4
    for (int64_t i = 0; i < kTileRows; ++i) {
#pragma GCC unroll 3
      for (int64_t v = 0; v < kVectors; ++v) tile[i][v] += x[v] * scaled[row * padded + i];
    }
  }
  double cells[kTileRows][kVectors * kLanes];
  std::memcpy(cells, tile, sizeof(cells));
  for (int64_t i = 0; i < smaller(kTileRows, height); ++i) {
    for (int64_t j = 0; j < smaller(kVectors * kLanes, width); ++j) matrix[i * stride + j] += cells[i][j];
  }
}

template <class T>
void outer(const T* values, int64_t rows, int64_t columns, const double* factors, double* scratch, double* matrix) {
  const int64_t width = columns + 1;
  const int64_t padded = paddedOuterWidth(columns);
  double* plain = scratch;
  double* scaled = scratch + kOuterRows * padded;
  for (int64_t row = 0; row < rows; ++row) {
    double* to = plain + row * padded;
    double* toScaled = scaled + row * padded;
    for (int64_t j = 0; j < columns; ++j) to[j] = static_cast<double>(values[row * columns + j]);
    to[columns] = 1.0;
    for (int64_t j = width; j < padded; ++j) to[j] = 0.0;
    for (int64_t j = 0; j < padded; ++j) toScaled[j] = factors[row] * to[j];
  }
  for (int64_t i = 0; i < width; i += kTileRows) {
    for (int64_t j = 0; j < smaller(i + kTileRows, width); j += kTileVectors * kLanes) {
      const int64_t vectors = (i + kTileRows - j + kLanes - 1) / kLanes;
      double* tile = matrix + i * width + j;
      if (vectors == 1) {
        addTile<1>(plain + j, scaled + i, rows, padded, width - i, width - j, tile, width);
      } else if (vectors == 2) {
        addTile<2>(plain + j, scaled + i, rows, padded, width - i, width - j, tile, width);
      } else {
        addTile<3>(plain + j, scaled + i, rows, padded, width - i, width - j, tile, width);
      }
    }
  }
}

template <class T>
constexpr DenseKernels<T> kKernels{&margins<T>, &sum<T>, &outer<T>};

}  // namespace
}  // namespace ferro::ml
