#include "ferro/mllib/tuning/train_validation_split.h"

#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/mllib/params/param_table.h"
#include "ferro/mllib/tuning/model_search.h"
#include "ferro/mllib/tuning/search_files.h"

namespace ferro::ml {
namespace {

void writeParts(StageWriter& writer, const Savable& search, const TrainValidationSplitParams& own) {
  writeSearchParts(writer, {own.estimator, own.estimatorParamMaps, own.evaluator});
  writeAlways(writer, search, {"trainRatio", "seed"});
}

TrainValidationSplitParams readSplit(const SavedStage& saved) {
  TrainValidationSplitParams settings;
  saved.readParams(TrainValidationSplitParams::table(), &settings);
  SearchParts parts = readSearchParts(saved);
  settings.estimator = std::move(parts.estimator);
  settings.estimatorParamMaps = std::move(parts.maps);
  settings.evaluator = std::move(parts.evaluator);
  return settings;
}

std::string subModelIn(size_t combination) { return "subModels/" + std::to_string(combination); }

}  // namespace

const ParamTable& TrainValidationSplitParams::table() {
  using P = TrainValidationSplitParams;
  static const ParamTable kTable =
      ParamTableOf<P>("TrainValidationSplit")
          .add("trainRatio", &P::trainRatio, "the share of rows that models are trained on", between(0, 1))
          .add("seed", &P::seed, "what chance begins with")
          .add("parallelism", &P::parallelism, "how many models are fitted at a time", atLeast(1))
          .add("collectSubModels", &P::collectSubModels, "whether all models that were fitted are kept")
          .build();
  return kTable;
}

const ParamTable& TrainValidationSplitModelParams::table() {
  using P = TrainValidationSplitModelParams;
  static const ParamTable kTable =
      ParamTableOf<P>("TrainValidationSplitModel")
          .add("trainRatio", &P::trainRatio, "the share of rows that models were trained on", between(0, 1))
          .add("seed", &P::seed, "what chance began with")
          .build();
  return kTable;
}

TrainValidationSplitModel TrainValidationSplit::fit(const DataFrame& frame) const {
  const TrainValidationSplitParams& own = settings();
  requireParts(own.estimator.has_value(), own.evaluator.has_value(), "TrainValidationSplit");
  const std::vector<ParamMap> maps = orUnchanged(own.estimatorParamMaps);
  requireStagesOf(*own.estimator, maps, "TrainValidationSplit");
  const std::vector<DataFrame> parts = frame.randomSplit({own.trainRatio, 1 - own.trainRatio}, own.seed);
  SearchResult result;
  {
    const CachedRows training(parts[0]);
    const CachedRows validation(parts[1]);
    result = fitAndJudge(*own.estimator, maps, **own.evaluator, *training, *validation, own.parallelism,
                         own.collectSubModels);
  }
  const size_t best = bestOf(result.metrics, (*own.evaluator)->isLargerBetter());
  TrainValidationSplitParams found = own;
  found.estimatorParamMaps = maps;
  return {std::move(found),
          uid(),
          {own.estimator->with(maps[best])->fitAny(frame), best, std::move(result.metrics), std::move(result.models)}};
}

SchemaPtr TrainValidationSplit::transformSchema(const arrow::Schema& schema) const {
  requireParts(settings().estimator.has_value(), settings().evaluator.has_value(), "TrainValidationSplit");
  return (*settings().estimator)->transformSchema(schema);
}

void TrainValidationSplit::writeData(StageWriter& writer) const { writeParts(writer, *this, settings()); }

TrainValidationSplit TrainValidationSplit::read(const SavedStage& saved) {
  return TrainValidationSplit(readSplit(saved), saved.uid());
}

TrainValidationSplitModel::TrainValidationSplitModel(TrainValidationSplitParams settings, std::string uid,
                                                     Outcome outcome)
    : ModelOf(TrainValidationSplitModelParams{std::move(settings)}, std::move(uid)), outcome_(std::move(outcome)) {}

void TrainValidationSplitModel::writeData(StageWriter& writer) const {
  writeParts(writer, *this, settings());
  writeNumbers(writer, "validationMetrics", outcome_.validationMetrics);
  writer.addMetadata("persistSubModels", outcome_.subModels.empty() ? "false" : "true");
  writer.writeStage(*outcome_.bestModel, "bestModel");
  for (size_t i = 0; i < outcome_.subModels.size(); ++i) writer.writeStage(*outcome_.subModels[i], subModelIn(i));
}

TrainValidationSplitModel TrainValidationSplitModel::read(const SavedStage& saved) {
  TrainValidationSplitParams settings = readSplit(saved);
  const size_t count = settings.estimatorParamMaps.size();
  Outcome outcome;
  outcome.validationMetrics = readNumbers(saved, "validationMetrics", count);
  outcome.bestIndex = bestOf(outcome.validationMetrics, (*settings.evaluator)->isLargerBetter());
  outcome.bestModel = readModel(saved, "bestModel");
  for (size_t i = 0; hasSubModels(saved) && i < count; ++i) {
    outcome.subModels.push_back(readModel(saved, subModelIn(i)));
  }
  return {std::move(settings), saved.uid(), std::move(outcome)};
}

}  // namespace ferro::ml
