#include "ferro/mllib/selection/coefficient_selector.h"

#include <arrow/table.h>
#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/mllib/columns/input_columns.h"
#include "ferro/mllib/persist/row_table.h"
#include "ferro/mllib/selection/inner_estimator.h"
#include "ferro/mllib/stage/linear_model.h"

namespace ferro::ml {

const ParamTable& CoefficientSelectorParams::table() {
  using P = CoefficientSelectorParams;
  static const ParamTable kTable =
      ParamTableOf<P>("CoefficientSelector")
          .add("featuresCol", &P::featuresCol, "features column name")
          .add("labelCol", &P::labelCol, "label column name")
          .add("outputCol", &P::outputCol, "output column name")
          .add("threshold", &P::threshold, "features stay whose coefficient, either sign, is above it", atLeast(0))
          .build();
  return kTable;
}

SchemaPtr CoefficientSelector::transformSchema(const arrow::Schema& schema) const {
  requireNumericField(schema, settings().labelCol, uid());
  return detail::selectedSchema(schema, settings().featuresCol, settings().outputCol, uid());
}

CoefficientSelectorModel CoefficientSelector::fit(const DataFrame& frame) const {
  static_cast<void>(transformSchema(*frame.schema()));
  const CoefficientSelectorParams& own = settings();
  const auto fitted = estimatorOn(own.estimator, own.featuresCol, own.labelCol, uid())->fitAny(frame);
  const auto* model = dynamic_cast<const LinearModel*>(fitted.get());
  if (model == nullptr) {
    throw Error(ErrorCode::kInvalidArgument, uid() + " needs a model with a coefficient for each feature, and " +
                                                 std::string(fitted->shortName()) +
                                                 " has none; take a LogisticRegression, LinearRegression or LinearSVC");
  }
  std::vector<double> sizes = model->coefficientSizes();
  std::vector<int32_t> kept;
  for (size_t feature = 0; feature < sizes.size(); ++feature) {
    if (sizes[feature] > own.threshold) kept.push_back(static_cast<int32_t>(feature));
  }
  return {own, uid(), std::move(kept), std::move(sizes)};
}

void CoefficientSelector::writeData(StageWriter& writer) const { writeEstimator(writer, settings().estimator); }

CoefficientSelector CoefficientSelector::read(const SavedStage& saved) {
  CoefficientSelectorParams settings;
  saved.readParams(CoefficientSelectorParams::table(), &settings);
  settings.estimator = readEstimator(saved);
  return CoefficientSelector(std::move(settings), saved.uid());
}

void CoefficientSelectorModel::writeData(StageWriter& writer) const {
  writer.writeTable(
      *RowTable().add("selectedFeatures", selectedFeatures()).add("coefficientSizes", coefficientSizes_).table());
}

CoefficientSelectorModel CoefficientSelectorModel::read(const SavedStage& saved) {
  CoefficientSelectorParams settings;
  saved.readParams(CoefficientSelectorParams::table(), &settings);
  return {std::move(settings), saved.uid(), detail::readSelected(saved), saved.table().numbers("coefficientSizes")};
}

}  // namespace ferro::ml
