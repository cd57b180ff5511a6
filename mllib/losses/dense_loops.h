// The loops of dense_kernels.h, written once. Each of the dense_kernels*.cc files includes this and is compiled for an
// instruction set of its own, which is why all of it is private to the file and nothing of the standard library is
// called that the linker might share between them.
#pragma once

#include <cstdint>
#include <cstring>

#ifdef __x86_64__
#include <immintrin.h>
#endif

#include "ferro/mllib/losses/dense_kernels.h"

namespace ferro::ml {
namespace {

#define FERRO_INLINE [[gnu::always_inline]] inline

#ifdef __AVX2__
constexpr int64_t kLanes = 4;
#else
constexpr int64_t kLanes = 2;
#endif

template <int64_t kCount>
struct LanesOf {
  typedef double Doubles __attribute__((vector_size(kCount * sizeof(double))));
};
template <int64_t kCount>
using DoublesOf = typename LanesOf<kCount>::Doubles;
using Doubles = DoublesOf<kLanes>;

constexpr int64_t kRowsAtATime = 8;
// Longer rows than this are read one by one: rows side by side are no pattern that the machine fetches ahead.
constexpr int64_t kShortRow = 64;

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

template <int64_t kCount>
FERRO_INLINE double laneSum(const DoublesOf<kCount>& lanes) {
  if constexpr (kCount == 2) {
    return lanes[0] + lanes[1];
  } else {
    DoublesOf<kCount / 2> halves[2];
    std::memcpy(halves, &lanes, sizeof(lanes));
    const DoublesOf<kCount / 2> sum = halves[0] + halves[1];
    return laneSum<kCount / 2>(sum);
  }
}

FERRO_INLINE int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }

// So many rows side by side share what is loaded of the coefficients, and their additions do not wait for each other.
template <int64_t kRows, class T>
FERRO_INLINE void someMargins(const T* values, int64_t columns, const double* coefficients, double offset,
                              double* out) {
  Doubles sums[kRows] = {};
  int64_t j = 0;
  for (; j + kLanes <= columns; j += kLanes) {
    const Doubles c = load(coefficients + j);
#pragma GCC unroll 8
    for (int64_t r = 0; r < kRows; ++r) {
      sums[r] += load(values + r * columns + j) * c;
    }
  }
  for (int64_t r = 0; r < kRows; ++r) {
    double sum = laneSum<kLanes>(sums[r]);
    for (int64_t k = j; k < columns; ++k) sum += static_cast<double>(values[r * columns + k]) * coefficients[k];
    out[r] = sum + offset;
  }
}

template <class T>
FERRO_INLINE double longMargin(const T* values, int64_t columns, const double* coefficients) {
  constexpr int64_t kSums = 8;
  Doubles sums[kSums] = {};
  int64_t j = 0;
  for (; j + kSums * kLanes <= columns; j += kSums * kLanes) {
#pragma GCC unroll 8
    for (int64_t k = 0; k < kSums; ++k) sums[k] += load(values + j + k * kLanes) * load(coefficients + j + k * kLanes);
  }
  for (; j + kLanes <= columns; j += kLanes) sums[0] += load(values + j) * load(coefficients + j);
  for (int64_t half = kSums / 2; half > 0; half /= 2) {
    for (int64_t k = 0; k < half; ++k) sums[k] += sums[k + half];
  }
  double sum = laneSum<kLanes>(sums[0]);
  for (; j < columns; ++j) sum += static_cast<double>(values[j]) * coefficients[j];
  return sum;
}

template <class T>
void margins(const T* values, int64_t rows, int64_t columns, const double* coefficients, double offset, double* out) {
  if (columns > kShortRow) {
    for (int64_t row = 0; row < rows; ++row) {
      out[row] = longMargin(values + row * columns, columns, coefficients) + offset;
    }
    return;
  }
  int64_t row = 0;
  for (; row + kRowsAtATime <= rows; row += kRowsAtATime) {
    someMargins<kRowsAtATime>(values + row * columns, columns, coefficients, offset, out + row);
  }
  for (; row < rows; ++row) someMargins<1>(values + row * columns, columns, coefficients, offset, out + row);
}

template <int64_t kRows, class T>
FERRO_INLINE void addSomeRows(const T* values, int64_t columns, const double* factors, double* sum) {
  int64_t j = 0;
  for (; j + kLanes <= columns; j += kLanes) {
    Doubles even = {};
    Doubles odd = load(sum + j);
#pragma GCC unroll 8
    for (int64_t r = 0; r < kRows; ++r) {
      (r % 2 == 0 ? even : odd) += load(values + r * columns + j) * factors[r];
    }
    even += odd;
    std::memcpy(sum + j, &even, sizeof(even));
  }
  for (; j < columns; ++j) {
    for (int64_t r = 0; r < kRows; ++r) sum[j] += factors[r] * static_cast<double>(values[r * columns + j]);
  }
}

template <class T>
void sum(const T* values, int64_t rows, int64_t columns, const double* factors, double* total) {
  int64_t row = 0;
  for (; row + kRowsAtATime <= rows; row += kRowsAtATime) {
    addSomeRows<kRowsAtATime>(values + row * columns, columns, factors + row, total);
  }
  for (; row < rows; ++row) addSomeRows<1>(values + row * columns, columns, factors + row, total);
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

#undef FERRO_INLINE

}  // namespace
}  // namespace ferro::ml
