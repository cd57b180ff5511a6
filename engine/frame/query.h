// How a DataFrame is computed: its logical plan made better, turned into physical steps, and those into a lineage.
// Found out once, when it is first needed, and kept: later actions of the same DataFrame reuse the shuffles that are
// there. Any driver thread may use it.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "ferro/engine/driver.h"
#include "ferro/engine/exec/batch_node.h"
#include "ferro/engine/plan/plan.h"

namespace ferro {

class PhysicalPlan;
using PhysicalPlanPtr = std::shared_ptr<const PhysicalPlan>;

class Query {
 public:
  Query(SessionPtr session, PlanPtr plan, bool isCached = false)
      : session_(std::move(session)), plan_(std::move(plan)), isCached_(isCached) {}

  const PlanPtr& optimized() const;
  const PhysicalPlanPtr& physical() const;
  // The last step of the lineage.
  const BatchNodePtr& node() const;
  BatchNodePtr nodeIfMade() const;
  std::shared_ptr<arrow::Table> collect() const;
  std::string explain(bool extended) const;

 private:
  SessionPtr session_;
  PlanPtr plan_;
  bool isCached_;  // what it gives is what is cached for the plan, so it must not read that
  mutable std::recursive_mutex mutex_;
  mutable PlanPtr optimized_;
  mutable PhysicalPlanPtr physical_;
  mutable BatchNodePtr node_;
};

}  // namespace ferro
