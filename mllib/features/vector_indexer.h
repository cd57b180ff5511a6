// VectorIndexer: finds the features of vectors that have few different values, and makes indices of their values. Zero,
// where it occurs, gets index 0, so that sparse vectors stay sparse.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "ferro/mllib/columns/number_order.h"
#include "ferro/mllib/stage/typed_stage.h"

namespace ferro::ml {

struct VectorIndexerParams {
  std::string inputCol{};
  std::string outputCol{};
  int32_t maxCategories = 20;
  std::string handleInvalid = "error";

  static const ParamTable& table();
};

// The values of each feature that is a category, with their indices.
using CategoryMaps = std::map<int32_t, std::map<double, int32_t, NumberOrder>>;

class VectorIndexerModel final : public ModelOf<VectorIndexerModel, VectorIndexerParams> {
 public:
  static constexpr std::string_view kClassName = "org.apache.spark.ml.feature.VectorIndexerModel";

  VectorIndexerModel(VectorIndexerParams settings, std::string uid, int32_t numFeatures, CategoryMaps categoryMaps);

  int32_t numFeatures() const { return numFeatures_; }
  const CategoryMaps& categoryMaps() const { return categoryMaps_; }
  DataFrame transform(const DataFrame& frame) const override;
  SchemaPtr transformSchema(const arrow::Schema& schema) const override;
  void writeData(StageWriter& writer) const override;
  static VectorIndexerModel read(const SavedStage& saved);

 private:
  int32_t numFeatures_;
  CategoryMaps categoryMaps_;
};

class VectorIndexer final : public EstimatorOf<VectorIndexer, VectorIndexerParams> {
 public:
  static constexpr std::string_view kClassName = "org.apache.spark.ml.feature.VectorIndexer";

  explicit VectorIndexer(NoSettings = {}) : VectorIndexer(VectorIndexerParams{}) {}
  explicit VectorIndexer(VectorIndexerParams settings, std::string uid = "")
      : EstimatorOf(std::move(settings), std::move(uid)) {}

  VectorIndexerModel fit(const DataFrame& frame) const;
  SchemaPtr transformSchema(const arrow::Schema& schema) const override;
};

}  // namespace ferro::ml
