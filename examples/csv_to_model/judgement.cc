#include "judgement.h"

#include <cstdio>

#include "counted.h"
#include "report.h"

void judge(const Fitted& fitted, const StagePlan& plan, const Arguments& arguments, double strongest) {
  std::printf("\nOn %s that it was not trained on:\n", counted(fitted.rows.numTest, "row", "rows").c_str());
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
