#include "ferro/mllib/features/min_max_scaler.h"

#include <cmath>

#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/engine/expr/number_text.h"
#include "ferro/engine/types/data_types.h"
#include "ferro/mllib/attribute/attribute.h"
#include "ferro/mllib/columns/column_function.h"
#include "ferro/mllib/columns/in_out.h"
#include "ferro/mllib/columns/input_columns.h"
#include "ferro/mllib/features/scale_vectors.h"
#include "ferro/mllib/features/vector_rows.h"
#include "ferro/mllib/persist/row_table.h"
#include "ferro/mllib/stat/vector_summary.h"

namespace ferro::ml {
namespace {

void requireOrder(const MinMaxScalerParams& settings, const std::string& stage) {
  if (settings.min < settings.max) return;
  throw Error(ErrorCode::kInvalidArgument, stage + ": parameter min was given " + numberText(settings.min) +
                                               "; it takes numbers below max, which is " + numberText(settings.max));
}

struct StretchVectors {
  VectorInput input{};
  std::vector<double> originalMin{};
  std::vector<double> originalMax{};
  double min = 0;
  double max = 1;

  static TypePtr resultType() { return vectorType(); }

  double stretched(size_t feature, double value) const {
    const double range = originalMax[feature] - originalMin[feature];
    const double share = range == 0 ? 0.5 : (value - originalMin[feature]) / range;
    return std::isnan(value) ? value : share * (max - min) + min;
  }

  std::shared_ptr<arrow::Array> operator()(const arrow::RecordBatch& arguments, arrow::MemoryPool* pool) const {
    return mapVectors(arguments, pool, input, [&](const VectorView& row, VectorColumnBuilder& builder) {
      const auto out = builder.appendDense(row.size);
      row.forEachActive([&](int32_t index, double value) { out[static_cast<size_t>(index)] = value; });
      for (size_t i = 0; i < out.size(); ++i) out[i] = stretched(i, out[i]);
    });
  }
};

}  // namespace

const ParamTable& MinMaxScalerParams::table() {
  using P = MinMaxScalerParams;
  static const ParamTable kTable = ParamTableOf<P>("MinMaxScaler")
                                       .add("inputCol", &P::inputCol, "input column name")
                                       .add("outputCol", &P::outputCol, "output column name")
                                       .add("min", &P::min, "lower bound after the stretching")
                                       .add("max", &P::max, "upper bound after the stretching")
                                       .build();
  return kTable;
}

SchemaPtr MinMaxScaler::transformSchema(const arrow::Schema& schema) const {
  return vectorToVector(schema, settings().inputCol, outputOr(settings().outputCol, uid()), uid());
}

MinMaxScalerModel MinMaxScaler::fit(const DataFrame& frame) const {
  static_cast<void>(transformSchema(*frame.schema()));
  requireOrder(settings(), uid());
  const VectorSummary summary = summarize(frame, settings().inputCol, "", uid());
  return {settings(), uid(), summary.minima(), summary.maxima()};
}

MinMaxScalerModel::MinMaxScalerModel(MinMaxScalerParams settings, std::string uid, Vector originalMin,
                                     Vector originalMax)
    : ModelOf(std::move(settings), std::move(uid)),
      originalMin_(std::move(originalMin)),
      originalMax_(std::move(originalMax)) {}

SchemaPtr MinMaxScalerModel::transformSchema(const arrow::Schema& schema) const {
  return vectorToVector(schema, settings().inputCol, outputOr(settings().outputCol, uid()), uid());
}

DataFrame MinMaxScalerModel::transform(const DataFrame& frame) const {
  static_cast<void>(transformSchema(*frame.schema()));
  requireOrder(settings(), uid());
  const StretchVectors function{{settings().inputCol, originalMin_.size()},
                                originalMin_.toArray(),
                                originalMax_.toArray(),
                                settings().min,
                                settings().max};
  const Column stretched = columnFunction("minMaxScale", function, {columnOf(frame, settings().inputCol)});
  return withOutputs(
      frame,
      {{outputOr(settings().outputCol, uid()), stretched, metadataOf(AttributeGroup::ofSize(originalMin_.size()))}},
      uid());
}

void MinMaxScalerModel::writeData(StageWriter& writer) const {
  writer.writeTable(*RowTable().add("originalMin", originalMin_).add("originalMax", originalMax_).table());
}

MinMaxScalerModel MinMaxScalerModel::read(const SavedStage& saved) {
  MinMaxScalerParams settings;
  saved.readParams(MinMaxScalerParams::table(), &settings);
  const SavedTable data = saved.table();
  return {std::move(settings), saved.uid(), data.vector("originalMin"), data.vector("originalMax")};
}

}  // namespace ferro::ml
