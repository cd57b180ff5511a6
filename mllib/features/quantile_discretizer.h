// QuantileDiscretizer: learns the splits of a Bucketizer, so that each bucket gets about as many rows.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ferro/mllib/features/bucketizer.h"

namespace ferro::ml {

struct QuantileDiscretizerParams {
  std::string inputCol{};
  std::string outputCol{};
  std::vector<std::string> inputCols{};
  std::vector<std::string> outputCols{};
  int32_t numBuckets = 2;
  std::vector<int32_t> numBucketsArray{};
  double relativeError = 0.001;
  std::string handleInvalid = "error";

  static const ParamTable& table();
};

class QuantileDiscretizer final : public EstimatorOf<QuantileDiscretizer, QuantileDiscretizerParams> {
 public:
  static constexpr std::string_view kClassName = "org.apache.spark.ml.feature.QuantileDiscretizer";

  explicit QuantileDiscretizer(NoSettings = {}) : QuantileDiscretizer(QuantileDiscretizerParams{}) {}
  explicit QuantileDiscretizer(QuantileDiscretizerParams settings, std::string uid = "")
      : EstimatorOf(std::move(settings), std::move(uid)) {}

  // Fewer buckets than asked for when too many rows have the same value.
  Bucketizer fit(const DataFrame& frame) const;
  SchemaPtr transformSchema(const arrow::Schema& schema) const override;

 private:
  std::vector<InOut> columns() const;
};

}  // namespace ferro::ml
