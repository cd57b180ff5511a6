// Bucketizer: a number becomes the number of the bucket it lies in. Bucket i is [splits[i], splits[i+1]); the last one
// has its upper end too. A number outside of all is an error, whatever handleInvalid says: it is for NaN and null.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ferro/mllib/columns/in_out.h"
#include "ferro/mllib/stage/typed_stage.h"

namespace ferro::ml {

struct BucketizerParams {
  std::string inputCol{};
  std::string outputCol{};
  std::vector<std::string> inputCols{};
  std::vector<std::string> outputCols{};
  std::vector<double> splits{};
  std::vector<std::vector<double>> splitsArray{};
  std::string handleInvalid = "error";

  static const ParamTable& table();
};

class Bucketizer final : public TransformerOf<Bucketizer, BucketizerParams> {
 public:
  static constexpr std::string_view kClassName = "org.apache.spark.ml.feature.Bucketizer";

  explicit Bucketizer(NoSettings = {}) : Bucketizer(BucketizerParams{}) {}
  explicit Bucketizer(BucketizerParams settings, std::string uid = "")
      : TransformerOf(std::move(settings), std::move(uid)) {}

  DataFrame transform(const DataFrame& frame) const override;
  SchemaPtr transformSchema(const arrow::Schema& schema) const override;

 private:
  std::vector<InOut> columns() const;
  std::vector<std::vector<double>> splitsOfColumns() const;
};

}  // namespace ferro::ml
