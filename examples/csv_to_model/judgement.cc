#include "judgement.h"

#include <cstdio>

#include "counted.h"
#include "report.h"

namespace {

constexpr int64_t kFewRows = 30;

void printUntestable(int64_t numTest, const StagePlan& plan) {
  const std::string what = plan.task == Task::kNumber ? " of one value" : " of one class";
  const std::string part = numTest == 0 ? "empty" : counted(numTest, "row", "rows") + what;
  std::printf("\nHow good the model is cannot be told: its test part is %s. More rows would tell.\n", part.c_str());
}

}  // namespace

void judge(const Fitted& fitted, const StagePlan& plan, const Arguments& arguments, double strongest) {
  const int64_t numTest = fitted.rows.numTest;
  if (!fitted.rows.isTestable) return printUntestable(numTest, plan);
  std::printf("\nOn %s that it was not trained on%s:\n", counted(numTest, "row", "rows").c_str(),
              numTest < kFewRows ? ", few enough for chance to matter" : "");
  if (plan.task != Task::kNumber) {
    printMetrics("always the commonest class", {{"accuracy", commonestShare(fitted.rows.test, plan)}});
  }
  for (double regParam = strongest;; regParam /= 10) {
    char title[64];
    const bool isThis = regParam == arguments.regParam;
    std::snprintf(title, sizeof title, "regParam=%g%s", regParam, isThis ? " (this model)" : "");
    printMetrics(title, isThis ? metricsOf(plan, fitted.model.stages().back()->transform(fitted.rows.test))
                               : metricsWithPenalty(fitted.rows, plan, arguments, regParam));
    if (regParam < arguments.regParam || regParam == 0) return;
  }
}
