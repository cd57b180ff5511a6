#include "ferro/mllib/classification/classification_summary.h"

#include "ferro/common/error.h"

namespace ferro::ml {
namespace {

template <class Measure>
std::vector<double> byLabel(const MulticlassMetrics& metrics, Measure measure) {
  std::vector<double> values;
  for (const double label : metrics.labels()) values.push_back(measure(label));
  return values;
}

}  // namespace

const MulticlassMetrics& ClassificationSummary::metrics() const {
  if (!metrics_) metrics_ = multiclassMetrics(predictions_, columns_);
  return *metrics_;
}

const BinaryMetrics& ClassificationSummary::binary() const {
  if (numClasses_ > 2) {
    throw Error(ErrorCode::kInvalidArgument,
                columns_.stage + " has " + std::to_string(numClasses_) + " classes, and curves by threshold need two");
  }
  if (!binary_) {
    ScoreColumns columns = columns_;
    columns.prediction = scoreCol_;
    binary_.emplace(scoredLabels(predictions_, columns));
  }
  return *binary_;
}

std::vector<double> ClassificationSummary::truePositiveRateByLabel() const {
  return byLabel(metrics(), [&](double label) { return metrics().truePositiveRate(label); });
}
std::vector<double> ClassificationSummary::falsePositiveRateByLabel() const {
  return byLabel(metrics(), [&](double label) { return metrics().falsePositiveRate(label); });
}
std::vector<double> ClassificationSummary::precisionByLabel() const {
  return byLabel(metrics(), [&](double label) { return metrics().precision(label); });
}
std::vector<double> ClassificationSummary::fMeasureByLabel(double beta) const {
  return byLabel(metrics(), [&](double label) { return metrics().fMeasure(label, beta); });
}

}  // namespace ferro::ml
