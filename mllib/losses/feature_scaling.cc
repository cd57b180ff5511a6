#include "ferro/mllib/losses/feature_scaling.h"

namespace ferro::ml {

FeatureScaling scalingOf(const TrainingSummary& summary, const std::vector<double>& deviations, bool isCentred) {
  FeatureScaling scaling;
  for (const double deviation : deviations) scaling.inverseDeviations.push_back(deviation > 0 ? 1 / deviation : 0.0);
  if (!isCentred) return scaling;
  scaling.scaledMeans = summary.featureMeans();
  for (size_t j = 0; j < deviations.size(); ++j) scaling.scaledMeans[j] *= scaling.inverseDeviations[j];
  return scaling;
}

std::vector<double> penaltiesOf(double penalty, PenaltyKind kind, const std::vector<double>& deviations,
                                bool standardization) {
  std::vector<double> penalties(deviations.size(), 0.0);
  for (size_t j = 0; j < deviations.size(); ++j) {
    if (deviations[j] == 0) continue;
    const double scale = standardization ? 1.0 : 1.0 / deviations[j];
    penalties[j] = penalty * (kind == PenaltyKind::kL2 ? scale * scale : scale);
  }
  return penalties;
}

}  // namespace ferro::ml
