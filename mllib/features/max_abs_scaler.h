// MaxAbsScaler: each feature divided by its largest absolute value, so that it lies in [-1, 1]; zeros stay zeros.
#pragma once

#include <string>
#include <string_view>

#include "ferro/mllib/linalg/vector.h"
#include "ferro/mllib/stage/typed_stage.h"

namespace ferro::ml {

struct MaxAbsScalerParams {
  std::string inputCol{};
  std::string outputCol{};

  static const ParamTable& table();
};

class MaxAbsScalerModel final : public ModelOf<MaxAbsScalerModel, MaxAbsScalerParams> {
 public:
  static constexpr std::string_view kClassName = "org.apache.spark.ml.feature.MaxAbsScalerModel";

  MaxAbsScalerModel(MaxAbsScalerParams settings, std::string uid, Vector maxAbs);

  const Vector& maxAbs() const { return maxAbs_; }
  DataFrame transform(const DataFrame& frame) const override;
  SchemaPtr transformSchema(const arrow::Schema& schema) const override;
  void writeData(StageWriter& writer) const override;
  static MaxAbsScalerModel read(const SavedStage& saved);

 private:
  Vector maxAbs_;
};

class MaxAbsScaler final : public EstimatorOf<MaxAbsScaler, MaxAbsScalerParams> {
 public:
  static constexpr std::string_view kClassName = "org.apache.spark.ml.feature.MaxAbsScaler";

  explicit MaxAbsScaler(NoSettings = {}) : MaxAbsScaler(MaxAbsScalerParams{}) {}
  explicit MaxAbsScaler(MaxAbsScalerParams settings, std::string uid = "")
      : EstimatorOf(std::move(settings), std::move(uid)) {}

  MaxAbsScalerModel fit(const DataFrame& frame) const;
  SchemaPtr transformSchema(const arrow::Schema& schema) const override;
};

}  // namespace ferro::ml
