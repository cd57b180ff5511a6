// FeatureHasher: columns of any type as one vector, in which the place of a number is the hash of its column, and that
// of a text or boolean the hash of column and value. Nulls are left out.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ferro/mllib/stage/typed_stage.h"

namespace ferro::ml {

struct FeatureHasherParams {
  std::vector<std::string> inputCols{};
  std::string outputCol{};
  int32_t numFeatures = 1 << 18;
  std::vector<std::string> categoricalCols{};

  static const ParamTable& table();
};

class FeatureHasher final : public TransformerOf<FeatureHasher, FeatureHasherParams> {
 public:
  static constexpr std::string_view kClassName = "org.apache.spark.ml.feature.FeatureHasher";

  explicit FeatureHasher(NoSettings = {}) : FeatureHasher(FeatureHasherParams{}) {}
  explicit FeatureHasher(FeatureHasherParams settings, std::string uid = "")
      : TransformerOf(std::move(settings), std::move(uid)) {}

  DataFrame transform(const DataFrame& frame) const override;
  SchemaPtr transformSchema(const arrow::Schema& schema) const override;
};

}  // namespace ferro::ml
