// VarianceThresholdSelector: the features whose variance is above a threshold.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ferro/mllib/stage/typed_stage.h"

namespace ferro::ml {

struct VarianceThresholdSelectorParams {
  std::string featuresCol = "features";
  std::string outputCol{};
  double varianceThreshold = 0;

  static const ParamTable& table();
};

class VarianceThresholdSelectorModel final
    : public ModelOf<VarianceThresholdSelectorModel, VarianceThresholdSelectorParams> {
 public:
  static constexpr std::string_view kClassName = "org.apache.spark.ml.feature.VarianceThresholdSelectorModel";

  VarianceThresholdSelectorModel(VarianceThresholdSelectorParams settings, std::string uid,
                                 std::vector<int32_t> selectedFeatures);

  const std::vector<int32_t>& selectedFeatures() const { return selectedFeatures_; }  // ascending
  DataFrame transform(const DataFrame& frame) const override;
  SchemaPtr transformSchema(const arrow::Schema& schema) const override;
  void writeData(StageWriter& writer) const override;
  static VarianceThresholdSelectorModel read(const SavedStage& saved);

 private:
  std::vector<int32_t> selectedFeatures_;
};

class VarianceThresholdSelector final : public EstimatorOf<VarianceThresholdSelector, VarianceThresholdSelectorParams> {
 public:
  static constexpr std::string_view kClassName = "org.apache.spark.ml.feature.VarianceThresholdSelector";

  explicit VarianceThresholdSelector(NoSettings = {}) : VarianceThresholdSelector(VarianceThresholdSelectorParams{}) {}
  explicit VarianceThresholdSelector(VarianceThresholdSelectorParams settings, std::string uid = "")
      : EstimatorOf(std::move(settings), std::move(uid)) {}

  VarianceThresholdSelectorModel fit(const DataFrame& frame) const;
  SchemaPtr transformSchema(const arrow::Schema& schema) const override;
};

}  // namespace ferro::ml
