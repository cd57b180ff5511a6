#include <cstdio>

#include "ferro/engine/exec/narrow.h"
#include "ferro/engine/exec/project.h"
#include "ferro/engine/physical/step_text.h"
#include "ferro/engine/physical/steps.h"
#include "ferro/engine/plan/resolver.h"

namespace ferro::steps {
namespace {

Attributes outputOf(const std::vector<ExprPtr>& list) {
  Attributes output;
  for (const ExprPtr& entry : list) output.push_back(attributeOf(*entry));
  return output;
}

// A select keeps rows where they are; what they were spread by may be gone or have another name.
Distribution keptBy(const Distribution& distribution, const std::vector<ExprPtr>& list) {
  if (distribution.kind != Distribution::Kind::kHashed) return distribution;
  Distribution kept = distribution;
  for (AttributeId& key : kept.keys) {
    bool found = false;
    for (const ExprPtr& entry : list) {
      const bool isColumn = entry->kind == ExprKind::kAttribute && entry->attribute == key;
      const bool isRenamed = entry->kind == ExprKind::kAlias && entry->child().kind == ExprKind::kAttribute &&
                             entry->child().attribute == key;
      if (!isColumn && !isRenamed) continue;
      key = entry->attribute;
      found = true;
      break;
    }
    if (!found) return {};
  }
  return kept;
}

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.17g", value);
  return text;
}

}  // namespace

Project::Project(PhysicalPlanPtr child, std::vector<ExprPtr> list)
    : PhysicalPlan({child}, outputOf(list), keptBy(child->distribution(), list)), list_(std::move(list)) {}

std::string Project::describe() const { return "Project " + listText(list_); }

BatchNodePtr Project::build(const SessionPtr& session) const {
  return projectBatches(session, child()->node(session), bindTo(list_, child()->output()), schemaOf(output()));
}

Filter::Filter(PhysicalPlanPtr child, ExprPtr condition)
    : PhysicalPlan({child}, child->output(), child->distribution()), condition_(std::move(condition)) {}

std::string Filter::describe() const { return "Filter " + expr::text(*condition_, true); }

BatchNodePtr Filter::build(const SessionPtr& session) const {
  return filterBatches(session, child()->node(session), bindTo(condition_, child()->output()));
}

Sample::Sample(PhysicalPlanPtr child, std::shared_ptr<const SamplePlan> plan)
    : PhysicalPlan({child}, child->output(), child->distribution()), plan_(std::move(plan)) {}

std::string Sample::describe() const {
  return "Sample " + number(plan_->lowerBound) + ", " + number(plan_->upperBound) + ", " +
         (plan_->withReplacement ? "true" : "false") + ", " + std::to_string(plan_->seed);
}

BatchNodePtr Sample::build(const SessionPtr& session) const {
  return sampleBatches(session, child()->node(session),
                       {.lower = plan_->lowerBound,
                        .upper = plan_->upperBound,
                        .withReplacement = plan_->withReplacement,
                        .seed = plan_->seed});
}

Union::Union(std::vector<PhysicalPlanPtr> children, Attributes output)
    : PhysicalPlan(std::move(children), std::move(output), {}) {}

std::string Union::describe() const { return "Union"; }

BatchNodePtr Union::build(const SessionPtr& session) const {
  std::vector<BatchNodePtr> nodes;
  for (const PhysicalPlanPtr& child : children()) nodes.push_back(child->node(session));
  return unionBatches(session, nodes);
}

Coalesce::Coalesce(PhysicalPlanPtr child, int numPartitions)
    : PhysicalPlan({child}, child->output(),
                   numPartitions == 1 ? Distribution{Distribution::Kind::kSingle, {}} : Distribution{}),
      numPartitions_(numPartitions) {}

std::string Coalesce::describe() const { return "Coalesce " + std::to_string(numPartitions_); }

BatchNodePtr Coalesce::build(const SessionPtr& session) const {
  return coalesceBatches(session, child()->node(session), numPartitions_);
}

LocalLimit::LocalLimit(PhysicalPlanPtr child, int64_t rows, bool isGlobal)
    : PhysicalPlan({child}, child->output(), child->distribution()), rows_(rows), isGlobal_(isGlobal) {}

std::string LocalLimit::describe() const {
  return (isGlobal_ ? "GlobalLimit " : "LocalLimit ") + std::to_string(rows_) + (isGlobal_ ? ", 0" : "");
}

const PhysicalPlan* LocalLimit::limited() const {
  if (!isGlobal_ || child()->children().size() != 1) return nullptr;
  return dynamic_cast<const LocalLimit*>(child()->child().get());
}

BatchNodePtr LocalLimit::build(const SessionPtr& session) const {
  return localLimit(session, child()->node(session), rows_);
}

}  // namespace ferro::steps
