#include "ferro/mllib/evaluation/binary_metrics.h"

#include <algorithm>

namespace ferro::ml {

BinaryMetrics::BinaryMetrics(std::vector<ScoredLabel> rows, int numBins) {
  std::stable_sort(rows.begin(), rows.end(),
                   [](const ScoredLabel& a, const ScoredLabel& b) { return a.score > b.score; });
  std::vector<Cut> scores;
  for (const ScoredLabel& row : rows) {
    if (scores.empty() || scores.back().threshold != row.score) scores.push_back({row.score, 0, 0});
    (row.label > 0.5 ? scores.back().positives : scores.back().negatives) += row.weight;
  }
  const size_t together = numBins > 0 ? scores.size() / static_cast<size_t>(numBins) : 0;
  const size_t step = together >= 2 ? together : 1;
  for (size_t i = 0; i < scores.size(); ++i) {
    positives_ += scores[i].positives;
    negatives_ += scores[i].negatives;
    if (i % step == 0) cuts_.push_back({scores[i].threshold, 0, 0});
    cuts_.back().positives = positives_;
    cuts_.back().negatives = negatives_;
  }
}

double BinaryMetrics::precision(const Cut& cut) const {
  const double all = cut.positives + cut.negatives;
  return all == 0 ? 1.0 : cut.positives / all;
}

double BinaryMetrics::recall(const Cut& cut) const { return positives_ == 0 ? 0.0 : cut.positives / positives_; }

Curve BinaryMetrics::roc() const {
  Curve curve{{0, 0}};
  for (const Cut& cut : cuts_) curve.push_back({negatives_ == 0 ? 0.0 : cut.negatives / negatives_, recall(cut)});
  curve.push_back({1, 1});
  return curve;
}

Curve BinaryMetrics::pr() const {
  Curve curve;
  if (!cuts_.empty()) curve.push_back({0, precision(cuts_.front())});
  for (const Cut& cut : cuts_) curve.push_back({recall(cut), precision(cut)});
  return curve;
}

double BinaryMetrics::areaUnderROC() const { return areaUnder(roc()); }
double BinaryMetrics::areaUnderPR() const { return areaUnder(pr()); }

std::vector<double> BinaryMetrics::thresholds() const {
  std::vector<double> all;
  for (const Cut& cut : cuts_) all.push_back(cut.threshold);
  return all;
}

Curve BinaryMetrics::precisionByThreshold() const {
  Curve curve;
  for (const Cut& cut : cuts_) curve.push_back({cut.threshold, precision(cut)});
  return curve;
}

Curve BinaryMetrics::recallByThreshold() const {
  Curve curve;
  for (const Cut& cut : cuts_) curve.push_back({cut.threshold, recall(cut)});
  return curve;
}

Curve BinaryMetrics::fMeasureByThreshold(double beta) const {
  Curve curve;
  for (const Cut& cut : cuts_) {
    const double p = precision(cut);
    const double r = recall(cut);
    const double f = p + r == 0 ? 0.0 : (1 + beta * beta) * p * r / (beta * beta * p + r);
    curve.push_back({cut.threshold, f});
  }
  return curve;
}

double areaUnder(const Curve& curve) {
  double area = 0;
  for (size_t i = 1; i < curve.size(); ++i) {
    area += (curve[i].x - curve[i - 1].x) * (curve[i].y + curve[i - 1].y) / 2;
  }
  return area;
}

}  // namespace ferro::ml
