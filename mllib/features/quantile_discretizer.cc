#include "ferro/mllib/features/quantile_discretizer.h"

#include <limits>

#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/engine/frame/stat_functions.h"
#include "ferro/mllib/columns/input_columns.h"
#include "ferro/mllib/columns/learning_errors.h"

namespace ferro::ml {
namespace {

// Without duplicates, and open at both ends.
std::vector<double> splitsOf(const std::vector<double>& quantiles) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  std::vector<double> splits = {-kInfinity};
  for (size_t i = 1; i + 1 < quantiles.size(); ++i) {
    const double split = quantiles[i] == 0 ? 0.0 : quantiles[i];  // -0.0 is 0.0
    if (split > splits.back()) splits.push_back(split);
  }
  if (splits.back() < kInfinity) splits.push_back(kInfinity);
  // Not even one split: everything is in one bucket, and a Bucketizer has two at least.
  if (splits.size() == 2) splits.insert(splits.begin() + 1, quantiles.front());
  return splits;
}

}  // namespace

const ParamTable& QuantileDiscretizerParams::table() {
  using P = QuantileDiscretizerParams;
  static const ParamTable kTable =
      ParamTableOf<P>("QuantileDiscretizer")
          .add("inputCol", &P::inputCol, "input column name")
          .add("outputCol", &P::outputCol, "output column name")
          .add("inputCols", &P::inputCols, "input column names")
          .add("outputCols", &P::outputCols, "output column names")
          .add("numBuckets", &P::numBuckets, "how many buckets", atLeast(2))
          .add("numBucketsArray", &P::numBucketsArray, "how many buckets, for each input column", atLeast(2))
          .add("relativeError", &P::relativeError, "how far off a quantile's rank may be", between(0, 1))
          .add("handleInvalid", &P::handleInvalid, "what the Bucketizer does with nulls and NaN",
               oneOf({"error", "skip", "keep"}))
          .build();
  return kTable;
}

std::vector<InOut> QuantileDiscretizer::columns() const {
  const QuantileDiscretizerParams& s = settings();
  auto pairs = inOutColumns(uid(), s.inputCol, s.outputCol, s.inputCols, s.outputCols);
  if (!s.numBucketsArray.empty() && s.numBucketsArray.size() != pairs.size()) {
    throw Error(ErrorCode::kInvalidArgument, uid() + " was given " + std::to_string(s.numBucketsArray.size()) +
                                                 " numbers of buckets for " + std::to_string(pairs.size()) +
                                                 " columns: give numBucketsArray one for each");
  }
  return pairs;
}

SchemaPtr QuantileDiscretizer::transformSchema(const arrow::Schema& schema) const {
  auto result = arrow::schema(schema.fields());
  for (const auto& [in, out] : columns()) {
    requireNumericField(schema, in, uid());
    result = withField(*result, out, arrow::float64(), true, uid());
  }
  return result;
}

Bucketizer QuantileDiscretizer::fit(const DataFrame& frame) const {
  static_cast<void>(transformSchema(*frame.schema()));
  const QuantileDiscretizerParams& s = settings();
  const auto pairs = columns();
  BucketizerParams made{.inputCol = s.inputCol,
                        .outputCol = outputOr(s.outputCol, uid()),
                        .inputCols = s.inputCols,
                        .outputCols = s.outputCols,
                        .handleInvalid = s.handleInvalid};
  if (!s.inputCols.empty()) made.outputCol.clear();
  for (size_t i = 0; i < pairs.size(); ++i) {
    const int32_t buckets = s.numBucketsArray.empty() ? s.numBuckets : s.numBucketsArray[i];
    std::vector<double> ranks;
    for (int32_t rank = 0; rank <= buckets; ++rank) ranks.push_back(static_cast<double>(rank) / buckets);
    const auto quantiles = frame.stat().approxQuantile(pairs[i].in, ranks, s.relativeError);
    if (quantiles.empty()) throwNothingToLearn(uid(), pairs[i].in);
    auto splits = splitsOf(quantiles);
    if (s.inputCols.empty()) {
      made.splits = std::move(splits);
    } else {
      made.splitsArray.push_back(std::move(splits));
    }
  }
  return Bucketizer(std::move(made), uid());
}

}  // namespace ferro::ml
