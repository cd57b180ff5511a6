// CorrelationSelector: a filter by Pearson's correlation. It leaves out features that have little to do with the label,
// and those that say what an earlier feature says already. Spark has no such stage.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ferro/mllib/selection/selection_model.h"

namespace ferro::ml {

struct CorrelationSelectorParams {
  std::string featuresCol = "features";
  std::string labelCol = "label";  // looked at only where minLabelCorrelation is above 0
  std::string outputCol{};
  // Features stay whose correlation with the label, either sign, is at least this; one that never changes has 0.
  double minLabelCorrelation = 0;
  // Features go whose correlation with one before them that stays, either sign, is above this.
  double maxFeatureCorrelation = 0.95;

  static const ParamTable& table();
};

class CorrelationSelectorModel final : public SelectionModelOf<CorrelationSelectorModel, CorrelationSelectorParams> {
 public:
  static constexpr std::string_view kClassName = "ferro.ml.feature.CorrelationSelectorModel";

  CorrelationSelectorModel(CorrelationSelectorParams settings, std::string uid, std::vector<int32_t> selectedFeatures,
                           std::vector<double> labelCorrelations)
      : SelectionModelOf(std::move(settings), std::move(uid), std::move(selectedFeatures)),
        labelCorrelations_(std::move(labelCorrelations)) {}

  // Of every feature with the label; none where the label was not looked at.
  const std::vector<double>& labelCorrelations() const { return labelCorrelations_; }
  void writeData(StageWriter& writer) const override;
  static CorrelationSelectorModel read(const SavedStage& saved);

 private:
  std::vector<double> labelCorrelations_;
};

class CorrelationSelector final : public EstimatorOf<CorrelationSelector, CorrelationSelectorParams> {
 public:
  static constexpr std::string_view kClassName = "ferro.ml.feature.CorrelationSelector";

  explicit CorrelationSelector(NoSettings = {}) : CorrelationSelector(CorrelationSelectorParams{}) {}
  explicit CorrelationSelector(CorrelationSelectorParams settings, std::string uid = "")
      : EstimatorOf(std::move(settings), std::move(uid)) {}

  CorrelationSelectorModel fit(const DataFrame& frame) const;
  SchemaPtr transformSchema(const arrow::Schema& schema) const override;
};

}  // namespace ferro::ml
