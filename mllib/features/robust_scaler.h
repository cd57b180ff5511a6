// RobustScaler: each feature divided by the range between two of its quantiles, and its median taken away if asked for:
// values far outside do not spoil it. NaN is left out in fit().
#pragma once

#include <string>
#include <string_view>

#include "ferro/mllib/linalg/vector.h"
#include "ferro/mllib/stage/typed_stage.h"

namespace ferro::ml {

struct RobustScalerParams {
  std::string inputCol{};
  std::string outputCol{};
  double lower = 0.25;
  double upper = 0.75;
  bool withCentering = false;
  bool withScaling = true;
  double relativeError = 0.001;

  static const ParamTable& table();
};

class RobustScalerModel final : public ModelOf<RobustScalerModel, RobustScalerParams> {
 public:
  static constexpr std::string_view kClassName = "org.apache.spark.ml.feature.RobustScalerModel";

  RobustScalerModel(RobustScalerParams settings, std::string uid, Vector range, Vector median);

  const Vector& range() const { return range_; }
  const Vector& median() const { return median_; }
  DataFrame transform(const DataFrame& frame) const override;
  SchemaPtr transformSchema(const arrow::Schema& schema) const override;
  void writeData(StageWriter& writer) const override;
  static RobustScalerModel read(const SavedStage& saved);

 private:
  Vector range_;
  Vector median_;
};

class RobustScaler final : public EstimatorOf<RobustScaler, RobustScalerParams> {
 public:
  static constexpr std::string_view kClassName = "org.apache.spark.ml.feature.RobustScaler";

  explicit RobustScaler(NoSettings = {}) : RobustScaler(RobustScalerParams{}) {}
  explicit RobustScaler(RobustScalerParams settings, std::string uid = "")
      : EstimatorOf(std::move(settings), std::move(uid)) {}

  RobustScalerModel fit(const DataFrame& frame) const;
  SchemaPtr transformSchema(const arrow::Schema& schema) const override;
};

}  // namespace ferro::ml
