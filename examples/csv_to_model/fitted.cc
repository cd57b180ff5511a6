#include "fitted.h"

#include <arrow/api.h>
#include <ferro/mllib/attribute/attribute.h>

#include "column_names.h"

using namespace ferro;

namespace {

// "Age", or "Education = Masters".
std::vector<std::string> featureTitles(const DataFrame& prepared, const StagePlan& plan) {
  std::vector<std::string> titles;
  for (const auto& [column, source] : plan.inputs) {
    const auto categories = ml::attributeGroupOf(*prepared.schema()->GetFieldByName(column)).attributes;
    for (const auto& category : categories) titles.push_back(source + " = " + category.name);
    if (categories.empty()) titles.push_back(source);
  }
  return titles;
}

}  // namespace

Preparation prepare(const RowParts& parts, const StagePlan& plan) {
  ml::PipelineModel stages = ml::Pipeline(plan.preparation).fit(parts.train);
  const auto prepared = [&](const DataFrame& part) {
    return stages.transform(part)
        .select(col(backticked(plan.columns.label)), col(backticked(plan.columns.features)))
        .cache();
  };
  PreparedRows kept{prepared(parts.train), prepared(parts.test)};
  kept.numTrain = kept.train.count();
  kept.numTest = kept.test.count();
  kept.isTestable = hasTwoLabels(kept.test, plan.columns.label);
  auto titles = featureTitles(stages.transform(parts.train), plan);
  std::vector<std::string> classes;
  if (plan.task != Task::kNumber) classes = stages.stage<ml::StringIndexerModel>().labels();
  return {std::move(stages), std::move(kept), std::move(titles), std::move(classes)};
}

Fitted fitTo(const Preparation& preparation, const StagePlan& plan, const Arguments& arguments,
             const IterationListener& listener) {
  const auto learner = ml::Pipeline({makeLearner(plan, arguments, listener)}).fit(preparation.rows.train);
  std::vector<ml::AnyTransformer> stages = preparation.stages.stages();
  stages.push_back(learner.stages().back());
  return {ml::PipelineModel(std::move(stages), preparation.stages.uid()), preparation.rows,
          learnedBy(learner.stages().back()), preparation.features, preparation.classes};
}

double commonestShare(const DataFrame& prepared, const StagePlan& plan) {
  if (plan.task == Task::kNumber) return 0;
  const Column label = col(backticked(plan.columns.label));
  const auto commonest = prepared.groupBy(label).agg(count("*").as("n")).agg(max("n").as("n")).as<int64_t>().first();
  return static_cast<double>(commonest) / static_cast<double>(prepared.count());
}
