// CoefficientSelector: selection embedded in training. A linear model is fitted, with an L1 penalty as a rule, and the
// features stay whose coefficient is larger than a threshold. Spark has no such stage.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ferro/mllib/selection/selection_model.h"

namespace ferro::ml {

struct CoefficientSelectorParams {
  std::optional<AnyEstimator>
      estimator{};  // fits a LinearModel; its featuresCol and labelCol are set to the ones below
  std::string featuresCol = "features";
  std::string labelCol = "label";
  std::string outputCol{};
  double threshold = 0;  // of the coefficient's size; of several classes the largest counts

  static const ParamTable& table();
};

class CoefficientSelectorModel final : public SelectionModelOf<CoefficientSelectorModel, CoefficientSelectorParams> {
 public:
  static constexpr std::string_view kClassName = "ferro.ml.feature.CoefficientSelectorModel";

  CoefficientSelectorModel(CoefficientSelectorParams settings, std::string uid, std::vector<int32_t> selectedFeatures,
                           std::vector<double> coefficientSizes)
      : SelectionModelOf(std::move(settings), std::move(uid), std::move(selectedFeatures)),
        coefficientSizes_(std::move(coefficientSizes)) {}

  // Of every feature.
  const std::vector<double>& coefficientSizes() const { return coefficientSizes_; }
  // What was chosen; the estimator is not saved with it.
  void writeData(StageWriter& writer) const override;
  static CoefficientSelectorModel read(const SavedStage& saved);

 private:
  std::vector<double> coefficientSizes_;
};

class CoefficientSelector final : public EstimatorOf<CoefficientSelector, CoefficientSelectorParams> {
 public:
  static constexpr std::string_view kClassName = "ferro.ml.feature.CoefficientSelector";

  explicit CoefficientSelector(NoSettings = {}) : CoefficientSelector(CoefficientSelectorParams{}) {}
  explicit CoefficientSelector(CoefficientSelectorParams settings, std::string uid = "")
      : EstimatorOf(std::move(settings), std::move(uid)) {}

  CoefficientSelectorModel fit(const DataFrame& frame) const;
  SchemaPtr transformSchema(const arrow::Schema& schema) const override;
  void writeData(StageWriter& writer) const override;
  static CoefficientSelector read(const SavedStage& saved);
};

}  // namespace ferro::ml
