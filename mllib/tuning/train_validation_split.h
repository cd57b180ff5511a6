// TrainValidationSplit: the combination of parameters whose model does best on a part of the rows that it was not
// trained on: cheaper than CrossValidator, and less sure. Values; a const one may be used by any driver thread.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ferro/mllib/evaluation/evaluator.h"
#include "ferro/mllib/stage/typed_stage.h"

namespace ferro::ml {

struct TrainValidationSplitParams {
  std::optional<AnyEstimator> estimator{};
  std::vector<ParamMap> estimatorParamMaps{};  // of a ParamGridBuilder; none: the estimator as it is
  std::optional<AnyEvaluator> evaluator{};
  double trainRatio = 0.75;
  int64_t seed = -1772833110;  // Spark's
  int32_t parallelism = 1;     // how many models are fitted at a time
  bool collectSubModels = false;

  static const ParamTable& table();
};

// What a model is saved with: Spark's does not know how it was searched for.
struct TrainValidationSplitModelParams : TrainValidationSplitParams {
  static const ParamTable& table();
};

class TrainValidationSplitModel final : public ModelOf<TrainValidationSplitModel, TrainValidationSplitModelParams> {
 public:
  static constexpr std::string_view kClassName = "org.apache.spark.ml.tuning.TrainValidationSplitModel";

  struct Outcome {
    std::shared_ptr<const Transformer> bestModel;
    size_t bestIndex = 0;
    std::vector<double> validationMetrics;                      // one for each combination
    std::vector<std::shared_ptr<const Transformer>> subModels;  // the same, where they are kept
  };
  TrainValidationSplitModel(TrainValidationSplitParams settings, std::string uid, Outcome outcome);

  const Transformer& bestModel() const { return *outcome_.bestModel; }
  // Null when it is of another class.
  template <class M>
  const M* bestModelAs() const {
    return dynamic_cast<const M*>(outcome_.bestModel.get());
  }
  size_t bestIndex() const { return outcome_.bestIndex; }
  const std::vector<double>& validationMetrics() const { return outcome_.validationMetrics; }
  const std::vector<std::shared_ptr<const Transformer>>& subModels() const { return outcome_.subModels; }

  DataFrame transform(const DataFrame& frame) const override { return bestModel().transform(frame); }
  SchemaPtr transformSchema(const arrow::Schema& schema) const override { return bestModel().transformSchema(schema); }
  void writeData(StageWriter& writer) const override;
  static TrainValidationSplitModel read(const SavedStage& saved);

 private:
  Outcome outcome_;
};

class TrainValidationSplit final : public EstimatorOf<TrainValidationSplit, TrainValidationSplitParams> {
 public:
  static constexpr std::string_view kClassName = "org.apache.spark.ml.tuning.TrainValidationSplit";

  explicit TrainValidationSplit(NoSettings = {}) : TrainValidationSplit(TrainValidationSplitParams{}) {}
  explicit TrainValidationSplit(TrainValidationSplitParams settings, std::string uid = "")
      : EstimatorOf(std::move(settings), std::move(uid)) {}

  TrainValidationSplitModel fit(const DataFrame& frame) const;
  SchemaPtr transformSchema(const arrow::Schema& schema) const override;
  void writeData(StageWriter& writer) const override;
  static TrainValidationSplit read(const SavedStage& saved);
};

}  // namespace ferro::ml
