// VectorAssembler: numbers, booleans and vectors side by side become one vector, sparse where that takes less room.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ferro/mllib/stage/typed_stage.h"

namespace ferro::ml {

struct VectorAssemblerParams {
  std::vector<std::string> inputCols{};
  std::string outputCol{};
  std::string handleInvalid = "error";

  static const ParamTable& table();
};

class VectorAssembler final : public TransformerOf<VectorAssembler, VectorAssemblerParams> {
 public:
  static constexpr std::string_view kClassName = "org.apache.spark.ml.feature.VectorAssembler";

  explicit VectorAssembler(NoSettings = {}) : VectorAssembler(VectorAssemblerParams{}) {}
  explicit VectorAssembler(VectorAssemblerParams settings, std::string uid = "")
      : TransformerOf(std::move(settings), std::move(uid)) {}

  // With handleInvalid "keep", a column of vectors whose size nobody knows is looked at with a job.
  DataFrame transform(const DataFrame& frame) const override;
  SchemaPtr transformSchema(const arrow::Schema& schema) const override;
};

}  // namespace ferro::ml
