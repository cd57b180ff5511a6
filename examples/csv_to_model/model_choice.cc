#include "model_choice.h"

#include <cmath>

#include "folds.h"

using namespace ferro;

namespace {

constexpr double kPenalties[] = {0.3, 0.03, 0.003, 0.0003, 0};

// Better by the first metric, or equal there and better by the second.
bool isBetter(const Candidate& one, const Candidate& other, bool isError) {
  for (size_t i = 0; i < one.metrics.size(); ++i) {
    const double difference = (one.metrics[i].value - other.metrics[i].value) * (isError && i == 0 ? -1 : 1);
    if (std::abs(difference) > 1e-9) return difference > 0;
  }
  return false;
}

Candidate judged(const std::vector<Fold>& folds, const StagePlan& plan, Arguments arguments, double regParam) {
  arguments.regParam = regParam;
  Candidate candidate{regParam, {}};
  double rows = 0;
  for (const Fold& fold : folds) {
    const auto model = ml::Pipeline({makeLearner(plan, arguments)}).fit(fold.train);
    const auto metrics = metricsOf(plan, model.transform(fold.held));
    candidate.metrics.resize(metrics.size());
    const auto weight = static_cast<double>(fold.numHeld);
    for (size_t i = 0; i < metrics.size(); ++i) {
      candidate.metrics[i].name = metrics[i].name;
      candidate.metrics[i].value += metrics[i].value * weight;
    }
    rows += weight;
  }
  for (Metric& metric : candidate.metrics) metric.value /= rows;
  return candidate;
}

}  // namespace

std::optional<ModelChoice> chooseModel(const DataFrame& prepared, int64_t numRows, const StagePlan& plan,
                                       const Arguments& arguments) {
  const std::vector<Fold> folds = foldsOf(prepared, numRows, plan.columns.label);
  if (folds.empty()) return std::nullopt;
  ModelChoice choice;
  for (const Fold& fold : folds) choice.numRows += fold.numHeld;
  for (const double regParam : kPenalties) choice.candidates.push_back(judged(folds, plan, arguments, regParam));
  for (size_t i = 1; i < choice.candidates.size(); ++i) {
    if (isBetter(choice.candidates[i], choice.candidates[choice.best], plan.task == Task::kNumber)) choice.best = i;
  }
  for (const Fold& fold : folds) {
    fold.train.unpersist();
    fold.held.unpersist();
  }
  return choice;
}
