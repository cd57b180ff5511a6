#include "ferro/mllib/losses/dense_kernels.h"

#include <random>

#include "ferro_test.h"

using namespace ferro;

namespace {

// The slow obvious way.
template <class T>
struct Plainly {
  Plainly(const std::vector<T>& values, size_t rows, size_t columns, const std::vector<double>& coefficients,
          const std::vector<double>& factors)
      : margins(rows, 0.5), sum(columns, 0.25), outer((columns + 1) * (columns + 1), 0.0) {
    for (size_t r = 0; r < rows; ++r) {
      std::vector<double> row(values.begin() + static_cast<std::ptrdiff_t>(r * columns),
                              values.begin() + static_cast<std::ptrdiff_t>((r + 1) * columns));
      for (size_t j = 0; j < columns; ++j) margins[r] += row[j] * coefficients[j];
      for (size_t j = 0; j < columns; ++j) sum[j] += factors[r] * row[j];
      row.push_back(1.0);
      for (size_t i = 0; i <= columns; ++i) {
        for (size_t j = 0; j <= i; ++j) outer[i * (columns + 1) + j] += factors[r] * row[i] * row[j];
      }
    }
  }

  std::vector<double> margins;
  std::vector<double> sum;
  std::vector<double> outer;
};

template <class T>
void checkKernels(std::mt19937_64& random, size_t rows, size_t columns) {
  std::normal_distribution<double> normal;
  std::vector<T> values(rows * columns);
  std::vector<double> coefficients(columns);
  std::vector<double> factors(rows);
  for (T& value : values) value = static_cast<T>(normal(random));
  for (double& coefficient : coefficients) coefficient = normal(random);
  for (double& factor : factors) factor = normal(random);
  const Plainly<T> expected(values, rows, columns, coefficients, factors);
  const auto height = static_cast<int64_t>(rows);
  const auto width = static_cast<int64_t>(columns);
  for (const auto& kernels : ml::allDenseKernels<T>()) {
    std::vector<double> margins(rows);
    std::vector<double> sum(columns, 0.25);
    std::vector<double> outer((columns + 1) * (columns + 1), 0.0);
    std::vector<double> scratch(static_cast<size_t>(ml::outerScratch(width)));
    kernels.margins(values.data(), height, width, width, coefficients.data(), 0.5, margins.data());
    kernels.sum(values.data(), height, width, width, factors.data(), sum.data());
    kernels.outer(values.data(), height, width, factors.data(), scratch.data(), outer.data());
    INFO(rows << " rows, " << columns << " columns");
    for (size_t r = 0; r < rows; ++r) CHECK(margins[r] == Approx(expected.margins[r]).margin(1e-11));
    for (size_t j = 0; j < columns; ++j) CHECK(sum[j] == Approx(expected.sum[j]).margin(1e-11));
    if (rows % 2 == 0) {
      // Every second row, and then the others.
      std::vector<double> apart(rows);
      std::vector<double> sumApart(columns, 0.25);
      for (size_t half = 0; half < 2; ++half) {
        const T* first = values.data() + half * columns;
        std::vector<double> some;
        for (size_t r = half; r < rows; r += 2) some.push_back(factors[r]);
        std::vector<double> out(rows / 2);
        kernels.margins(first, height / 2, 2 * width, width, coefficients.data(), 0.5, out.data());
        kernels.sum(first, height / 2, 2 * width, width, some.data(), sumApart.data());
        for (size_t r = 0; r < rows / 2; ++r) apart[2 * r + half] = out[r];
      }
      for (size_t r = 0; r < rows; ++r) CHECK(apart[r] == Approx(expected.margins[r]).margin(1e-11));
      for (size_t j = 0; j < columns; ++j) CHECK(sumApart[j] == Approx(expected.sum[j]).margin(1e-11));
    }
    bool sameOuter = true;
    for (size_t i = 0; i <= columns; ++i) {
      for (size_t j = 0; j <= i; ++j) {
        const size_t at = i * (columns + 1) + j;
        sameOuter = sameOuter && outer[at] == Approx(expected.outer[at]).margin(1e-11);
      }
    }
    CHECK(sameOuter);
  }
}

}  // namespace

TEST_CASE("the loops of every instruction set give what the plain sums give, at all lengths") {
  constexpr uint64_t kSeed = 7;
  INFO("seed " << kSeed);
  std::mt19937_64 random(kSeed);
  for (const size_t rows : {1, 7, 8, 9, 31, 64}) {
    for (const size_t columns : {1, 2, 3, 4, 5, 19, 20, 23, 24, 63, 64, 65, 100, 131}) {
      checkKernels<float>(random, rows, columns);
      checkKernels<double>(random, rows, columns);
    }
  }
}
