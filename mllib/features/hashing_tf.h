// HashingTF: how often words occur, as a vector in which a word's place is its hash.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ferro/mllib/stage/typed_stage.h"

namespace ferro::ml {

struct HashingTFParams {
  std::string inputCol{};
  std::string outputCol{};
  int32_t numFeatures = 1 << 18;
  bool binary = false;

  static const ParamTable& table();
};

class HashingTF final : public TransformerOf<HashingTF, HashingTFParams> {
 public:
  static constexpr std::string_view kClassName = "org.apache.spark.ml.feature.HashingTF";

  explicit HashingTF(NoSettings = {}) : HashingTF(HashingTFParams{}) {}
  explicit HashingTF(HashingTFParams settings, std::string uid = "")
      : TransformerOf(std::move(settings), std::move(uid)) {}

  DataFrame transform(const DataFrame& frame) const override;
  SchemaPtr transformSchema(const arrow::Schema& schema) const override;
};

}  // namespace ferro::ml
