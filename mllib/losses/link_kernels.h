// Loss, and its derivative by the margin, of some rows at a time. Compiled for plain x86-64, for AVX2
// and for AVX-512, chosen once at run time. Pure functions; any thread may call them.
#pragma once

#include <cstdint>

namespace ferro::ml {

// Rows that are handled at a time at most.
inline constexpr int64_t kLinkRows = 256;

double sumOf(const double* values, int64_t count);

// In each: weights may be null (all 1); factors[i] becomes weight times the derivative by margins[i]; what is returned
// is the sum of weight times loss. count is at most kLinkRows.

// A sum of logarithms of numbers from 1 to 2^256, kept as the logarithm of their product.
class LogSum {
 public:
  void addLogOf(double factor);
  double value() const;

 private:
  double product_ = 1;
  double sum_ = 0;
};

// curvatures, if not null, becomes weight times the second derivative. Of rows without weights, a part of the loss goes
// to logs.
double binomialLink(const double* margins, const double* labels, const double* weights, int64_t count, double* factors,
                    double* curvatures, LogSum& logs);

// The target of a row is label * labelScale + labelShift.
double squaredLink(const double* margins, const double* labels, const double* weights, int64_t count, double labelScale,
                   double labelShift, double* factors);

double hingeLink(const double* margins, const double* labels, const double* weights, int64_t count, double* factors);

// Adds the derivative by the scale to scaleFactor.
double huberLink(const double* margins, const double* labels, const double* weights, int64_t count, double scale,
                 double epsilon, double* factors, double* scaleFactor);

// margins and factors hold one run of `stride` numbers for each class; margins are overwritten.
double multinomialLink(double* margins, const double* labels, const double* weights, int64_t count, int64_t stride,
                       int numClasses, double* factors);

}  // namespace ferro::ml
