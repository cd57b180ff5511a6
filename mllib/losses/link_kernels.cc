#include "ferro/mllib/losses/link_kernels.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "ferro/mllib/linalg/instruction_sets.h"

namespace ferro::ml {
namespace {

// exp for x <= 0, without branches: x = k ln 2 + r with |r| <= ln 2 / 2, exp(r) by its series to the 13th power. Below
// -708 the result would not be a normal number, and is that of -708.
FERRO_INLINE double expNegative(double x) {
  constexpr double kLog2E = 1.4426950408889634;
  constexpr double kLn2High = 6.93147180369123816490e-01;
  constexpr double kLn2Low = 1.90821492927058770002e-10;
  constexpr double kRounder = 6755399441055744.0;  // 1.5 * 2^52: adding it rounds to a whole number in the low bits
  const double bounded = x < -708.0 ? -708.0 : x;
  const double shifted = bounded * kLog2E + kRounder;
  const double k = shifted - kRounder;
  const double r = (bounded - k * kLn2High) - k * kLn2Low;
  // By pairs, since a sum from term to term would wait for each of them.
  const double r2 = r * r;
  const double r4 = r2 * r2;
  const double r8 = r4 * r4;
  const double p01 = 1.0 + r;
  const double p23 = 0.5 + r * (1.0 / 6.0);
  const double p45 = 1.0 / 24.0 + r * (1.0 / 120.0);
  const double p67 = 1.0 / 720.0 + r * (1.0 / 5040.0);
  const double p89 = 1.0 / 40320.0 + r * (1.0 / 362880.0);
  const double pAB = 1.0 / 3628800.0 + r * (1.0 / 39916800.0);
  const double pCD = 1.0 / 479001600.0 + r * (1.0 / 6227020800.0);
  const double low = (p01 + r2 * p23) + r4 * (p45 + r2 * p67);
  const double p = low + r8 * ((p89 + r2 * pAB) + r4 * pCD);
  const int64_t exponent = std::bit_cast<int64_t>(shifted) << 52;
  return std::bit_cast<double>(std::bit_cast<int64_t>(p) + exponent);
}

// log(1 + t) and 1 / (1 + t), for 0 <= t <= 1.
struct OnePlus {
  double log;
  double inverse;
};

// With 1 + t = 2^k (1 + u), k 0 or 1 and |u| small, log(1 + t) is k ln 2 + 2 atanh(u / (2 + u)), by its series. Both
// quotients come from one division, which costs as much as ten multiplications.
FERRO_INLINE OnePlus onePlus(double t) {
  constexpr double kLn2 = 6.93147180559945309417e-01;
  const bool isLarge = t > 0.41421356237309503;
  const double numerator = isLarge ? t - 1.0 : t;
  const double denominator = isLarge ? t + 3.0 : t + 2.0;
  const double both = 1.0 / ((1.0 + t) * denominator);
  const double s = numerator * ((1.0 + t) * both);
  const double q = s * s;
  const double q2 = q * q;
  const double q4 = q2 * q2;
  const double q8 = q4 * q4;
  const double p01 = 1.0 + q * (1.0 / 3.0);
  const double p23 = 1.0 / 5.0 + q * (1.0 / 7.0);
  const double p45 = 1.0 / 9.0 + q * (1.0 / 11.0);
  const double p67 = 1.0 / 13.0 + q * (1.0 / 15.0);
  const double p89 = 1.0 / 17.0 + q * (1.0 / 19.0);
  const double p = ((p01 + q2 * p23) + q4 * (p45 + q2 * p67)) + q8 * (p89 + q2 * (1.0 / 21.0));
  return {(isLarge ? kLn2 : 0.0) + 2.0 * s * p, denominator * both};
}

struct BinomialRows {
  const double* margins;
  const double* labels;
  const double* weights;
  int64_t count;
  double* factors;
  double* curvatures;
};

struct BinomialSums {
  double loss;     // without the logarithms that `product` stands for
  double product;  // of 1 + exp(-|z|)
};

FERRO_INLINE BinomialSums binomialBody(const BinomialRows& rows) {
  // Copies: the compiler would read what a reference leads to anew for each row.
  const double* const margins = rows.margins;
  const double* const labels = rows.labels;
  const int64_t count = rows.count;
  double* const factors = rows.factors;
  double* const curvatures = rows.curvatures;
  double loss = 0;
  double product = 1;
#pragma omp simd reduction(+ : loss) reduction(* : product)
  for (int64_t i = 0; i < count; ++i) {
    const double z = margins[i];
    const double t = expNegative(-std::abs(z));
    const double inverse = 1.0 / (1.0 + t);
    factors[i] = (z >= 0 ? 1.0 : t) * inverse - labels[i];
    curvatures[i] = t * inverse * inverse;
    loss += (z >= 0 ? z : 0.0) - labels[i] * z;
    product *= 1.0 + t;
  }
  return {loss, product};
}

FERRO_INLINE BinomialSums weightedBinomialBody(const BinomialRows& rows) {
  const double* const margins = rows.margins;
  const double* const labels = rows.labels;
  const double* const weights = rows.weights;
  const int64_t count = rows.count;
  double* const factors = rows.factors;
  double* const curvatures = rows.curvatures;
  double loss = 0;
#pragma omp simd reduction(+ : loss)
  for (int64_t i = 0; i < count; ++i) {
    const double z = margins[i];
    const double weight = weights[i];
    const double t = expNegative(-std::abs(z));
    const OnePlus plus = onePlus(t);
    factors[i] = weight * ((z >= 0 ? 1.0 : t) * plus.inverse - labels[i]);
    curvatures[i] = weight * t * plus.inverse * plus.inverse;
    loss += weight * ((z >= 0 ? z : 0.0) + plus.log - labels[i] * z);
  }
  return {loss, 1.0};
}

FERRO_INLINE BinomialSums anyBinomialBody(const BinomialRows& rows) {
  return rows.weights == nullptr ? binomialBody(rows) : weightedBinomialBody(rows);
}

BinomialSums binomialPlain(const BinomialRows& rows) { return anyBinomialBody(rows); }

FERRO_INLINE void expBody(double* values, const double* shifts, int64_t count, double* sums) {
#pragma omp simd
  for (int64_t i = 0; i < count; ++i) {
    values[i] = expNegative(values[i] - shifts[i]);
    sums[i] += values[i];
  }
}

void expPlain(double* values, const double* shifts, int64_t count, double* sums) {
  expBody(values, shifts, count, sums);
}

#ifdef __x86_64__
FERRO_AVX2 BinomialSums binomialAvx2(const BinomialRows& rows) { return anyBinomialBody(rows); }

FERRO_AVX2 void expAvx2(double* values, const double* shifts, int64_t count, double* sums) {
  expBody(values, shifts, count, sums);
}

FERRO_AVX512 BinomialSums binomialAvx512(const BinomialRows& rows) { return anyBinomialBody(rows); }

FERRO_AVX512 void expAvx512(double* values, const double* shifts, int64_t count, double* sums) {
  expBody(values, shifts, count, sums);
}
#endif

struct LinkKernels {
  decltype(&binomialPlain) binomial = &binomialPlain;
  decltype(&expPlain) exponents = &expPlain;
};

const LinkKernels& linkKernels() {
  static const LinkKernels kernels = [] {
    LinkKernels chosen;
#ifdef __x86_64__
    if (hasAvx2()) chosen = {&binomialAvx2, &expAvx2};
    if (hasAvx512()) chosen = {&binomialAvx512, &expAvx512};
#endif
    return chosen;
  }();
  return kernels;
}

constexpr int64_t kLanes = 8;     // of the widest vectors
constexpr double kCertain = 800;  // a margin so large that exp(-z) is nothing beside 1

double weightAt(const double* weights, int64_t i) { return weights == nullptr ? 1.0 : weights[i]; }

}  // namespace

double sumOf(const double* values, int64_t count) {
  double sums[kLanes] = {};
  int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    for (int64_t k = 0; k < kLanes; ++k) sums[k] += values[i + k];
  }
  double sum = ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
  for (; i < count; ++i) sum += values[i];
  return sum;
}

