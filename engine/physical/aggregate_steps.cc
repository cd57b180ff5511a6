#include <arrow/type.h>

#include "ferro/engine/exec/hash_aggregate.h"
#include "ferro/engine/physical/step_text.h"
#include "ferro/engine/physical/steps.h"

namespace ferro::steps {
namespace {

using GroupedBy = ferro::AggregatePlan;

GroupedBy planOf(const Grouping& grouping) {
  GroupedBy plan;
  for (const Attribute& key : grouping.keys) plan.keys.push_back(positionOf(grouping.input, key.id));
  plan.aggregates = grouping.aggregates;
  return plan;
}

Attributes resultsOf(const Grouping& grouping) {
  Attributes output = grouping.keys;
  output.insert(output.end(), grouping.results.begin(), grouping.results.end());
  return output;
}

// Between the two steps the columns after the keys are nobody's but theirs.
Attributes partialsOf(const Grouping& grouping) {
  Attributes output = grouping.keys;
  const auto schema = partialSchema(planOf(grouping), *schemaOf(grouping.input));
  for (int i = static_cast<int>(grouping.keys.size()); i < schema->num_fields(); ++i) {
    output.push_back({newAttributeId(), schema->field(i)->name(), schema->field(i)->type(), true, {}});
  }
  return output;
}

std::string functionsText(const Grouping& grouping, const std::string& prefix) {
  std::string text;
  for (const ExprPtr& call : grouping.calls) text += (text.empty() ? "" : ", ") + prefix + expr::text(*call, true);
  return "HashAggregate(keys=" + listText(grouping.keys) + ", functions=[" + text + "])";
}

}  // namespace

PartialAggregate::PartialAggregate(PhysicalPlanPtr child, std::shared_ptr<const Grouping> grouping)
    : PhysicalPlan({child}, partialsOf(*grouping), child->distribution()), grouping_(std::move(grouping)) {}

std::string PartialAggregate::describe() const { return functionsText(*grouping_, "partial_"); }

BatchNodePtr PartialAggregate::build(const SessionPtr& session) const {
  return partialAggregate(session, child()->node(session), planOf(*grouping_));
}

FinalAggregate::FinalAggregate(PhysicalPlanPtr child, std::shared_ptr<const Grouping> grouping, bool complete)
    : PhysicalPlan({child}, resultsOf(*grouping), child->distribution()),
      grouping_(std::move(grouping)),
      complete_(complete) {}

std::string FinalAggregate::describe() const { return functionsText(*grouping_, ""); }

BatchNodePtr FinalAggregate::build(const SessionPtr& session) const {
  const GroupedBy plan = planOf(*grouping_);
  const auto result = schemaOf(output());
  if (complete_) return completeAggregate(session, child()->node(session), plan, result);
  return finalAggregate(session, child()->node(session), plan, schemaOf(grouping_->input), result);
}

}  // namespace ferro::steps
