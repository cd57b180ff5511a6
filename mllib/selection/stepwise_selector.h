// StepwiseSelector: a wrapper around an estimator. Features are added one by one (forward), or taken away one by one
// (backward), each time the one with which models do best on rows that they were not trained on. Spark has no such
// stage.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ferro/mllib/evaluation/evaluator.h"
#include "ferro/mllib/selection/selection_model.h"

namespace ferro::ml {

struct StepwiseSelectorParams {
  // Their featuresCol and labelCol are set to the ones below.
  std::optional<AnyEstimator> estimator{};
  std::optional<AnyEvaluator> evaluator{};
  std::string featuresCol = "features";
  std::string labelCol = "label";
  std::string outputCol{};
  std::string direction = "forward";  // or backward
  int32_t numFolds = 3;
  int64_t seed = 42;
  // A feature is added only if the score gets better by more than this, and taken away only if it gets worse by less.
  double tolerance = 1e-3;
  // The most features that are chosen; backward goes on until no more are left, whatever the score. 0: any number.
  int32_t maxFeatures = 0;

  static const ParamTable& table();
};

// The score is the evaluator's metric, averaged over the folds.
struct SelectionStep {
  int32_t feature = -1;  // that was added or taken away; -1 for the start of backward, with all of them
  double score = 0;      // after it
};

class StepwiseSelectorModel final : public SelectionModelOf<StepwiseSelectorModel, StepwiseSelectorParams> {
 public:
  static constexpr std::string_view kClassName = "ferro.ml.feature.StepwiseSelectorModel";

  StepwiseSelectorModel(StepwiseSelectorParams settings, std::string uid, std::vector<int32_t> selectedFeatures,
                        std::vector<SelectionStep> steps)
      : SelectionModelOf(std::move(settings), std::move(uid), std::move(selectedFeatures)), steps_(std::move(steps)) {}

  const std::vector<SelectionStep>& steps() const { return steps_; }
  // What was chosen; estimator and evaluator are not saved with it.
  void writeData(StageWriter& writer) const override;
  static StepwiseSelectorModel read(const SavedStage& saved);

 private:
  std::vector<SelectionStep> steps_;
};

class StepwiseSelector final : public EstimatorOf<StepwiseSelector, StepwiseSelectorParams> {
 public:
  static constexpr std::string_view kClassName = "ferro.ml.feature.StepwiseSelector";

  explicit StepwiseSelector(NoSettings = {}) : StepwiseSelector(StepwiseSelectorParams{}) {}
  explicit StepwiseSelector(StepwiseSelectorParams settings, std::string uid = "")
      : EstimatorOf(std::move(settings), std::move(uid)) {}

  // Fits about (features)^2 / 2 * numFolds models, when all features are gone through.
  StepwiseSelectorModel fit(const DataFrame& frame) const;
  SchemaPtr transformSchema(const arrow::Schema& schema) const override;
  void writeData(StageWriter& writer) const override;
  static StepwiseSelector read(const SavedStage& saved);
};

}  // namespace ferro::ml
