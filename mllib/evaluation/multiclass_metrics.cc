#include "ferro/mllib/evaluation/multiclass_metrics.h"

#include <set>

namespace ferro::ml {
namespace {

double at(const std::map<double, double>& weights, double label) {
  const auto found = weights.find(label);
  return found == weights.end() ? 0.0 : found->second;
}

}  // namespace

MulticlassMetrics::MulticlassMetrics(Confusion confusion) : confusion_(std::move(confusion)) {
  for (const auto& [pair, weight] : confusion_) {
    byLabel_[pair.first] += weight;
    byPrediction_[pair.second] += weight;
    total_ += weight;
  }
}

std::vector<double> MulticlassMetrics::labels() const {
  std::set<double> all;
  for (const auto& [pair, weight] : confusion_) {
    all.insert(pair.first);
    all.insert(pair.second);
  }
  return {all.begin(), all.end()};
}

std::vector<std::vector<double>> MulticlassMetrics::confusionMatrix() const {
  const auto all = labels();
  std::vector<std::vector<double>> matrix(all.size(), std::vector<double>(all.size(), 0.0));
  for (size_t i = 0; i < all.size(); ++i) {
    for (size_t j = 0; j < all.size(); ++j) {
      const auto found = confusion_.find({all[i], all[j]});
      if (found != confusion_.end()) matrix[i][j] = found->second;
    }
  }
  return matrix;
}

double MulticlassMetrics::accuracy() const {
  double right = 0;
  for (const auto& [pair, weight] : confusion_) right += pair.first == pair.second ? weight : 0.0;
  return total_ == 0 ? 0.0 : right / total_;
}

double MulticlassMetrics::truePositiveRate(double label) const {
  const auto right = confusion_.find({label, label});
  const double all = at(byLabel_, label);
  return right == confusion_.end() || all == 0 ? 0.0 : right->second / all;
}

double MulticlassMetrics::falsePositiveRate(double label) const {
  const auto right = confusion_.find({label, label});
  const double wrong = at(byPrediction_, label) - (right == confusion_.end() ? 0.0 : right->second);
  const double others = total_ - at(byLabel_, label);
  return others == 0 ? 0.0 : wrong / others;
}

double MulticlassMetrics::precision(double label) const {
  const auto right = confusion_.find({label, label});
  const double predicted = at(byPrediction_, label);
  return right == confusion_.end() || predicted == 0 ? 0.0 : right->second / predicted;
}

double MulticlassMetrics::fMeasure(double label, double beta) const {
  const double p = precision(label);
  const double r = recall(label);
  return p + r == 0 ? 0.0 : (1 + beta * beta) * p * r / (beta * beta * p + r);
}

template <class Measure>
double MulticlassMetrics::weighted(Measure measure) const {
  double sum = 0;
  for (const auto& [label, weight] : byLabel_) sum += measure(label) * weight;
  return total_ == 0 ? 0.0 : sum / total_;
}

double MulticlassMetrics::weightedTruePositiveRate() const {
  return weighted([&](double label) { return truePositiveRate(label); });
}
double MulticlassMetrics::weightedFalsePositiveRate() const {
  return weighted([&](double label) { return falsePositiveRate(label); });
}
double MulticlassMetrics::weightedPrecision() const {
  return weighted([&](double label) { return precision(label); });
}
double MulticlassMetrics::weightedFMeasure(double beta) const {
  return weighted([&](double label) { return fMeasure(label, beta); });
}

}  // namespace ferro::ml
