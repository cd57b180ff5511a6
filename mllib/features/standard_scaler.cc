#include "ferro/mllib/features/standard_scaler.h"

#include <arrow/type.h>

#include "ferro/mllib/columns/in_out.h"
#include "ferro/mllib/features/scale_vectors.h"
#include "ferro/mllib/persist/row_table.h"
#include "ferro/mllib/stat/vector_summary.h"

namespace ferro::ml {

const ParamTable& StandardScalerParams::table() {
  using P = StandardScalerParams;
  static const ParamTable kTable =
      ParamTableOf<P>("StandardScaler")
          .add("inputCol", &P::inputCol, "input column name")
          .add("outputCol", &P::outputCol, "output column name")
          .add("withMean", &P::withMean, "whether to take the mean away; makes vectors dense")
          .add("withStd", &P::withStd, "whether to divide by the standard deviation")
          .build();
  return kTable;
}

SchemaPtr StandardScaler::transformSchema(const arrow::Schema& schema) const {
  return vectorToVector(schema, settings().inputCol, outputOr(settings().outputCol, uid()), uid());
}

StandardScalerModel StandardScaler::fit(const DataFrame& frame) const {
  static_cast<void>(transformSchema(*frame.schema()));
  const VectorSummary summary = summarize(frame, settings().inputCol, "", uid());
  return {settings(), uid(), summary.standardDeviations(), summary.means()};
}

StandardScalerModel::StandardScalerModel(StandardScalerParams settings, std::string uid, Vector std, Vector mean)
    : ModelOf(std::move(settings), std::move(uid)), std_(std::move(std)), mean_(std::move(mean)) {}

SchemaPtr StandardScalerModel::transformSchema(const arrow::Schema& schema) const {
  return vectorToVector(schema, settings().inputCol, outputOr(settings().outputCol, uid()), uid());
}

DataFrame StandardScalerModel::transform(const DataFrame& frame) const {
  VectorScaling scaling;
  if (settings().withMean) scaling.shift = mean_.toArray();
  if (settings().withStd) scaling.factor = reciprocals(std_);
  return withScaled(frame, settings().inputCol, outputOr(settings().outputCol, uid()), std_.size(), scaling, uid());
}

void StandardScalerModel::writeData(StageWriter& writer) const {
  writer.writeTable(*RowTable().add("std", std_).add("mean", mean_).table());
}

StandardScalerModel StandardScalerModel::read(const SavedStage& saved) {
  StandardScalerParams settings;
  saved.readParams(StandardScalerParams::table(), &settings);
  const SavedTable data = saved.table();
  return {std::move(settings), saved.uid(), data.vector("std"), data.vector("mean")};
}

}  // namespace ferro::ml