void LogSum::addLogOf(double factor) {
  constexpr double kLarge = 0x1p500;
  product_ *= factor;
  if (product_ < kLarge) return;
  sum_ += std::log(product_);
  product_ = 1;
}

double LogSum::value() const { return sum_ + std::log(product_); }

double binomialLink(const double* margins, const double* labels, const double* weights, int64_t count, double* factors,
                    double* curvatures, LogSum& logs) {
  double unused[kLinkRows];
  double* second = curvatures == nullptr ? unused : curvatures;
  const int64_t whole = count / kLanes * kLanes;
  BinomialSums sums = linkKernels().binomial({margins, labels, weights, whole, factors, second});
  if (whole < count) {
    // Rows that do not fill a vector are filled up with rows that are certain, whose loss is 0: one by one they would
    // take as long each as all of them together.
    double z[kLanes];
    double y[kLanes];
    double w[kLanes];
    double first[kLanes];
    double curved[kLanes];
    const int64_t rest = count - whole;
    for (int64_t i = 0; i < kLanes; ++i) {
      z[i] = i < rest ? margins[whole + i] : kCertain;
      y[i] = i < rest ? labels[whole + i] : 1.0;
      w[i] = i < rest && weights != nullptr ? weights[whole + i] : 0.0;
    }
    const auto last = linkKernels().binomial({z, y, weights == nullptr ? nullptr : w, kLanes, first, curved});
    std::copy_n(first, rest, factors + whole);
    std::copy_n(curved, rest, second + whole);
    sums.loss += last.loss;
    sums.product *= last.product;
  }
  logs.addLogOf(sums.product);
  return sums.loss;
}

