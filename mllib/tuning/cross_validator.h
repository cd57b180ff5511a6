// CrossValidator: the combination of parameters whose models do best, on average, on folds of the rows that they were
// not trained on. Folds are those of PySpark: a number that is drawn for each row says which. Values; a const one may
// be used by any driver thread.
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

struct CrossValidatorParams {
  std::optional<AnyEstimator> estimator{};
  std::vector<ParamMap> estimatorParamMaps{};  // of a ParamGridBuilder; none: the estimator as it is
  std::optional<AnyEvaluator> evaluator{};
  int32_t numFolds = 3;
  int64_t seed = -1191137437;  // Spark's
  int32_t parallelism = 1;     // how many models are fitted at a time
  std::string foldCol{};       // a column with the number of each row's fold, instead of chance
  bool collectSubModels = false;

  static const ParamTable& table();
};

// What a model is saved with: Spark's does not know how it was searched for.
struct CrossValidatorModelParams : CrossValidatorParams {
  static const ParamTable& table();
};

class CrossValidatorModel final : public ModelOf<CrossValidatorModel, CrossValidatorModelParams> {
 public:
  static constexpr std::string_view kClassName = "org.apache.spark.ml.tuning.CrossValidatorModel";

  struct Outcome {
    std::shared_ptr<const Transformer> bestModel;
    size_t bestIndex = 0;
    std::vector<double> avgMetrics;  // one for each combination
    std::vector<double> stdMetrics;
    std::vector<std::vector<std::shared_ptr<const Transformer>>> subModels;  // by fold, where they are kept
  };
  CrossValidatorModel(CrossValidatorParams settings, std::string uid, Outcome outcome);

  const Transformer& bestModel() const { return *outcome_.bestModel; }
  // Null when it is of another class.
  template <class M>
  const M* bestModelAs() const {
    return dynamic_cast<const M*>(outcome_.bestModel.get());
  }
  size_t bestIndex() const { return outcome_.bestIndex; }
  const ParamMap& bestParamMap() const { return settings().estimatorParamMaps.at(outcome_.bestIndex); }
  const std::vector<double>& avgMetrics() const { return outcome_.avgMetrics; }
  const std::vector<double>& stdMetrics() const { return outcome_.stdMetrics; }
  const std::vector<std::vector<std::shared_ptr<const Transformer>>>& subModels() const { return outcome_.subModels; }

  DataFrame transform(const DataFrame& frame) const override { return bestModel().transform(frame); }
  SchemaPtr transformSchema(const arrow::Schema& schema) const override { return bestModel().transformSchema(schema); }
  void writeData(StageWriter& writer) const override;
  static CrossValidatorModel read(const SavedStage& saved);

 private:
  Outcome outcome_;
};

class CrossValidator final : public EstimatorOf<CrossValidator, CrossValidatorParams> {
 public:
  static constexpr std::string_view kClassName = "org.apache.spark.ml.tuning.CrossValidator";

  explicit CrossValidator(NoSettings = {}) : CrossValidator(CrossValidatorParams{}) {}
  explicit CrossValidator(CrossValidatorParams settings, std::string uid = "")
      : EstimatorOf(std::move(settings), std::move(uid)) {}

  CrossValidatorModel fit(const DataFrame& frame) const;
  SchemaPtr transformSchema(const arrow::Schema& schema) const override;
  void writeData(StageWriter& writer) const override;
  static CrossValidator read(const SavedStage& saved);
};

// Training and validation rows of each fold. Error kInvalidArgument when a fold of a foldCol is empty or out of range.
std::vector<std::pair<DataFrame, DataFrame>> kFold(const DataFrame& frame, int32_t numFolds, int64_t seed,
                                                   const std::string& foldCol = "");

}  // namespace ferro::ml
