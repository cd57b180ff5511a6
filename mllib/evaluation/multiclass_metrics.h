// How well predicted classes agree with labels. Made from the weights of all (label, prediction) pairs; immutable once
// made; any thread.
#pragma once

#include <map>
#include <utility>
#include <vector>

namespace ferro::ml {

class MulticlassMetrics {
 public:
  // By (label, prediction): the weight of such rows.
  using Confusion = std::map<std::pair<double, double>, double>;

  explicit MulticlassMetrics(Confusion confusion);

  std::vector<double> labels() const;  // ascending: those that occur as labels or predictions
  // Rows are labels, columns predictions, in the order of labels().
  std::vector<std::vector<double>> confusionMatrix() const;

  double accuracy() const;
  double hammingLoss() const { return 1 - accuracy(); }
  double truePositiveRate(double label) const;
  double falsePositiveRate(double label) const;
  double precision(double label) const;
  double recall(double label) const { return truePositiveRate(label); }
  double fMeasure(double label, double beta = 1) const;

  // Means over labels, each with the share of its rows.
  double weightedTruePositiveRate() const;
  double weightedFalsePositiveRate() const;
  double weightedPrecision() const;
  double weightedRecall() const { return weightedTruePositiveRate(); }
  double weightedFMeasure(double beta = 1) const;

 private:
  template <class Measure>
  double weighted(Measure measure) const;

  Confusion confusion_;
  std::map<double, double> byLabel_;
  std::map<double, double> byPrediction_;
  double total_ = 0;
};

}  // namespace ferro::ml
