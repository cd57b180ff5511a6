#include "ferro/mllib/features/robust_scaler.h"

#include <cmath>

#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/engine/expr/number_text.h"
#include "ferro/mllib/columns/fold_batches.h"
#include "ferro/mllib/columns/in_out.h"
#include "ferro/mllib/columns/input_columns.h"
#include "ferro/mllib/columns/learning_errors.h"
#include "ferro/mllib/features/feature_quantiles.h"
#include "ferro/mllib/features/scale_vectors.h"
#include "ferro/mllib/persist/row_table.h"

namespace ferro::ml {

const ParamTable& RobustScalerParams::table() {
  using P = RobustScalerParams;
  static const ParamTable kTable =
      ParamTableOf<P>("RobustScaler")
          .add("inputCol", &P::inputCol, "input column name")
          .add("outputCol", &P::outputCol, "output column name")
          .add("lower", &P::lower, "the lower quantile of the range", between(0, 1))
          .add("upper", &P::upper, "the upper quantile of the range", between(0, 1))
          .add("withCentering", &P::withCentering, "whether to take the median away")
          .add("withScaling", &P::withScaling, "whether to divide by the range")
          .add("relativeError", &P::relativeError, "how far off a quantile's rank may be", between(0, 1))
          .build();
  return kTable;
}

SchemaPtr RobustScaler::transformSchema(const arrow::Schema& schema) const {
  return vectorToVector(schema, settings().inputCol, outputOr(settings().outputCol, uid()), uid());
}

RobustScalerModel RobustScaler::fit(const DataFrame& frame) const {
  static_cast<void>(transformSchema(*frame.schema()));
  const RobustScalerParams& s = settings();
  if (!(s.lower < s.upper)) {
    throw Error(ErrorCode::kInvalidArgument, uid() + ": parameter lower was given " + numberText(s.lower) +
                                                 "; it takes numbers below upper, which is " + numberText(s.upper));
  }
  FeatureQuantiles start;
  start.column = s.inputCol;
  start.relativeError = s.relativeError;
  FeatureQuantiles all = foldBatches(frame.select(columnOf(frame, s.inputCol)), std::move(start));
  if (all.features().empty()) throwNothingToLearn(uid(), s.inputCol);
  std::vector<double> range;
  std::vector<double> median;
  for (QuantileSummary& feature : all.features()) {
    const bool isEmpty = feature.count() == 0;
    range.push_back(isEmpty ? std::nan("") : feature.query(s.upper) - feature.query(s.lower));
    median.push_back(isEmpty ? std::nan("") : feature.query(0.5));
  }
  return {s, uid(), Vector::dense(std::move(range)), Vector::dense(std::move(median))};
}

RobustScalerModel::RobustScalerModel(RobustScalerParams settings, std::string uid, Vector range, Vector median)
    : ModelOf(std::move(settings), std::move(uid)), range_(std::move(range)), median_(std::move(median)) {}

SchemaPtr RobustScalerModel::transformSchema(const arrow::Schema& schema) const {
  return vectorToVector(schema, settings().inputCol, outputOr(settings().outputCol, uid()), uid());
}

DataFrame RobustScalerModel::transform(const DataFrame& frame) const {
  VectorScaling scaling;
  if (settings().withCentering) scaling.shift = median_.toArray();
  if (settings().withScaling) scaling.factor = reciprocals(range_);
  return withScaled(frame, settings().inputCol, outputOr(settings().outputCol, uid()), range_.size(), scaling, uid());
}

void RobustScalerModel::writeData(StageWriter& writer) const {
  writer.writeTable(*RowTable().add("range", range_).add("median", median_).table());
}

RobustScalerModel RobustScalerModel::read(const SavedStage& saved) {
  RobustScalerParams settings;
  saved.readParams(RobustScalerParams::table(), &settings);
  const SavedTable data = saved.table();
  return {std::move(settings), saved.uid(), data.vector("range"), data.vector("median")};
}

}  // namespace ferro::ml