double squaredLink(const double* margins, const double* labels, const double* weights, int64_t count, double labelScale,
                   double labelShift, double* factors) {
  double sum = 0;
  for (int64_t i = 0; i < count; ++i) {
    const double difference = margins[i] - (labels[i] * labelScale + labelShift);
    factors[i] = weightAt(weights, i) * difference;
    sum += 0.5 * factors[i] * difference;
  }
  return sum;
}

double hingeLink(const double* margins, const double* labels, const double* weights, int64_t count, double* factors) {
  double sum = 0;
  for (int64_t i = 0; i < count; ++i) {
    const double sign = 2.0 * labels[i] - 1.0;
    const double loss = 1.0 - sign * margins[i];
    const double weight = weightAt(weights, i);
    factors[i] = loss > 0 ? -sign * weight : 0.0;
    sum += loss > 0 ? weight * loss : 0.0;
  }
  return sum;
}

double huberLink(const double* margins, const double* labels, const double* weights, int64_t count, double scale,
                 double epsilon, double* factors, double* scaleFactor) {
  double sum = 0;
  double byScale = 0;
  for (int64_t i = 0; i < count; ++i) {
    const double residual = labels[i] - margins[i];
    const double weight = weightAt(weights, i);
    if (std::abs(residual) <= scale * epsilon) {
      const double scaled = residual / scale;
      sum += 0.5 * weight * (scale + residual * scaled);
      factors[i] = -weight * scaled;
      byScale += 0.5 * weight * (1.0 - scaled * scaled);
    } else {
      const double sign = residual >= 0 ? 1.0 : -1.0;
      sum += 0.5 * weight * (scale + 2.0 * epsilon * std::abs(residual) - scale * epsilon * epsilon);
      factors[i] = -weight * sign * epsilon;
      byScale += 0.5 * weight * (1.0 - epsilon * epsilon);
    }
  }
  *scaleFactor += byScale;
  return sum;
}

double multinomialLink(double* margins, const double* labels, const double* weights, int64_t count, int64_t stride,
                       int numClasses, double* factors) {
  double largest[kLinkRows];
  double sums[kLinkRows];
  double own[kLinkRows];
  std::copy_n(margins, count, largest);
  for (int k = 1; k < numClasses; ++k) {
    const double* of = margins + k * stride;
    for (int64_t i = 0; i < count; ++i) largest[i] = std::max(largest[i], of[i]);
  }
  for (int64_t i = 0; i < count; ++i) {
    own[i] = margins[static_cast<int64_t>(labels[i]) * stride + i];
    sums[i] = 0;
  }
  for (int k = 0; k < numClasses; ++k) linkKernels().exponents(margins + k * stride, largest, count, sums);
  double loss = 0;
  for (int64_t i = 0; i < count; ++i) {
    const double weight = weightAt(weights, i);
    loss += weight * (largest[i] - own[i] + std::log(sums[i]));
    sums[i] = weight / sums[i];
  }
  for (int k = 0; k < numClasses; ++k) {
    for (int64_t i = 0; i < count; ++i) factors[k * stride + i] = margins[k * stride + i] * sums[i];
  }
  for (int64_t i = 0; i < count; ++i) {
    factors[static_cast<int64_t>(labels[i]) * stride + i] -= weightAt(weights, i);
  }
  return loss;
}

}  // namespace ferro::ml
