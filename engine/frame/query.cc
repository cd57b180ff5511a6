#include "ferro/engine/frame/query.h"

#include "ferro/engine/exec/collect.h"
#include "ferro/engine/frame/cached_frames.h"
#include "ferro/engine/optimize/optimizer.h"
#include "ferro/engine/physical/planner.h"
#include "ferro/engine/physical/steps.h"
#include "ferro/engine/session_core.h"
#include "ferro/engine/session_zone.h"

namespace ferro {

const PlanPtr& Query::optimized() const {
  std::lock_guard lock(mutex_);
  const CachedFrames& cached = session_->cachedFrames();
  if (optimized_ == nullptr)
    optimized_ =
        optimize(isCached_ ? cached.substituteBelow(plan_) : cached.substitute(plan_), sessionZone(session_->conf()));
  return optimized_;
}

const PhysicalPlanPtr& Query::physical() const {
  std::lock_guard lock(mutex_);
  if (physical_ == nullptr) physical_ = planPhysical(optimized(), PlannerOptions::of(*session_));
  return physical_;
}

const BatchNodePtr& Query::node() const { return physical()->node(session_); }

BatchNodePtr Query::nodeIfMade() const {
  std::lock_guard lock(mutex_);
  return physical_ == nullptr ? nullptr : physical_->nodeIfMade();
}

// Rows that stand under a limit are taken partition by partition until there are enough, as take() does, instead of
// being brought into one partition first.
std::shared_ptr<arrow::Table> Query::collect() const {
  const auto* limit = dynamic_cast<const steps::LocalLimit*>(physical().get());
  if (limit == nullptr || limit->limited() == nullptr) return collectTable(session_, node());
  return takeTable(session_, limit->limited()->node(session_), limit->rows());
}

std::string Query::explain(bool extended) const {
  std::string text;
  if (extended) {
    text += "== Analyzed Logical Plan ==\n" + treeText(*plan_) + "\n";
    text += "== Optimized Logical Plan ==\n" + treeText(*optimized()) + "\n";
  }
  return text + "== Physical Plan ==\n" + treeText(*physical()) + "\n";
}

}  // namespace ferro
