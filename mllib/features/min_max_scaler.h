// MinMaxScaler: each feature stretched so that its values in fit() reach from min to max. A feature that never changes
// becomes the middle; NaN stays NaN. The vectors come out dense.
#pragma once

#include <string>
#include <string_view>

#include "ferro/mllib/linalg/vector.h"
#include "ferro/mllib/stage/typed_stage.h"

namespace ferro::ml {

struct MinMaxScalerParams {
  std::string inputCol{};
  std::string outputCol{};
  double min = 0;
  double max = 1;

  static const ParamTable& table();
};

class MinMaxScalerModel final : public ModelOf<MinMaxScalerModel, MinMaxScalerParams> {
 public:
  static constexpr std::string_view kClassName = "org.apache.spark.ml.feature.MinMaxScalerModel";

  MinMaxScalerModel(MinMaxScalerParams settings, std::string uid, Vector originalMin, Vector originalMax);

  const Vector& originalMin() const { return originalMin_; }
  const Vector& originalMax() const { return originalMax_; }
  DataFrame transform(const DataFrame& frame) const override;
  SchemaPtr transformSchema(const arrow::Schema& schema) const override;
  void writeData(StageWriter& writer) const override;
  static MinMaxScalerModel read(const SavedStage& saved);

 private:
  Vector originalMin_;
  Vector originalMax_;
};

class MinMaxScaler final : public EstimatorOf<MinMaxScaler, MinMaxScalerParams> {
 public:
  static constexpr std::string_view kClassName = "org.apache.spark.ml.feature.MinMaxScaler";

  explicit MinMaxScaler(NoSettings = {}) : MinMaxScaler(MinMaxScalerParams{}) {}
  explicit MinMaxScaler(MinMaxScalerParams settings, std::string uid = "")
      : EstimatorOf(std::move(settings), std::move(uid)) {}

  MinMaxScalerModel fit(const DataFrame& frame) const;
  SchemaPtr transformSchema(const arrow::Schema& schema) const override;
};

}  // namespace ferro::ml
