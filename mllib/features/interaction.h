// Interaction: all products of one value from each column, numbers or vectors. A column of indices whose metadata says
// what they stand for counts as its categories.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ferro/mllib/stage/typed_stage.h"

namespace ferro::ml {

struct InteractionParams {
  std::vector<std::string> inputCols{};
  std::string outputCol{};

  static const ParamTable& table();
};

class Interaction final : public TransformerOf<Interaction, InteractionParams> {
 public:
  static constexpr std::string_view kClassName = "org.apache.spark.ml.feature.Interaction";

  explicit Interaction(NoSettings = {}) : Interaction(InteractionParams{}) {}
  explicit Interaction(InteractionParams settings, std::string uid = "")
      : TransformerOf(std::move(settings), std::move(uid)) {}

  DataFrame transform(const DataFrame& frame) const override;
  SchemaPtr transformSchema(const arrow::Schema& schema) const override;
};

}  // namespace ferro::ml
