// What is known of training data before training: moments of features and labels, and weights of classes. Summaries of
// partitions are merged in their order, so that the result is the same whenever the partitions are. Plain values that
// travel; a SummaryBuilder belongs to one task's thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ferro/mllib/blocks/block_view.h"

namespace ferro::ml {

// Mean and sum of squared deviations of weighted numbers, each column for itself.
struct Moments {
  std::vector<double> weight;
  std::vector<double> mean;
  std::vector<double> squares;

  void merge(const Moments& other);
};

// A label that is no class, and where it is.
struct OddLabel {
  double label = 0;
  int64_t row = 0;  // of its partition
  int32_t partition = 0;
};

struct TrainingSummary {
  int64_t numRows = 0;
  int64_t numFeatures = -1;  // -1: no row was seen
  double weightSum = 0;
  double weightSquareSum = 0;
  Moments features;                   // of the values that are stored; those that are not are zeros
  Moments label;                      // one column
  std::vector<double> classWeights;   // by label, as long as labels are whole numbers from 0
  std::optional<OddLabel> notAClass;  // the first label that is none

  void merge(const TrainingSummary& other);

  // With the zeros that are not stored.
  std::vector<double> featureMeans() const;
  // The weighted sample standard deviation: divided by sum(w) - sum(w^2) / sum(w).
  std::vector<double> featureDeviations() const;
  // Values that a row stores, on average: all of them in dense rows.
  double storedPerRow() const;
  double labelMean() const;
  double labelDeviation() const;
};

class SummaryBuilder {
 public:
  explicit SummaryBuilder(int32_t partition) : partition_(partition) {}

  void add(const BlockView& block);
  TrainingSummary finish();

 private:
  void begin(int64_t numFeatures);
  void addDense(const BlockView& block);
  void addSparse(const BlockView& block);
  void addLabel(double label, double weight, int64_t row);

  // Sums are kept of differences from the first value of a column: a column of equal values has a deviation of exactly
  // zero, and one far from zero loses no digits.
  const int32_t partition_;
  TrainingSummary summary_;
  std::vector<uint8_t> seen_;
  std::vector<double> first_;
  double firstLabel_ = 0;
  double labelSum_ = 0;
  double labelSquares_ = 0;
};

}  // namespace ferro::ml
