// VectorSlicer: the features of each vector that are named, or given by their places.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ferro/mllib/stage/typed_stage.h"

namespace ferro::ml {

struct VectorSlicerParams {
  std::string inputCol{};
  std::string outputCol{};
  std::vector<int32_t> indices{};
  std::vector<std::string> names{};

  static const ParamTable& table();
};

class VectorSlicer final : public TransformerOf<VectorSlicer, VectorSlicerParams> {
 public:
  static constexpr std::string_view kClassName = "org.apache.spark.ml.feature.VectorSlicer";

  explicit VectorSlicer(NoSettings = {}) : VectorSlicer(VectorSlicerParams{}) {}
  explicit VectorSlicer(VectorSlicerParams settings, std::string uid = "")
      : TransformerOf(std::move(settings), std::move(uid)) {}

  DataFrame transform(const DataFrame& frame) const override;
  SchemaPtr transformSchema(const arrow::Schema& schema) const override;

 private:
  std::vector<int32_t> featuresOf(const arrow::Field& input) const;
};

}  // namespace ferro::ml
