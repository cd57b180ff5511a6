#include "ferro/mllib/selection/correlation_selector.h"

#include <cmath>

#include <arrow/table.h>
#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/mllib/columns/input_columns.h"
#include "ferro/mllib/features/vector_assembler.h"
#include "ferro/mllib/persist/row_table.h"
#include "ferro/mllib/stat/covariance.h"

namespace ferro::ml {
namespace {

double strength(double correlation) { return std::isnan(correlation) ? 0.0 : std::abs(correlation); }

// Of the features, and of the label behind them where it counts.
Matrix correlationsOf(const DataFrame& frame, const CorrelationSelectorParams& own, const std::string& uid) {
  const bool usesLabel = own.minLabelCorrelation > 0;
  const std::string together = uid + "__withLabel";
  const VectorAssembler assembler({.inputCols = {own.featuresCol, own.labelCol}, .outputCol = together});
  const Covariance found =
      usesLabel ? covarianceOf(assembler.transform(frame), together, uid) : covarianceOf(frame, own.featuresCol, uid);
  if (usesLabel && !std::isfinite(found.mean.back())) {
    throw Error(ErrorCode::kInvalidArgument,
                uid + " cannot use column `" + own.labelCol + "`: it has infinity in some row; leave such rows out");
  }
  requireFinite(found, own.featuresCol, uid);
  return found.correlation();
}

}  // namespace

const ParamTable& CorrelationSelectorParams::table() {
  using P = CorrelationSelectorParams;
  static const ParamTable kTable =
      ParamTableOf<P>("CorrelationSelector")
          .add("featuresCol", &P::featuresCol, "features column name")
          .add("labelCol", &P::labelCol, "label column name")
          .add("outputCol", &P::outputCol, "output column name")
          .add("minLabelCorrelation", &P::minLabelCorrelation,
               "the least correlation with the label, either sign, with which a feature stays", between(0, 1))
          .add("maxFeatureCorrelation", &P::maxFeatureCorrelation,
               "the correlation with an earlier feature, either sign, above which a feature goes", between(0, 1))
          .build();
  return kTable;
}

SchemaPtr CorrelationSelector::transformSchema(const arrow::Schema& schema) const {
  if (settings().minLabelCorrelation > 0) requireNumericField(schema, settings().labelCol, uid());
  return detail::selectedSchema(schema, settings().featuresCol, settings().outputCol, uid());
}

CorrelationSelectorModel CorrelationSelector::fit(const DataFrame& frame) const {
  static_cast<void>(transformSchema(*frame.schema()));
  const CorrelationSelectorParams& own = settings();
  const bool usesLabel = own.minLabelCorrelation > 0;
  const Matrix correlations = correlationsOf(frame, own, uid());
  const int32_t numFeatures = correlations.numCols() - (usesLabel ? 1 : 0);
  std::vector<int32_t> kept;
  std::vector<double> withLabel;
  for (int32_t feature = 0; feature < numFeatures; ++feature) {
    if (usesLabel) withLabel.push_back(correlations(feature, numFeatures));
    if (usesLabel && strength(withLabel.back()) < own.minLabelCorrelation) continue;
    const auto saysTheSame = [&](int32_t earlier) {
      return strength(correlations(earlier, feature)) > own.maxFeatureCorrelation;
    };
    if (std::none_of(kept.begin(), kept.end(), saysTheSame)) kept.push_back(feature);
  }
  return {own, uid(), std::move(kept), std::move(withLabel)};
}

void CorrelationSelectorModel::writeData(StageWriter& writer) const {
  writer.writeTable(
      *RowTable().add("selectedFeatures", selectedFeatures()).add("labelCorrelations", labelCorrelations_).table());
}

CorrelationSelectorModel CorrelationSelectorModel::read(const SavedStage& saved) {
  CorrelationSelectorParams settings;
  saved.readParams(CorrelationSelectorParams::table(), &settings);
  return {std::move(settings), saved.uid(), detail::readSelected(saved), saved.table().numbers("labelCorrelations")};
}

}  // namespace ferro::ml
