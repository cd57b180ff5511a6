// UnivariateFeatureSelector: the features that have most to do with the label, each by itself: by the chi-squared test,
// the analysis of variance or the F-test of regression, as the types of features and label ask for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ferro/mllib/stage/typed_stage.h"

namespace ferro::ml {

struct UnivariateFeatureSelectorParams {
  std::string featureType{};  // categorical or continuous
  std::string labelType{};    // categorical or continuous
  std::string featuresCol = "features";
  std::string labelCol = "label";
  std::string outputCol{};
  std::string selectionMode = "numTopFeatures";
  std::optional<double> selectionThreshold{};

  static const ParamTable& table();
};

class UnivariateFeatureSelectorModel final
    : public ModelOf<UnivariateFeatureSelectorModel, UnivariateFeatureSelectorParams> {
 public:
  static constexpr std::string_view kClassName = "org.apache.spark.ml.feature.UnivariateFeatureSelectorModel";

  UnivariateFeatureSelectorModel(UnivariateFeatureSelectorParams settings, std::string uid,
                                 std::vector<int32_t> selectedFeatures);

  const std::vector<int32_t>& selectedFeatures() const { return selectedFeatures_; }  // ascending
  DataFrame transform(const DataFrame& frame) const override;
  SchemaPtr transformSchema(const arrow::Schema& schema) const override;
  void writeData(StageWriter& writer) const override;
  static UnivariateFeatureSelectorModel read(const SavedStage& saved);

 private:
  std::vector<int32_t> selectedFeatures_;
};

class UnivariateFeatureSelector final : public EstimatorOf<UnivariateFeatureSelector, UnivariateFeatureSelectorParams> {
 public:
  static constexpr std::string_view kClassName = "org.apache.spark.ml.feature.UnivariateFeatureSelector";

  explicit UnivariateFeatureSelector(NoSettings = {}) : UnivariateFeatureSelector(UnivariateFeatureSelectorParams{}) {}
  explicit UnivariateFeatureSelector(UnivariateFeatureSelectorParams settings, std::string uid = "")
      : EstimatorOf(std::move(settings), std::move(uid)) {}

  UnivariateFeatureSelectorModel fit(const DataFrame& frame) const;
  SchemaPtr transformSchema(const arrow::Schema& schema) const override;
};

}  // namespace ferro::ml
