#include "ferro/mllib/selection/stepwise_selector.h"

#include <cmath>
#include <limits>
#include <numeric>

#include <arrow/table.h>
#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/mllib/columns/input_columns.h"
#include "ferro/mllib/features/select_features.h"
#include "ferro/mllib/persist/row_table.h"
#include "ferro/mllib/selection/inner_estimator.h"
#include "ferro/mllib/stat/vector_summary.h"
#include "ferro/mllib/tuning/cross_validator.h"

namespace ferro::ml {
namespace {

constexpr double kWorst = -std::numeric_limits<double>::infinity();

AnyEvaluator evaluatorOn(const std::optional<AnyEvaluator>& evaluator, const std::string& labelCol,
                         const std::string& selector) {
  if (!evaluator) {
    throw Error(ErrorCode::kInvalidArgument, selector + " was given no evaluator to judge models with; set evaluator");
  }
  auto copy = (*evaluator)->clone();
  copy->apply({{copy->uid(), "labelCol", labelCol}});
  return AnyEvaluator(std::shared_ptr<const Evaluator>(std::move(copy)));
}

// Scores sets of features on folds that are cut once and kept while it lives. Larger is better here, whatever the
// metric is.
class FoldScores {
 public:
  FoldScores(const DataFrame& frame, const StepwiseSelectorParams& own, const std::string& uid)
      : own_(own),
        uid_(uid),
        chosenCol_(uid + "__chosen"),
        estimator_(estimatorOn(own.estimator, chosenCol_, own.labelCol, uid)),
        evaluator_(evaluatorOn(own.evaluator, own.labelCol, uid)) {
    for (const auto& [training, validation] : kFold(frame, own.numFolds, own.seed)) {
      folds_.emplace_back(training.cache(), validation.cache());
    }
  }
  ~FoldScores() {
    for (const auto& [training, validation] : folds_) {
      training.unpersist();
      validation.unpersist();
    }
  }
  FoldScores(const FoldScores&) = delete;
  FoldScores& operator=(const FoldScores&) = delete;

  double of(const std::vector<int32_t>& features) const {
    double sum = 0;
    for (const auto& [training, validation] : folds_) {
      const auto model = estimator_->fitAny(chosen(training, features));
      sum += evaluator_->evaluate(model->transform(chosen(validation, features)));
    }
    const double mean = sum / static_cast<double>(folds_.size());
    if (std::isnan(mean)) return kWorst;
    return metric(mean);
  }
  // To the evaluator's own metric, and back.
  double metric(double score) const { return evaluator_->isLargerBetter() ? score : -score; }

 private:
  DataFrame chosen(const DataFrame& frame, const std::vector<int32_t>& features) const {
    return withSelected(frame, own_.featuresCol, chosenCol_, features, -1, uid_);
  }

  const StepwiseSelectorParams& own_;
  const std::string& uid_;
  std::string chosenCol_;
  AnyEstimator estimator_;
  AnyEvaluator evaluator_;
  std::vector<std::pair<DataFrame, DataFrame>> folds_{};
};

std::vector<int32_t> toggled(std::vector<int32_t> features, int32_t feature) {
  const auto place = std::lower_bound(features.begin(), features.end(), feature);
  if (place != features.end() && *place == feature) {
    features.erase(place);
  } else {
    features.insert(place, feature);
  }
  return features;
}

// The best that adding or taking away one of the features gives.
SelectionStep bestStep(const FoldScores& scores, const std::vector<int32_t>& features,
                       const std::vector<int32_t>& candidates) {
  SelectionStep best{-1, kWorst};
  for (const int32_t candidate : candidates) {
    const double score = scores.of(toggled(features, candidate));
    if (best.feature < 0 || score > best.score) best = {candidate, score};
  }
  return best;
}

struct Selection {
  std::vector<int32_t> features{};
  std::vector<SelectionStep> steps{};
  double score = kWorst;

