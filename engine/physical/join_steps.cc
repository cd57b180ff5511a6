#include "ferro/engine/exec/collect.h"
#include "ferro/engine/exec/generate.h"
#include "ferro/engine/exec/join.h"
#include "ferro/engine/exec/merge_join.h"
#include "ferro/engine/exec/project.h"
#include "ferro/engine/physical/adaptive_join.h"
#include "ferro/engine/physical/planner.h"
#include "ferro/engine/physical/step_text.h"
#include "ferro/engine/physical/steps.h"

namespace ferro::steps {
namespace {

std::vector<int> positionsOf(const Attributes& keys, const Attributes& columns) {
  std::vector<int> positions;
  for (const Attribute& key : keys) positions.push_back(positionOf(columns, key.id));
  return positions;
}

// Those of a side's columns that come out.
std::vector<int> positionsIn(const Attributes& output, const Attributes& columns) {
  std::vector<int> positions;
  for (size_t i = 0; i < columns.size(); ++i) {
    if (findAttribute(output, columns[i].id) != nullptr) positions.push_back(static_cast<int>(i));
  }
  return positions;
}

Attributes bothSides(const PhysicalPlan& left, const PhysicalPlan& right) {
  Attributes columns = left.output();
  columns.insert(columns.end(), right.output().begin(), right.output().end());
  return columns;
}

// The rows that are streamed past a table stay where they are. Of two exchanges nobody knows before they have run: one
// may turn out small enough to be a table, or a large part of one be split.
Distribution distributionOf(const PhysicalPlan& left, const PhysicalPlan& right, const JoinedBy& by) {
  if (!by.broadcast) return {};
  return by.buildLeft ? right.distribution() : left.distribution();
}

}  // namespace

Join::Join(PhysicalPlanPtr left, PhysicalPlanPtr right, JoinedBy by, Attributes output)
    : PhysicalPlan({left, right}, std::move(output), distributionOf(*left, *right, by)), by_(std::move(by)) {}

std::string Join::describe() const {
  const std::string side = by_.buildLeft ? "BuildLeft" : "BuildRight";
  const std::string type(joinTypeName(by_.type));
  const std::string condition = by_.condition == nullptr ? "" : ", " + expr::text(*by_.condition, true);
  if (by_.leftKeys.empty()) return "BroadcastNestedLoopJoin " + side + ", " + type + condition;
  if (by_.sorted)
    return "SortMergeJoin " + listText(by_.leftKeys) + ", " + listText(by_.rightKeys) + ", " + type + condition;
  return (by_.broadcast ? "BroadcastHashJoin " : "ShuffledHashJoin ") + listText(by_.leftKeys) + ", " +
         listText(by_.rightKeys) + ", " + type + ", " + side + condition;
}

BatchNodePtr Join::build(const SessionPtr& session) const {
  const PhysicalPlan& left = *child(0);
  const PhysicalPlan& right = *child(1);
  JoinSpec spec{.type = by_.type,
                .leftKeys = positionsOf(by_.leftKeys, left.output()),
                .rightKeys = positionsOf(by_.rightKeys, right.output()),
                .buildLeft = by_.buildLeft};
  const bool pairs = by_.type != JoinType::kSemi && by_.type != JoinType::kAnti;
  spec.columns = JoinColumns{positionsIn(output(), left.output()),
                             pairs ? positionsIn(output(), right.output()) : std::vector<int>{}};
  if (by_.condition != nullptr) spec.conditions = {bindTo(by_.condition, bothSides(left, right))};
  if (!by_.broadcast) return buildSpread(session, spec);
  const PhysicalPlan& built = by_.buildLeft ? left : right;
  const PhysicalPlan& streamed = by_.buildLeft ? right : left;
  BroadcastSide side(collectTable(session, built.node(session), "broadcast"),
                     by_.buildLeft ? spec.leftKeys : spec.rightKeys);
  return broadcastJoin(session, streamed.node(session), Broadcast<BroadcastSide>(session, std::move(side)), spec);
}

// The map sides' sizes decide how the exchanges are read.
BatchNodePtr Join::buildSpread(const SessionPtr& session, const JoinSpec& spec) const {
  if (by_.sorted) return mergeJoin(session, child(0)->node(session), child(1)->node(session), spec);
  const auto* left = dynamic_cast<const Exchange*>(child(0).get());
  const auto* right = dynamic_cast<const Exchange*>(child(1).get());
  if (left == nullptr || right == nullptr || by_.leftKeys.empty()) {
    return shuffledJoin(session, child(0)->node(session), child(1)->node(session), spec);
  }
  const AdaptiveJoinOptions options{.broadcastBytes = PlannerOptions::of(*session).broadcastBytes,
                                    .minPartitions = detail::defaultParallelism(*session)};
  return adaptiveJoin(session, {left->child()->node(session), left->mapSide(session)},
                      {right->child()->node(session), right->mapSide(session)}, spec, options);
}

Generate::Generate(PhysicalPlanPtr child, std::shared_ptr<const GeneratePlan> plan)
    : PhysicalPlan({child}, plan->output(), child->distribution()), plan_(std::move(plan)) {}

std::string Generate::describe() const {
  return "Generate " + expr::text(*plan_->generator, true) + ", " + listText(child()->output()) + ", " +
         listText(plan_->generated);
}

// What is exploded becomes a column of its own behind the others.
BatchNodePtr Generate::build(const SessionPtr& session) const {
  const Attributes& input = child()->output();
  std::vector<ExprPtr> list;
  GenerateSpec spec;
  for (const Attribute& column : input) {
    spec.others.push_back(static_cast<int>(list.size()));
    list.push_back(column.reference());
  }
  const ExprPtr exploded = expr::alias(plan_->generator->children.front(), "exploded", newAttributeId());
  spec.column = static_cast<int>(list.size());
  spec.outer = plan_->generator->name.ends_with("_outer");
  spec.positions = plan_->generator->name.starts_with("pos");
  list.push_back(exploded);
  Attributes wider = input;
  wider.push_back(attributeOf(*exploded));
  const auto rows = projectBatches(session, child()->node(session), bindTo(list, input), schemaOf(wider));
  return generateBatches(session, rows, spec, schemaOf(output()));
}

}  // namespace ferro::steps
