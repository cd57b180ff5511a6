// VectorSizeHint: says in a vector column's metadata how large its vectors are. By handleInvalid, vectors of another
// size and nulls are an error, go with their row (skip), or are not looked for (optimistic).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "ferro/mllib/stage/typed_stage.h"

namespace ferro::ml {

struct VectorSizeHintParams {
  std::string inputCol{};
  int32_t size = 0;
  std::string handleInvalid = "error";

  static const ParamTable& table();
};

class VectorSizeHint final : public TransformerOf<VectorSizeHint, VectorSizeHintParams> {
 public:
  static constexpr std::string_view kClassName = "org.apache.spark.ml.feature.VectorSizeHint";

  explicit VectorSizeHint(NoSettings = {}) : VectorSizeHint(VectorSizeHintParams{}) {}
  explicit VectorSizeHint(VectorSizeHintParams settings, std::string uid = "")
      : TransformerOf(std::move(settings), std::move(uid)) {}

  DataFrame transform(const DataFrame& frame) const override;
  SchemaPtr transformSchema(const arrow::Schema& schema) const override;
};

}  // namespace ferro::ml
