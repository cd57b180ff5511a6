#include "ferro/mllib/features/univariate_feature_selector.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/mllib/columns/in_out.h"
#include "ferro/mllib/columns/input_columns.h"
#include "ferro/mllib/features/scale_vectors.h"
#include "ferro/mllib/features/select_features.h"
#include "ferro/mllib/persist/row_table.h"
#include "ferro/mllib/stat/feature_tests.h"

namespace ferro::ml {
namespace {

Vector tested(const DataFrame& frame, const UnivariateFeatureSelectorParams& s, const std::string& stage) {
  if (s.featureType.empty() || s.labelType.empty()) {
    throw Error(ErrorCode::kInvalidArgument, stage + " must know what it compares: set featureType and labelType");
  }
  if (s.labelType == "categorical") {
    return s.featureType == "categorical" ? ChiSquareTest::test(frame, s.featuresCol, s.labelCol).pValues
                                          : ANOVATest::test(frame, s.featuresCol, s.labelCol).pValues;
  }
  if (s.featureType == "continuous") return FValueTest::test(frame, s.featuresCol, s.labelCol).pValues;
  throw Error(ErrorCode::kInvalidArgument,
              stage + " has no test for categorical features and a continuous label: put the label into buckets");
}

double thresholdOf(const UnivariateFeatureSelectorParams& s) {
  const double fallback = s.selectionMode == "numTopFeatures" ? 50 : s.selectionMode == "percentile" ? 0.1 : 0.05;
  return s.selectionThreshold.value_or(fallback);
}

std::vector<int32_t> chosen(const std::vector<double>& pValues, const UnivariateFeatureSelectorParams& s) {
  const auto numFeatures = static_cast<double>(pValues.size());
  std::vector<int32_t> order(pValues.size());
  std::iota(order.begin(), order.end(), 0);
  // A test that has no answer, as that of a constant feature, comes after all that have one.
  const auto pValue = [&](int32_t feature) {
    const double value = pValues[static_cast<size_t>(feature)];
    return std::isnan(value) ? std::numeric_limits<double>::infinity() : value;
  };
  std::stable_sort(order.begin(), order.end(), [&](int32_t a, int32_t b) { return pValue(a) < pValue(b); });
  const double threshold = thresholdOf(s);
  size_t kept = 0;
  if (s.selectionMode == "numTopFeatures") {
    kept = static_cast<size_t>(std::min(threshold, numFeatures));
  } else if (s.selectionMode == "percentile") {
    kept = static_cast<size_t>(numFeatures * std::min(threshold, 1.0));
  } else if (s.selectionMode == "fdr") {
    for (size_t i = 0; i < order.size(); ++i) {
      if (pValue(order[i]) <= threshold / numFeatures * static_cast<double>(i + 1)) kept = i + 1;
    }
  } else {
    const double most = s.selectionMode == "fwe" ? threshold / numFeatures : threshold;
    while (kept < order.size() && pValue(order[kept]) < most) ++kept;
  }
  order.resize(kept);
  return order;
}

}  // namespace

const ParamTable& UnivariateFeatureSelectorParams::table() {
  using P = UnivariateFeatureSelectorParams;
  static const ParamTable kTable =
      ParamTableOf<P>("UnivariateFeatureSelector")
          .add("featureType", &P::featureType, "what the features are", oneOf({"categorical", "continuous"}))
          .add("labelType", &P::labelType, "what the label is", oneOf({"categorical", "continuous"}))
          .add("featuresCol", &P::featuresCol, "features column name")
          .add("labelCol", &P::labelCol, "label column name")
          .add("outputCol", &P::outputCol, "output column name")
          .add("selectionMode", &P::selectionMode, "how features are chosen",
               oneOf({"numTopFeatures", "percentile", "fpr", "fdr", "fwe"}))
          .add("selectionThreshold", &P::selectionThreshold,
               "how many (50), which share (0.1), or up to which p-value (0.05)", atLeast(0))
          .build();
  return kTable;
}

SchemaPtr UnivariateFeatureSelector::transformSchema(const arrow::Schema& schema) const {
  requireNumericField(schema, settings().labelCol, uid());
  return vectorToVector(schema, settings().featuresCol, outputOr(settings().outputCol, uid()), uid());
}

UnivariateFeatureSelectorModel UnivariateFeatureSelector::fit(const DataFrame& frame) const {
  static_cast<void>(transformSchema(*frame.schema()));
  return {settings(), uid(), chosen(tested(frame, settings(), uid()).toArray(), settings())};
}

UnivariateFeatureSelectorModel::UnivariateFeatureSelectorModel(UnivariateFeatureSelectorParams settings,
                                                               std::string uid, std::vector<int32_t> selectedFeatures)
    : ModelOf(std::move(settings), std::move(uid)), selectedFeatures_(std::move(selectedFeatures)) {
  std::sort(selectedFeatures_.begin(), selectedFeatures_.end());
}

SchemaPtr UnivariateFeatureSelectorModel::transformSchema(const arrow::Schema& schema) const {
  return vectorToVector(schema, settings().featuresCol, outputOr(settings().outputCol, uid()), uid());
}

DataFrame UnivariateFeatureSelectorModel::transform(const DataFrame& frame) const {
  return withSelected(frame, settings().featuresCol, outputOr(settings().outputCol, uid()), selectedFeatures_, -1,
                      uid());
}

void UnivariateFeatureSelectorModel::writeData(StageWriter& writer) const {
  writer.writeTable(*RowTable().add("selectedFeatures", selectedFeatures_).table());
}

UnivariateFeatureSelectorModel UnivariateFeatureSelectorModel::read(const SavedStage& saved) {
  UnivariateFeatureSelectorParams settings;
  saved.readParams(UnivariateFeatureSelectorParams::table(), &settings);
  return {std::move(settings), saved.uid(), saved.table().integers("selectedFeatures")};
}

}  // namespace ferro::ml
