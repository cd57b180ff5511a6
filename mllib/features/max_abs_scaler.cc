#include "ferro/mllib/features/max_abs_scaler.h"

#include <algorithm>
#include <cmath>

#include <arrow/type.h>

#include "ferro/mllib/columns/in_out.h"
#include "ferro/mllib/features/scale_vectors.h"
#include "ferro/mllib/persist/row_table.h"
#include "ferro/mllib/stat/vector_summary.h"

namespace ferro::ml {

const ParamTable& MaxAbsScalerParams::table() {
  using P = MaxAbsScalerParams;
  static const ParamTable kTable = ParamTableOf<P>("MaxAbsScaler")
                                       .add("inputCol", &P::inputCol, "input column name")
                                       .add("outputCol", &P::outputCol, "output column name")

                                       .build();
  return kTable;
}

SchemaPtr MaxAbsScaler::transformSchema(const arrow::Schema& schema) const {
  return vectorToVector(schema, settings().inputCol, outputOr(settings().outputCol, uid()), uid());
}

MaxAbsScalerModel MaxAbsScaler::fit(const DataFrame& frame) const {
  static_cast<void>(transformSchema(*frame.schema()));
  const VectorSummary summary = summarize(frame, settings().inputCol, "", uid());
  std::vector<double> largest = summary.maxima().toArray();
  const Vector smallest = summary.minima();
  for (size_t i = 0; i < largest.size(); ++i)
    largest[i] = std::max(std::abs(largest[i]), std::abs(smallest.values()[i]));
  return {settings(), uid(), Vector::dense(std::move(largest))};
}

MaxAbsScalerModel::MaxAbsScalerModel(MaxAbsScalerParams settings, std::string uid, Vector maxAbs)
    : ModelOf(std::move(settings), std::move(uid)), maxAbs_(std::move(maxAbs)) {}

SchemaPtr MaxAbsScalerModel::transformSchema(const arrow::Schema& schema) const {
  return vectorToVector(schema, settings().inputCol, outputOr(settings().outputCol, uid()), uid());
}

DataFrame MaxAbsScalerModel::transform(const DataFrame& frame) const {
  std::vector<double> factor = maxAbs_.toArray();
  for (double& value : factor) value = value == 0 ? 1 : 1 / value;
  return withScaled(frame, settings().inputCol, outputOr(settings().outputCol, uid()), maxAbs_.size(),
                    {{}, std::move(factor)}, uid());
}

void MaxAbsScalerModel::writeData(StageWriter& writer) const {
  writer.writeTable(*RowTable().add("maxAbs", maxAbs_).table());
}

MaxAbsScalerModel MaxAbsScalerModel::read(const SavedStage& saved) {
  MaxAbsScalerParams settings;
  saved.readParams(MaxAbsScalerParams::table(), &settings);
  const SavedTable data = saved.table();
  return {std::move(settings), saved.uid(), data.vector("maxAbs")};
}

}  // namespace ferro::ml
