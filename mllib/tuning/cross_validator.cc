#include "ferro/mllib/tuning/cross_validator.h"

#include <cmath>

#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/engine/frame/functions.h"
#include "ferro/mllib/columns/input_columns.h"
#include "ferro/mllib/params/param_table.h"
#include "ferro/mllib/persist/json.h"
#include "ferro/mllib/tuning/model_search.h"
#include "ferro/mllib/tuning/search_files.h"

namespace ferro::ml {
namespace {

// Adds up metrics of folds to their mean and deviation.
struct MetricMoments {
  explicit MetricMoments(size_t size) : means(size, 0.0), squares(size, 0.0) {}

  void add(const std::vector<double>& metrics) {
    ++folds;
    for (size_t i = 0; i < metrics.size(); ++i) {
      const double before = metrics[i] - means[i];
      means[i] += before / folds;
      squares[i] += before * (metrics[i] - means[i]);
    }
  }
  std::vector<double> deviations() const {
    std::vector<double> all(squares.size(), 0.0);
    for (size_t i = 0; i < all.size(); ++i) all[i] = std::sqrt(squares[i] / folds);
    return all;
  }

  std::vector<double> means;
  std::vector<double> squares;
  int folds = 0;
};

void checkFolds(const DataFrame& frame, int32_t numFolds, const std::string& foldCol) {
  const Column fold = columnOf(frame, foldCol);
  if (!frame.where(fold < 0 || fold >= numFolds || fold.isNull()).isEmpty()) {
    throw Error(ErrorCode::kInvalidArgument, "column `" + foldCol + "` must hold numbers of folds from 0 to " +
                                                 std::to_string(numFolds - 1) + ", and holds others");
  }
}

void writeParts(StageWriter& writer, const Savable& search, const CrossValidatorParams& own) {
  writeSearchParts(writer, {own.estimator, own.estimatorParamMaps, own.evaluator});
  writeAlways(writer, search, {"numFolds", "foldCol", "seed"});
}

CrossValidatorParams readValidator(const SavedStage& saved) {
  CrossValidatorParams settings;
  saved.readParams(CrossValidatorParams::table(), &settings);
  SearchParts parts = readSearchParts(saved);
  settings.estimator = std::move(parts.estimator);
  settings.estimatorParamMaps = std::move(parts.maps);
  settings.evaluator = std::move(parts.evaluator);
  return settings;
}

std::string subModelIn(size_t fold, size_t combination) {
  return "subModels/fold" + std::to_string(fold) + "/" + std::to_string(combination);
}

}  // namespace

const ParamTable& CrossValidatorParams::table() {
  using P = CrossValidatorParams;
  static const ParamTable kTable =
      ParamTableOf<P>("CrossValidator")
          .add("numFolds", &P::numFolds, "how many folds the rows are cut into", atLeast(2))
          .add("seed", &P::seed, "what chance begins with")
          .add("parallelism", &P::parallelism, "how many models are fitted at a time", atLeast(1))
          .add("foldCol", &P::foldCol, "a column with the number of each row's fold, instead of chance")
          .add("collectSubModels", &P::collectSubModels, "whether all models that were fitted are kept")
          .build();
  return kTable;
}

const ParamTable& CrossValidatorModelParams::table() {
  using P = CrossValidatorModelParams;
  static const ParamTable kTable =
      ParamTableOf<P>("CrossValidatorModel")
          .add("numFolds", &P::numFolds, "how many folds the rows were cut into", atLeast(2))
          .add("seed", &P::seed, "what chance began with")
          .add("foldCol", &P::foldCol, "a column with the number of each row's fold")
          .build();
  return kTable;
}

std::vector<std::pair<DataFrame, DataFrame>> kFold(const DataFrame& frame, int32_t numFolds, int64_t seed,
                                                   const std::string& foldCol) {
  std::vector<std::pair<DataFrame, DataFrame>> folds;
  if (!foldCol.empty()) {
    requireNumericField(*frame.schema(), foldCol, "CrossValidator");
    checkFolds(frame, numFolds, foldCol);
    const Column fold = columnOf(frame, foldCol);
    for (int32_t i = 0; i < numFolds; ++i) {
      folds.emplace_back(frame.where(fold != i).drop(foldCol), frame.where(fold == i).drop(foldCol));
    }
    return folds;
  }
  const std::string chance = newUid("chance");  // a name that no column has
  const DataFrame drawn = frame.withColumn(chance, rand(seed));
  const double share = 1.0 / numFolds;
  for (int32_t i = 0; i < numFolds; ++i) {
    const Column isInFold = drawn.col(chance) >= i * share && drawn.col(chance) < (i + 1) * share;
    folds.emplace_back(drawn.where(!isInFold).drop(chance), drawn.where(isInFold).drop(chance));
  }
  return folds;
}

CrossValidatorModel CrossValidator::fit(const DataFrame& frame) const {
  const CrossValidatorParams& own = settings();
  requireParts(own.estimator.has_value(), own.evaluator.has_value(), "CrossValidator");
  const std::vector<ParamMap> maps = orUnchanged(own.estimatorParamMaps);
  requireStagesOf(*own.estimator, maps, "CrossValidator");
  MetricMoments metrics(maps.size());
  CrossValidatorModel::Outcome outcome;
  for (const auto& [training, validation] : kFold(frame, own.numFolds, own.seed, own.foldCol)) {
    const CachedRows trainingRows(training);
    const CachedRows validationRows(validation);
    SearchResult result = fitAndJudge(*own.estimator, maps, **own.evaluator, *trainingRows, *validationRows,
                                      own.parallelism, own.collectSubModels);
    metrics.add(result.metrics);
    if (own.collectSubModels) outcome.subModels.push_back(std::move(result.models));
  }
  outcome.avgMetrics = metrics.means;
  outcome.stdMetrics = metrics.deviations();
  outcome.bestIndex = bestOf(outcome.avgMetrics, (*own.evaluator)->isLargerBetter());
  outcome.bestModel = own.estimator->with(maps[outcome.bestIndex])->fitAny(frame);
  CrossValidatorParams found = own;
  found.estimatorParamMaps = maps;
  return {std::move(found), uid(), std::move(outcome)};
}

SchemaPtr CrossValidator::transformSchema(const arrow::Schema& schema) const {
  requireParts(settings().estimator.has_value(), settings().evaluator.has_value(), "CrossValidator");
  return (*settings().estimator)->transformSchema(schema);
}

void CrossValidator::writeData(StageWriter& writer) const { writeParts(writer, *this, settings()); }

CrossValidator CrossValidator::read(const SavedStage& saved) {
  return CrossValidator(readValidator(saved), saved.uid());
}

CrossValidatorModel::CrossValidatorModel(CrossValidatorParams settings, std::string uid, Outcome outcome)
    : ModelOf(CrossValidatorModelParams{std::move(settings)}, std::move(uid)), outcome_(std::move(outcome)) {}

void CrossValidatorModel::writeData(StageWriter& writer) const {
  writeParts(writer, *this, settings());
  writeNumbers(writer, "avgMetrics", outcome_.avgMetrics);
  writeNumbers(writer, "stdMetrics", outcome_.stdMetrics);
  writer.addMetadata("persistSubModels", outcome_.subModels.empty() ? "false" : "true");
  writer.writeStage(*outcome_.bestModel, "bestModel");
  for (size_t fold = 0; fold < outcome_.subModels.size(); ++fold) {
    const auto& models = outcome_.subModels[fold];
    for (size_t i = 0; i < models.size(); ++i) writer.writeStage(*models[i], subModelIn(fold, i));
  }
}

CrossValidatorModel CrossValidatorModel::read(const SavedStage& saved) {
  CrossValidatorParams settings = readValidator(saved);
  const size_t count = settings.estimatorParamMaps.size();
  Outcome outcome;
  outcome.avgMetrics = readNumbers(saved, "avgMetrics", count);
  // Spark does not save how far the folds lie apart.
  if (saved.metadata().find("stdMetrics") != nullptr) outcome.stdMetrics = readNumbers(saved, "stdMetrics", count);
  outcome.bestIndex = bestOf(outcome.avgMetrics, (*settings.evaluator)->isLargerBetter());
  outcome.bestModel = readModel(saved, "bestModel");
  if (hasSubModels(saved)) {
    outcome.subModels.resize(static_cast<size_t>(settings.numFolds));
    for (size_t fold = 0; fold < outcome.subModels.size(); ++fold) {
      for (size_t i = 0; i < count; ++i) outcome.subModels[fold].push_back(readModel(saved, subModelIn(fold, i)));
    }
  }
  return {std::move(settings), saved.uid(), std::move(outcome)};
}

}  // namespace ferro::ml
