// Which plans of a session are cached, so that every plan that stands on one reads it. Owned by the session; any thread
// may call it.
#pragma once

#include <map>
#include <memory>
#include <mutex>

#include "ferro/engine/exec/batch_node.h"
#include "ferro/engine/plan/plan.h"

namespace ferro {

class Query;

class CachedFrames {
 public:
  // `query` computes what is kept.
  void add(const PlanPtr& plan, std::shared_ptr<const CachedPlan> cached, std::shared_ptr<const Query> query);
  // The query of a plan that was cached; null when it was not.
  std::shared_ptr<const Query> remove(const PlanPtr& plan);
  std::shared_ptr<const CachedPlan> find(const PlanPtr& plan) const;
  void clear();
  // The plan with what is cached in place of how it was made.
  PlanPtr substitute(const PlanPtr& plan) const;
  // The same for what the plan stands on only.
  PlanPtr substituteBelow(const PlanPtr& plan) const;

 private:
  mutable std::mutex mutex_;
  struct Entry {
    std::shared_ptr<const CachedPlan> plan;
    std::shared_ptr<const Query> query;
  };
  std::map<PlanPtr, Entry> plans_;
};

}  // namespace ferro
