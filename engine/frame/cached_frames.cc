#include "ferro/engine/frame/cached_frames.h"

namespace ferro {

void CachedFrames::add(const PlanPtr& plan, std::shared_ptr<const CachedPlan> cached,
                       std::shared_ptr<const Query> query) {
  std::lock_guard lock(mutex_);
  plans_[plan] = {std::move(cached), std::move(query)};
}

std::shared_ptr<const Query> CachedFrames::remove(const PlanPtr& plan) {
  std::lock_guard lock(mutex_);
  const auto entry = plans_.extract(plan);
  return entry ? entry.mapped().query : nullptr;
}

std::shared_ptr<const CachedPlan> CachedFrames::find(const PlanPtr& plan) const {
  std::lock_guard lock(mutex_);
  const auto found = plans_.find(plan);
  return found == plans_.end() ? nullptr : found->second.plan;
}

void CachedFrames::clear() {
  std::lock_guard lock(mutex_);
  plans_.clear();
}

PlanPtr CachedFrames::substitute(const PlanPtr& plan) const {
  if (auto cached = find(plan)) return cached;
  return substituteBelow(plan);
}

PlanPtr CachedFrames::substituteBelow(const PlanPtr& plan) const {
  std::vector<PlanPtr> children;
  bool changed = false;
  for (const PlanPtr& child : plan->children()) {
    children.push_back(substitute(child));
    changed |= children.back() != child;
  }
  return changed ? plan->withChildren(std::move(children)) : plan;
}

}  // namespace ferro
