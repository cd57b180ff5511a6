// Tokenizer: a text in small letters, cut into words at white space.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ferro/mllib/stage/typed_stage.h"

namespace ferro::ml {

struct TokenizerParams {
  std::string inputCol{};
  std::string outputCol{};

  static const ParamTable& table();
};

class Tokenizer final : public TransformerOf<Tokenizer, TokenizerParams> {
 public:
  static constexpr std::string_view kClassName = "org.apache.spark.ml.feature.Tokenizer";

  explicit Tokenizer(NoSettings = {}) : Tokenizer(TokenizerParams{}) {}
  explicit Tokenizer(TokenizerParams settings, std::string uid = "")
      : TransformerOf(std::move(settings), std::move(uid)) {}

  DataFrame transform(const DataFrame& frame) const override;
  SchemaPtr transformSchema(const arrow::Schema& schema) const override;
};

}  // namespace ferro::ml
