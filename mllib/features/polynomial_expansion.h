// PolynomialExpansion: all products of up to `degree` features, without the constant: (x, y) becomes (x, x x, y, x y, y
// y).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ferro/mllib/stage/typed_stage.h"

namespace ferro::ml {

struct PolynomialExpansionParams {
  std::string inputCol{};
  std::string outputCol{};
  int32_t degree = 2;

  static const ParamTable& table();
};

class PolynomialExpansion final : public TransformerOf<PolynomialExpansion, PolynomialExpansionParams> {
 public:
  static constexpr std::string_view kClassName = "org.apache.spark.ml.feature.PolynomialExpansion";

  explicit PolynomialExpansion(NoSettings = {}) : PolynomialExpansion(PolynomialExpansionParams{}) {}
  explicit PolynomialExpansion(PolynomialExpansionParams settings, std::string uid = "")
      : TransformerOf(std::move(settings), std::move(uid)) {}

  DataFrame transform(const DataFrame& frame) const override;
  SchemaPtr transformSchema(const arrow::Schema& schema) const override;
};

}  // namespace ferro::ml
