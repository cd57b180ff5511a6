// What a classifier achieves on a table: metrics by label and, for two classes, curves; and for training, how the
// objective went down. Metrics are computed by a job when they are first asked for. For one driver thread at a time.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ferro/engine/frame/dataframe.h"
#include "ferro/mllib/evaluation/binary_metrics.h"
#include "ferro/mllib/evaluation/multiclass_metrics.h"
#include "ferro/mllib/evaluation/scored_rows.h"

namespace ferro::ml {

class ClassificationSummary {
 public:
  // columns.prediction is the predicted class; scoreCol the column of probabilities or margins.
  ClassificationSummary(DataFrame predictions, ScoreColumns columns, std::string scoreCol, int numClasses)
      : predictions_(std::move(predictions)),
        columns_(std::move(columns)),
        scoreCol_(std::move(scoreCol)),
        numClasses_(numClasses) {}

  const DataFrame& predictions() const { return predictions_; }
  const std::string& labelCol() const { return columns_.label; }
  const std::string& predictionCol() const { return columns_.prediction; }
  const std::string& scoreCol() const { return scoreCol_; }

  std::vector<double> labels() const { return metrics().labels(); }
  double accuracy() const { return metrics().accuracy(); }
  std::vector<double> truePositiveRateByLabel() const;
  std::vector<double> falsePositiveRateByLabel() const;
  std::vector<double> precisionByLabel() const;
  std::vector<double> recallByLabel() const { return truePositiveRateByLabel(); }
  std::vector<double> fMeasureByLabel(double beta = 1) const;
  double weightedTruePositiveRate() const { return metrics().weightedTruePositiveRate(); }
  double weightedFalsePositiveRate() const { return metrics().weightedFalsePositiveRate(); }
  double weightedPrecision() const { return metrics().weightedPrecision(); }
  double weightedRecall() const { return metrics().weightedRecall(); }
  double weightedFMeasure(double beta = 1) const { return metrics().weightedFMeasure(beta); }

  // Of two classes. Error kInvalidArgument when there are more.
  Curve roc() const { return binary().roc(); }
  Curve pr() const { return binary().pr(); }
  double areaUnderROC() const { return binary().areaUnderROC(); }
  Curve fMeasureByThreshold(double beta = 1) const { return binary().fMeasureByThreshold(beta); }
  Curve precisionByThreshold() const { return binary().precisionByThreshold(); }
  Curve recallByThreshold() const { return binary().recallByThreshold(); }

 private:
  const MulticlassMetrics& metrics() const;
  const BinaryMetrics& binary() const;

  DataFrame predictions_;
  ScoreColumns columns_;
  std::string scoreCol_;
  int numClasses_;
  mutable std::optional<MulticlassMetrics> metrics_{};
  mutable std::optional<BinaryMetrics> binary_{};
};

class ClassificationTrainingSummary final : public ClassificationSummary {
 public:
  ClassificationTrainingSummary(ClassificationSummary summary, std::vector<double> objectiveHistory, std::string solver,
                                std::string reason)
      : ClassificationSummary(std::move(summary)),
        objectiveHistory_(std::move(objectiveHistory)),
        solver_(std::move(solver)),
        reason_(std::move(reason)) {}

  // At the start and after each iteration.
  const std::vector<double>& objectiveHistory() const { return objectiveHistory_; }
  int totalIterations() const { return static_cast<int>(objectiveHistory_.size()) - 1; }
  // Which solver it was, and why it ended.
  const std::string& solver() const { return solver_; }
  const std::string& reason() const { return reason_; }

 private:
  std::vector<double> objectiveHistory_;
  std::string solver_;
  std::string reason_;
};

}  // namespace ferro::ml
