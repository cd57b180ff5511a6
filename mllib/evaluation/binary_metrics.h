// How well scores tell two classes apart: ROC and precision-recall curves, and what follows from them. Immutable; any
// thread.
#pragma once

#include <cstddef>
#include <vector>

namespace ferro::ml {

struct ScoredLabel {
  double score = 0;
  double label = 0;  // above 0.5: positive
  double weight = 1;
};

struct CurvePoint {
  double x = 0;
  double y = 0;
  bool operator==(const CurvePoint&) const = default;
};
using Curve = std::vector<CurvePoint>;

class BinaryMetrics {
 public:
  // Rows of equal score count together. With numBins above 0 and at least twice as many scores, neighbouring scores are
  // put together, so that curves have about numBins points.
  explicit BinaryMetrics(std::vector<ScoredLabel> rows, int numBins = 1000);

  Curve roc() const;  // false positive rate, true positive rate; from (0,0) to (1,1)
  Curve pr() const;   // recall, precision; from (0, first precision)
  double areaUnderROC() const;
  double areaUnderPR() const;
  std::vector<double> thresholds() const;  // descending
  Curve precisionByThreshold() const;
  Curve recallByThreshold() const;
  Curve fMeasureByThreshold(double beta = 1) const;

 private:
  // Counts of rows with at least this score.
  struct Cut {
    double threshold = 0;
    double positives = 0;
    double negatives = 0;
  };

  double precision(const Cut& cut) const;
  double recall(const Cut& cut) const;

  std::vector<Cut> cuts_;
  double positives_ = 0;
  double negatives_ = 0;
};

// By the trapezoidal rule.
double areaUnder(const Curve& curve);

}  // namespace ferro::ml
