// How features are standardised without being touched, and what a penalty on standardised coefficients means for each.
// Pure functions over plain values; any thread.
#pragma once

#include <vector>

#include "ferro/mllib/blocks/training_summary.h"

namespace ferro::ml {

struct FeatureScaling {
  std::vector<double> inverseDeviations;  // 0 for a feature that is constant: its coefficient has no effect
  std::vector<double> scaledMeans;        // mean / deviation; empty: features are not centred
};

FeatureScaling scalingOf(const TrainingSummary& summary, const std::vector<double>& deviations, bool isCentred);

enum class PenaltyKind { kL1, kL2 };

// The penalty of each feature's scaled coefficient, so that it is one of the coefficients of standardised features, or
// else of the features as they are. None for a constant feature.
std::vector<double> penaltiesOf(double penalty, PenaltyKind kind, const std::vector<double>& deviations,
                                bool standardization);

}  // namespace ferro::ml