  void take(const SelectionStep& step) {
    if (step.feature >= 0) features = toggled(std::move(features), step.feature);
    steps.push_back(step);
    score = step.score;
  }
};

Selection forward(const FoldScores& scores, const StepwiseSelectorParams& own, std::vector<int32_t> all) {
  Selection selection;
  const size_t most = own.maxFeatures == 0 ? all.size() : static_cast<size_t>(own.maxFeatures);
  while (!all.empty() && selection.features.size() < most) {
    const SelectionStep step = bestStep(scores, selection.features, all);
    const bool isBetter = step.score > selection.score + own.tolerance;
    if (!isBetter && !selection.features.empty()) break;
    selection.take(step);
    all = toggled(std::move(all), step.feature);
  }
  return selection;
}

Selection backward(const FoldScores& scores, const StepwiseSelectorParams& own, std::vector<int32_t> all) {
  Selection selection;
  selection.features = std::move(all);
  selection.take({-1, scores.of(selection.features)});
  while (selection.features.size() > 1) {
    const SelectionStep step = bestStep(scores, selection.features, selection.features);
    const bool mustGo = own.maxFeatures > 0 && selection.features.size() > static_cast<size_t>(own.maxFeatures);
    if (!mustGo && !(step.score > selection.score - own.tolerance)) break;
    selection.take(step);
  }
  return selection;
}

}  // namespace

const ParamTable& StepwiseSelectorParams::table() {
  using P = StepwiseSelectorParams;
  static const ParamTable kTable =
      ParamTableOf<P>("StepwiseSelector")
          .add("featuresCol", &P::featuresCol, "features column name")
          .add("labelCol", &P::labelCol, "label column name")
          .add("outputCol", &P::outputCol, "output column name")
          .add("direction", &P::direction, "whether features are added or taken away", oneOf({"forward", "backward"}))
          .add("numFolds", &P::numFolds, "how many folds the rows are cut into", atLeast(2))
          .add("seed", &P::seed, "what chance begins with")
          .add("tolerance", &P::tolerance, "how much better or worse a score must get to count", atLeast(0))
          .add("maxFeatures", &P::maxFeatures, "the most features that are chosen; 0 for any number", atLeast(0))
          .build();
  return kTable;
}

SchemaPtr StepwiseSelector::transformSchema(const arrow::Schema& schema) const {
  requireNumericField(schema, settings().labelCol, uid());
  return detail::selectedSchema(schema, settings().featuresCol, settings().outputCol, uid());
}

StepwiseSelectorModel StepwiseSelector::fit(const DataFrame& frame) const {
  static_cast<void>(transformSchema(*frame.schema()));
  const FoldScores scores(frame, settings(), uid());
  std::vector<int32_t> all(static_cast<size_t>(summarize(frame, settings().featuresCol, "", uid()).size));
  std::iota(all.begin(), all.end(), 0);
  Selection selection = settings().direction == "forward" ? forward(scores, settings(), std::move(all))
                                                          : backward(scores, settings(), std::move(all));
  for (SelectionStep& step : selection.steps) step.score = scores.metric(step.score);
  return {settings(), uid(), std::move(selection.features), std::move(selection.steps)};
}

void StepwiseSelector::writeData(StageWriter& writer) const {
  writeEstimator(writer, settings().estimator);
  if (!settings().evaluator) {
    throw Error(ErrorCode::kInvalidArgument, "a selector without an evaluator cannot be saved; set one");
  }
  writer.writeStage(**settings().evaluator, "evaluator");
}

StepwiseSelector StepwiseSelector::read(const SavedStage& saved) {
  StepwiseSelectorParams settings;
  saved.readParams(StepwiseSelectorParams::table(), &settings);
  settings.estimator = readEstimator(saved);
  settings.evaluator = AnyEvaluator(loadEvaluator(saved.inside("evaluator")));
  return StepwiseSelector(std::move(settings), saved.uid());
}

void StepwiseSelectorModel::writeData(StageWriter& writer) const {
  std::vector<int32_t> features;
  std::vector<double> scores;
  for (const SelectionStep& step : steps_) {
    features.push_back(step.feature);
    scores.push_back(step.score);
  }
  writer.writeTable(*RowTable()
                         .add("selectedFeatures", selectedFeatures())
                         .add("stepFeatures", features)
                         .add("stepScores", scores)
                         .table());
}

StepwiseSelectorModel StepwiseSelectorModel::read(const SavedStage& saved) {
  StepwiseSelectorParams settings;
  saved.readParams(StepwiseSelectorParams::table(), &settings);
  const SavedTable data = saved.table();
  const std::vector<int32_t> features = data.integers("stepFeatures");
  const std::vector<double> scores = data.numbers("stepScores");
  std::vector<SelectionStep> steps;
  for (size_t i = 0; i < std::min(features.size(), scores.size()); ++i) steps.push_back({features[i], scores[i]});
  return {std::move(settings), saved.uid(), detail::readSelected(saved), std::move(steps)};
}

}  // namespace ferro::ml
