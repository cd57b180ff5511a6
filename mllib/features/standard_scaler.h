// StandardScaler: each feature divided by its standard deviation, and its mean taken away if asked for. A feature that
// never changes becomes 0.
#pragma once

#include <string>
#include <string_view>

#include "ferro/mllib/linalg/vector.h"
#include "ferro/mllib/stage/typed_stage.h"

namespace ferro::ml {

struct StandardScalerParams {
  std::string inputCol{};
  std::string outputCol{};
  bool withMean = false;
  bool withStd = true;

  static const ParamTable& table();
};

class StandardScalerModel final : public ModelOf<StandardScalerModel, StandardScalerParams> {
 public:
  static constexpr std::string_view kClassName = "org.apache.spark.ml.feature.StandardScalerModel";

  StandardScalerModel(StandardScalerParams settings, std::string uid, Vector std, Vector mean);

  const Vector& std() const { return std_; }
  const Vector& mean() const { return mean_; }
  DataFrame transform(const DataFrame& frame) const override;
  SchemaPtr transformSchema(const arrow::Schema& schema) const override;
  void writeData(StageWriter& writer) const override;
  static StandardScalerModel read(const SavedStage& saved);

 private:
  Vector std_;
  Vector mean_;
};

class StandardScaler final : public EstimatorOf<StandardScaler, StandardScalerParams> {
 public:
  static constexpr std::string_view kClassName = "org.apache.spark.ml.feature.StandardScaler";

  explicit StandardScaler(NoSettings = {}) : StandardScaler(StandardScalerParams{}) {}
  explicit StandardScaler(StandardScalerParams settings, std::string uid = "")
      : EstimatorOf(std::move(settings), std::move(uid)) {}

  StandardScalerModel fit(const DataFrame& frame) const;
  SchemaPtr transformSchema(const arrow::Schema& schema) const override;
};

}  // namespace ferro::ml
