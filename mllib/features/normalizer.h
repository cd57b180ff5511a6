// Normalizer: each vector divided by its p-norm. A vector of zeros stays as it is.
#pragma once

#include <string>
#include <string_view>

#include "ferro/mllib/stage/typed_stage.h"

namespace ferro::ml {

struct NormalizerParams {
  std::string inputCol{};
  std::string outputCol{};
  double p = 2;

  static const ParamTable& table();
};

class Normalizer final : public TransformerOf<Normalizer, NormalizerParams> {
 public:
  static constexpr std::string_view kClassName = "org.apache.spark.ml.feature.Normalizer";

  explicit Normalizer(NoSettings = {}) : Normalizer(NormalizerParams{}) {}
  explicit Normalizer(NormalizerParams settings, std::string uid = "")
      : TransformerOf(std::move(settings), std::move(uid)) {}

  DataFrame transform(const DataFrame& frame) const override;
  SchemaPtr transformSchema(const arrow::Schema& schema) const override;
};

}  // namespace ferro::ml
