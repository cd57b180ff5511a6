// Binarizer: 1 for what is above a threshold, 0 for the rest: numbers, or each value of a vector.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ferro/mllib/columns/in_out.h"
#include "ferro/mllib/stage/typed_stage.h"

namespace ferro::ml {

struct BinarizerParams {
  std::string inputCol{};
  std::string outputCol{};
  std::vector<std::string> inputCols{};
  std::vector<std::string> outputCols{};
  double threshold = 0;
  std::vector<double> thresholds{};

  static const ParamTable& table();
};

class Binarizer final : public TransformerOf<Binarizer, BinarizerParams> {
 public:
  static constexpr std::string_view kClassName = "org.apache.spark.ml.feature.Binarizer";

  explicit Binarizer(NoSettings = {}) : Binarizer(BinarizerParams{}) {}
  explicit Binarizer(BinarizerParams settings, std::string uid = "")
      : TransformerOf(std::move(settings), std::move(uid)) {}

  DataFrame transform(const DataFrame& frame) const override;
  SchemaPtr transformSchema(const arrow::Schema& schema) const override;

 private:
  std::vector<InOut> columns() const;
};

}  // namespace ferro::ml
