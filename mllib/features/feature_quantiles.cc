#include "ferro/mllib/features/feature_quantiles.h"

#include <cmath>

#include <arrow/record_batch.h>

#include "ferro/mllib/columns/learning_errors.h"
#include "ferro/mllib/linalg/vector_column.h"

namespace ferro::ml {

void FeatureQuantiles::add(const arrow::RecordBatch& batch) {
  const VectorColumn rows(batch.column(0), column);
  std::vector<double> all;
  for (int64_t row = 0; row < rows.length(); ++row) {
    if (rows.isNull(row)) continue;
    const VectorView vector = rows[row];
    const auto size = static_cast<size_t>(vector.size);
    if (features_.empty()) features_.assign(size, QuantileSummary(relativeError));
    if (size != features_.size()) throwVectorSizes(column, static_cast<int64_t>(features_.size()), vector.size, row);
    all.assign(size, 0);
    vector.forEachActive([&](int32_t index, double value) { all[static_cast<size_t>(index)] = value; });
    for (size_t i = 0; i < size; ++i) {
      if (!std::isnan(all[i])) features_[i].add(all[i]);
    }
  }
}

void FeatureQuantiles::merge(FeatureQuantiles&& other) {
  if (other.features_.empty()) return;
  if (features_.empty()) {
    features_ = std::move(other.features_);
    return;
  }
  if (features_.size() != other.features_.size()) {
    throwVectorSizes(column, static_cast<int64_t>(features_.size()), static_cast<int64_t>(other.features_.size()));
  }
  for (size_t i = 0; i < features_.size(); ++i) features_[i].merge(std::move(other.features_[i]));
}

void FeatureQuantiles::encode(Encoder& encoder) const {
  encoder.write(column);
  encoder.write(relativeError);
  std::vector<std::string> bytes;
  for (QuantileSummary feature : features_) bytes.push_back(feature.toBytes());
  encoder.write(bytes);
}

FeatureQuantiles FeatureQuantiles::decode(Decoder& decoder) {
  FeatureQuantiles quantiles;
  quantiles.column = decoder.read<std::string>();
  quantiles.relativeError = decoder.read<double>();
  for (const std::string& bytes : decoder.read<std::vector<std::string>>()) {
    quantiles.features_.push_back(QuantileSummary::fromBytes(quantiles.relativeError, bytes));
  }
  return quantiles;
}

}  // namespace ferro::ml
