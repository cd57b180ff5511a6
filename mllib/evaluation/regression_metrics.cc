#include "ferro/mllib/evaluation/regression_metrics.h"

#include <algorithm>
#include <cmath>

namespace ferro::ml {

void RunningMoments::add(double value, double itsWeight) {
  if (itsWeight <= 0) return;
  weight += itsWeight;
  const double difference = value - mean;
  mean += difference * (itsWeight / weight);
  squares += itsWeight * difference * (value - mean);
}

void RunningMoments::merge(const RunningMoments& other) {
  if (other.weight <= 0) return;
  const double total = weight + other.weight;
  const double difference = other.mean - mean;
  squares += other.squares + difference * difference * (weight * other.weight / total);
  mean += difference * (other.weight / total);
  weight = total;
}

void RegressionMetrics::add(double label, double prediction, double weight) {
  labels.add(label, weight);
  predictions.add(prediction, weight);
  weightSquares += weight * weight;
  labelSquares += weight * label * label;
  squaredErrors += weight * (label - prediction) * (label - prediction);
  absoluteErrors += weight * std::abs(label - prediction);
  leastResidual = std::min(leastResidual, (label - prediction) * std::sqrt(weight));
  greatestResidual = std::max(greatestResidual, (label - prediction) * std::sqrt(weight));
  ++numRows;
}

void RegressionMetrics::merge(const RegressionMetrics& other) {
  labels.merge(other.labels);
  predictions.merge(other.predictions);
  weightSquares += other.weightSquares;
  labelSquares += other.labelSquares;
  squaredErrors += other.squaredErrors;
  absoluteErrors += other.absoluteErrors;
  leastResidual = std::min(leastResidual, other.leastResidual);
  greatestResidual = std::max(greatestResidual, other.greatestResidual);
  numRows += other.numRows;
}

double RegressionMetrics::rootMeanSquaredError() const { return std::sqrt(meanSquaredError()); }

double RegressionMetrics::r2(bool throughOrigin) const {
  if (throughOrigin) return 1 - squaredErrors / labelSquares;
  const double sample = labels.weight - weightSquares / labels.weight;
  return 1 - squaredErrors / (sample > 0 ? labels.squares * (labels.weight - 1) / sample : 0.0);
}

double RegressionMetrics::explainedVariance() const {
  const double shift = predictions.mean - labels.mean;
  return predictions.squares / predictions.weight + shift * shift;
}

}  // namespace ferro::ml
