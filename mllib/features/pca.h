// PCA: vectors projected onto the directions in which the rows differ most. transform() does not take the mean away;
// the signs of the directions are arbitrary.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "ferro/mllib/linalg/matrix.h"
#include "ferro/mllib/linalg/vector.h"
#include "ferro/mllib/stage/typed_stage.h"

namespace ferro::ml {

struct PCAParams {
  std::string inputCol{};
  std::string outputCol{};
  std::optional<int32_t> k{};

  static const ParamTable& table();
};

class PCAModel final : public ModelOf<PCAModel, PCAParams> {
 public:
  static constexpr std::string_view kClassName = "org.apache.spark.ml.feature.PCAModel";

  PCAModel(PCAParams settings, std::string uid, Matrix pc, Vector explainedVariance);

  const Matrix& pc() const { return pc_; }                                // a column for each direction
  const Vector& explainedVariance() const { return explainedVariance_; }  // as shares of all variance
  DataFrame transform(const DataFrame& frame) const override;
  SchemaPtr transformSchema(const arrow::Schema& schema) const override;
  void writeData(StageWriter& writer) const override;
  static PCAModel read(const SavedStage& saved);

 private:
  Matrix pc_;
  Vector explainedVariance_;
};

class PCA final : public EstimatorOf<PCA, PCAParams> {
 public:
  static constexpr std::string_view kClassName = "org.apache.spark.ml.feature.PCA";

  explicit PCA(NoSettings = {}) : PCA(PCAParams{}) {}
  explicit PCA(PCAParams settings, std::string uid = "") : EstimatorOf(std::move(settings), std::move(uid)) {}

  PCAModel fit(const DataFrame& frame) const;
  SchemaPtr transformSchema(const arrow::Schema& schema) const override;
};

}  // namespace ferro::ml
