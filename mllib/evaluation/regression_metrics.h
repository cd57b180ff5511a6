// How far predictions are from labels. A value that grows by rows and merges; it travels. Used by one thread at a time.
#pragma once

#include <cstdint>
#include <limits>

namespace ferro::ml {

// Weight, mean and sum of squared deviations of numbers.
struct RunningMoments {
  double weight = 0;
  double mean = 0;
  double squares = 0;

  void add(double value, double itsWeight);
  void merge(const RunningMoments& other);
};

struct RegressionMetrics {
  RunningMoments labels;
  RunningMoments predictions;
  double weightSquares = 0;
  double labelSquares = 0;  // sum of weight * label^2
  double squaredErrors = 0;
  double absoluteErrors = 0;
  // Of label less prediction, times the root of the weight.
  double leastResidual = std::numeric_limits<double>::infinity();
  double greatestResidual = -std::numeric_limits<double>::infinity();
  int64_t numRows = 0;

  void add(double label, double prediction, double weight);
  void merge(const RegressionMetrics& other);

  double meanSquaredError() const { return squaredErrors / labels.weight; }
  double rootMeanSquaredError() const;
  double meanAbsoluteError() const { return absoluteErrors / labels.weight; }
  // throughOrigin: compared with predicting 0, not the mean. With weights the spread of labels is a sample's, as Spark
  // has it.
  double r2(bool throughOrigin = false) const;
  double explainedVariance() const;
};

}  // namespace ferro::ml
