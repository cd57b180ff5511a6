#include "judgement.h"

#include <cstdio>

#include "counted.h"
#include "report.h"

namespace {

constexpr int64_t kFewTestRows = 30;

void printUntestable(int64_t numTest, const StagePlan& plan) {
  const std::string what = plan.task == Task::kNumber ? " of one value" : " of one class";
  const std::string part = numTest == 0 ? "empty" : counted(numTest, "row", "rows") + what;
  std::printf("\nHow good the model is cannot be told: its test part is %s. More rows would tell.\n", part.c_str());
}

}  // namespace

void printChoice(const ModelChoice& choice) {
  std::printf("\nHow strong a penalty? Judged on %s of the training part, by models not trained on them:\n",
              counted(choice.numRows, "row", "rows").c_str());
  for (size_t i = 0; i < choice.candidates.size(); ++i) {
    char title[64];
    std::snprintf(title, sizeof title, "regParam=%g%s", choice.candidates[i].regParam,
                  i == choice.best ? " (the best)" : "");
    printMetrics(title, choice.candidates[i].metrics);
  }
}

void judge(const Fitted& fitted, const StagePlan& plan) {
  const int64_t numTest = fitted.rows.numTest;
  if (!fitted.rows.isTestable) return printUntestable(numTest, plan);
  std::printf("\nOn %s that it was not trained on, nor chosen by%s:\n", counted(numTest, "row", "rows").c_str(),
              numTest < kFewTestRows ? ", few enough for chance to matter" : "");
  if (plan.task != Task::kNumber) {
    printMetrics("always the commonest class", {{"accuracy", commonestShare(fitted.rows.test, plan)}});
  }
  printMetrics("this model", metricsOf(plan, fitted.model.stages().back()->transform(fitted.rows.test)));
}
