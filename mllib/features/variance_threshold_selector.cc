#include "ferro/mllib/features/variance_threshold_selector.h"

#include <algorithm>

#include <arrow/type.h>

#include "ferro/mllib/columns/in_out.h"
#include "ferro/mllib/features/scale_vectors.h"
#include "ferro/mllib/features/select_features.h"
#include "ferro/mllib/persist/row_table.h"
#include "ferro/mllib/stat/vector_summary.h"

namespace ferro::ml {

const ParamTable& VarianceThresholdSelectorParams::table() {
  using P = VarianceThresholdSelectorParams;
  static const ParamTable kTable = ParamTableOf<P>("VarianceThresholdSelector")
                                       .add("featuresCol", &P::featuresCol, "features column name")
                                       .add("outputCol", &P::outputCol, "output column name")
                                       .add("varianceThreshold", &P::varianceThreshold,
                                            "features whose variance is not above it are left out", atLeast(0))
                                       .build();
  return kTable;
}

SchemaPtr VarianceThresholdSelector::transformSchema(const arrow::Schema& schema) const {
  return vectorToVector(schema, settings().featuresCol, outputOr(settings().outputCol, uid()), uid());
}

VarianceThresholdSelectorModel VarianceThresholdSelector::fit(const DataFrame& frame) const {
  static_cast<void>(transformSchema(*frame.schema()));
  const VectorSummary summary = summarize(frame, settings().featuresCol, "", uid());
  const Vector variances = summary.variances();
  std::vector<int32_t> selected;
  for (int32_t i = 0; i < variances.size(); ++i) {
    if (variances[i] > settings().varianceThreshold) selected.push_back(i);
  }
  return {settings(), uid(), std::move(selected)};
}

VarianceThresholdSelectorModel::VarianceThresholdSelectorModel(VarianceThresholdSelectorParams settings,
                                                               std::string uid, std::vector<int32_t> selectedFeatures)
    : ModelOf(std::move(settings), std::move(uid)), selectedFeatures_(std::move(selectedFeatures)) {
  std::sort(selectedFeatures_.begin(), selectedFeatures_.end());
}

SchemaPtr VarianceThresholdSelectorModel::transformSchema(const arrow::Schema& schema) const {
  return vectorToVector(schema, settings().featuresCol, outputOr(settings().outputCol, uid()), uid());
}

DataFrame VarianceThresholdSelectorModel::transform(const DataFrame& frame) const {
  return withSelected(frame, settings().featuresCol, outputOr(settings().outputCol, uid()), selectedFeatures_, -1,
                      uid());
}

void VarianceThresholdSelectorModel::writeData(StageWriter& writer) const {
  writer.writeTable(*RowTable().add("selectedFeatures", selectedFeatures_).table());
}

VarianceThresholdSelectorModel VarianceThresholdSelectorModel::read(const SavedStage& saved) {
  VarianceThresholdSelectorParams settings;
  saved.readParams(VarianceThresholdSelectorParams::table(), &settings);
  return {std::move(settings), saved.uid(), saved.table().integers("selectedFeatures")};
}

}  // namespace ferro::ml
