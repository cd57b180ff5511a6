// Summaries of each feature of a column of vectors, from which quantiles can be read; NaN is left out. Travels; a fold.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <arrow/type_fwd.h>

#include "ferro/common/codec.h"
#include "ferro/engine/exec/quantile_summary.h"

namespace ferro::ml {

class FeatureQuantiles {
 public:
  std::string column = "features";  // for errors
  double relativeError = 0.001;

  // Error kInvalidArgument for vectors of different sizes.
  void add(const arrow::RecordBatch& batch);
  void merge(FeatureQuantiles&& other);
  std::vector<QuantileSummary>& features() { return features_; }

  void encode(Encoder& encoder) const;
  static FeatureQuantiles decode(Decoder& decoder);

 private:
  std::vector<QuantileSummary> features_;
};

}  // namespace ferro::ml

namespace ferro {

template <>
struct Codec<ml::FeatureQuantiles> {
  static void encode(Encoder& encoder, const ml::FeatureQuantiles& quantiles) { quantiles.encode(encoder); }
  static ml::FeatureQuantiles decode(Decoder& decoder) { return ml::FeatureQuantiles::decode(decoder); }
};

}  // namespace ferro
