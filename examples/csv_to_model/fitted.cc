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

Fitted fitTo(const RowParts& parts, const StagePlan& plan, const Arguments& arguments,
             const IterationListener& listener) {
  std::vector<ml::PipelineStage> stages = plan.preparation;
  stages.push_back(makeLearner(plan, arguments, listener));
  ml::PipelineModel model = ml::Pipeline(stages).fit(parts.train);

  const ml::PipelineModel preparation({model.stages().begin(), model.stages().end() - 1}, "preparation");
  const auto prepared = [&](const DataFrame& part) {
    return preparation.transform(part)
        .select(col(backticked(plan.columns.label)), col(backticked(plan.columns.features)))
        .cache();
  };
  PreparedRows kept{prepared(parts.train), prepared(parts.test)};
  kept.numTrain = kept.train.count();
  kept.numTest = kept.test.count();
  kept.isTestable = hasTwoLabels(kept.test, plan.columns.label);
  Learned learned = learnedBy(model.stages().back());
  auto titles = featureTitles(preparation.transform(parts.train), plan);
  std::vector<std::string> classes;
  if (plan.task != Task::kNumber) classes = model.stage<ml::StringIndexerModel>().labels();
  return {std::move(model), std::move(kept), std::move(learned), std::move(titles), std::move(classes)};
}

double commonestShare(const DataFrame& prepared, const StagePlan& plan) {
  if (plan.task == Task::kNumber) return 0;
  const Column label = col(backticked(plan.columns.label));
  const auto commonest = prepared.groupBy(label).agg(count("*").as("n")).agg(max("n").as("n")).as<int64_t>().first();
  return static_cast<double>(commonest) / static_cast<double>(prepared.count());
}

bool beatsGuessing(const Fitted& fitted, const StagePlan& plan) {
  const auto metrics = metricsOf(plan, fitted.model.stages().back()->transform(fitted.rows.train));
  const double judged = plan.task == Task::kNumber ? metrics.back().value : metrics.front().value;
  return judged > commonestShare(fitted.rows.train, plan);
}

std::vector<Metric> metricsWithPenalty(const PreparedRows& rows, const StagePlan& plan, Arguments arguments,
                                       double regParam) {
  arguments.regParam = regParam;
  const auto model = ml::Pipeline({makeLearner(plan, arguments)}).fit(rows.train);
  return metricsOf(plan, model.transform(rows.test));
}
