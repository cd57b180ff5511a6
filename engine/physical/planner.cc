#include "ferro/engine/physical/planner.h"

#include <algorithm>
#include <utility>

#include <arrow/scalar.h>
#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/conf/keys.h"
#include "ferro/engine/expr/functions.h"
#include "ferro/engine/optimize/conditions.h"
#include "ferro/engine/optimize/plan_size.h"
#include "ferro/engine/physical/join_keys.h"
#include "ferro/engine/physical/steps.h"
#include "ferro/engine/plan/resolver.h"
#include "ferro/engine/session_core.h"

namespace ferro {
namespace {

// Reducers should have about this much to do: few enough bytes that a hash table stays near the caches, many enough
// that a task's own cost does not show.
constexpr int64_t kReducerBytes = 8 << 20;
constexpr int kMostReducers = 200;

template <class T>
std::shared_ptr<const T> as(const PlanPtr& plan) {
  return std::static_pointer_cast<const T>(plan);
}

// A column for an expression: itself if it is one, else one that the select list `list` will have.
ExprPtr columnFor(const ExprPtr& expression, std::vector<ExprPtr>& list) {
  if (expression->kind == ExprKind::kAttribute) {
    const bool known = std::any_of(list.begin(), list.end(),
                                   [&](const ExprPtr& entry) { return entry->attribute == expression->attribute; });
    if (!known) list.push_back(expression);
    return expression;
  }
  for (const ExprPtr& entry : list) {
    if (entry->kind == ExprKind::kAlias && expr::equal(entry->child(), *expression))
      return attributeOf(*entry).reference();
  }
  list.push_back(expr::alias(expression, expr::columnName(*expression), newAttributeId()));
  return attributeOf(*list.back()).reference();
}

std::vector<ExprPtr> referencesTo(const Attributes& columns) {
  std::vector<ExprPtr> references;
  for (const Attribute& column : columns) references.push_back(column.reference());
  return references;
}

bool isAllOf(const Attributes& columns, const std::vector<ExprPtr>& list) {
  if (columns.size() != list.size()) return false;
  for (size_t i = 0; i < list.size(); ++i) {
    if (list[i]->kind != ExprKind::kAttribute || list[i]->attribute != columns[i].id) return false;
  }
  return true;
}

PhysicalPlanPtr projected(PhysicalPlanPtr child, std::vector<ExprPtr> list) {
  if (isAllOf(child->output(), list)) return child;
  return std::make_shared<const steps::Project>(std::move(child), std::move(list));
}

PhysicalPlanPtr sortedBy(PhysicalPlanPtr child, const Attributes& columns) {
  std::vector<ExprPtr> keys;
  for (const Attribute& column : columns) keys.push_back(expr::sortKey(column.reference(), false, true));
  return std::make_shared<const steps::Sort>(std::move(child), std::move(keys), false);
}

class Planner {
 public:
  explicit Planner(const PlannerOptions& options) : options_(options) {}

  PhysicalPlanPtr plan(const PlanPtr& logical) const {
    switch (logical->kind()) {
      case PlanKind::kRelation: return std::make_shared<const steps::Scan>(as<RelationPlan>(logical));
      case PlanKind::kCached: return std::make_shared<const steps::Existing>(as<CachedPlan>(logical));
      case PlanKind::kAlias: return plan(logical->child());
      case PlanKind::kProject: return planList(logical->child(), as<ProjectPlan>(logical)->list);
      case PlanKind::kFilter:
        return std::make_shared<const steps::Filter>(plan(logical->child()), as<FilterPlan>(logical)->condition);
      case PlanKind::kAggregate: return planGroupBy(*as<GroupByPlan>(logical));
      case PlanKind::kJoin: return planJoin(*as<JoinPlan>(logical), logical->output());
      case PlanKind::kSort: return planSort(*as<SortPlan>(logical));
      case PlanKind::kLimit: return planLimit(*as<LimitPlan>(logical));
      case PlanKind::kUnion: return planUnion(*logical);
      case PlanKind::kSample:
        return std::make_shared<const steps::Sample>(plan(logical->child()), as<SamplePlan>(logical));
      case PlanKind::kRepartition: return planRepartition(*as<RepartitionPlan>(logical));
      case PlanKind::kGenerate: return planGenerate(as<GeneratePlan>(logical));
    }
    throwInternal("a plan is of no known kind");
  }

 private:
  int reducersFor(const Plan& input) const {
    if (options_.shufflePartitions) return *options_.shufflePartitions;
    const auto bytes = estimatedBytes(input);
    const int64_t wanted = bytes ? *bytes / kReducerBytes : 0;
    return static_cast<int>(std::clamp<int64_t>(wanted, int64_t{options_.cores} * 4, kMostReducers));
  }

  // A select list over a plan. A join gives only the columns that the list is about.
  PhysicalPlanPtr planList(const PlanPtr& child, const std::vector<ExprPtr>& list) const {
    if (child->kind() == PlanKind::kAlias) return planList(child->child(), list);
    if (child->kind() != PlanKind::kJoin || list.empty()) return projected(plan(child), list);
    AttributeSet needed;
    for (const ExprPtr& entry : list) addReferences(*entry, needed);
    Attributes wanted;
    for (const Attribute& column : child->output()) {
      if (needed.contains(column.id)) wanted.push_back(column);
    }
    // Rows are counted by a column.
    if (wanted.empty()) wanted.push_back(child->output().front());
    return projected(planJoin(*as<JoinPlan>(child), wanted), list);
  }

  PhysicalPlanPtr planUnion(const Plan& logical) const {
    std::vector<PhysicalPlanPtr> children;
    for (const PlanPtr& child : logical.children()) children.push_back(plan(child));
    return std::make_shared<const steps::Union>(std::move(children), logical.output());
  }

  // The keys and the aggregates' arguments become columns first; what is computed of the results comes after.
  PhysicalPlanPtr planGroupBy(const GroupByPlan& logical) const {
    auto grouping = std::make_shared<steps::Grouping>();
    std::vector<ExprPtr> below;
    std::vector<std::pair<ExprPtr, ExprPtr>> names;
    for (const ExprPtr& key : logical.groupings) {
      const ExprPtr column = columnFor(key, below);
      grouping->keys.push_back(attributeOf(*column));
      names.emplace_back(key, column);
    }
    std::vector<ExprPtr> list;
    for (const ExprPtr& entry : logical.list) list.push_back(resultEntry(entry, *grouping, below, names));
    PhysicalPlanPtr input = below.empty() ? plan(logical.child()) : planList(logical.child(), below);
    grouping->input = input->output();
    for (size_t i = 0; i < grouping->calls.size(); ++i) addPositions(*grouping, i, input->output());
    PhysicalPlanPtr grouped = aggregated(input, grouping, *logical.child());
    return projected(std::move(grouped), std::move(list));
  }

  PhysicalPlanPtr aggregated(const PhysicalPlanPtr& input, const std::shared_ptr<const steps::Grouping>& grouping,
                             const Plan& logicalInput) const {
    if (meets(input->distribution(), grouping->keys)) {
      return std::make_shared<const steps::FinalAggregate>(input, grouping, true);
    }
    PhysicalPlanPtr partial = std::make_shared<const steps::PartialAggregate>(input, grouping);
    PhysicalPlanPtr exchanged =
        grouping->keys.empty()
            ? steps::Exchange::toOne(std::move(partial))
            : steps::Exchange::byHash(std::move(partial), referencesTo(grouping->keys), reducersFor(logicalInput));
    return std::make_shared<const steps::FinalAggregate>(std::move(exchanged), grouping, false);
  }

  // Equal keys are together already, if the rows were spread by some of them.
  static bool meets(const Distribution& distribution, const Attributes& keys) {
    if (distribution.kind == Distribution::Kind::kSingle) return true;
    if (distribution.kind != Distribution::Kind::kHashed || distribution.keys.empty()) return false;
    return std::all_of(distribution.keys.begin(), distribution.keys.end(),
                       [&](AttributeId id) { return findAttribute(keys, id) != nullptr; });
  }

  static void addPositions(steps::Grouping& grouping, size_t index, const Attributes& input) {
    const Expr& call = *grouping.calls[index];
    AggregateSpec spec = aggregateSpecOf(call);
    const size_t numColumns = numColumnArguments(call.name, call.children.size());
    for (size_t i = 0; i < numColumns; ++i) {
      if (call.child(i).kind == ExprKind::kAttribute)
        spec.columns.push_back(positionOf(input, call.child(i).attribute));
    }
    grouping.aggregates.push_back(std::move(spec));
  }

  // An entry of the select list over the results: aggregates and keys are replaced by their columns.
  ExprPtr resultEntry(const ExprPtr& entry, steps::Grouping& grouping, std::vector<ExprPtr>& below,
                      std::vector<std::pair<ExprPtr, ExprPtr>>& names) const {
    const ExprPtr value = entry->kind == ExprKind::kAlias ? entry->children.front() : entry;
    ExprPtr replaced = replaceResults(value, grouping, below, names);
    if (replaced->kind == ExprKind::kAttribute && replaced->attribute == entry->attribute) return replaced;
    return expr::alias(std::move(replaced), entry->name, entry->attribute);
  }

  ExprPtr replaceResults(const ExprPtr& node, steps::Grouping& grouping, std::vector<ExprPtr>& below,
                         std::vector<std::pair<ExprPtr, ExprPtr>>& names) const {
    for (const auto& [from, to] : names) {
      if (expr::equal(*from, *node)) return to;
    }
    if (isAggregateCall(*node)) {
      names.emplace_back(node, addCall(*node, grouping, below));
      return names.back().second;
    }
    std::vector<ExprPtr> children;
    for (const ExprPtr& child : node->children) children.push_back(replaceResults(child, grouping, below, names));
    return expr::withChildren(node, std::move(children));
  }

  // count(1) needs no column at all.
  static ExprPtr addCall(const Expr& call, steps::Grouping& grouping, std::vector<ExprPtr>& below) {
    Expr own = call;
    const bool countsRows = call.name == "count" && call.children.size() == 1 &&
                            call.child().kind == ExprKind::kLiteral && call.child().literal->is_valid;
    const size_t numColumns = countsRows ? 0 : numColumnArguments(call.name, call.children.size());
    for (size_t i = 0; i < numColumns; ++i) own.children[i] = columnFor(call.children[i], below);
    grouping.calls.push_back(std::make_shared<const Expr>(std::move(own)));
    grouping.results.push_back({newAttributeId(), expr::columnName(call), call.type, call.nullable, {}});
    return grouping.results.back().reference();
  }

  // Keys that are no columns become some for the time of the sort.
  template <class Make>
  PhysicalPlanPtr withSortColumns(const PlanPtr& child, const std::vector<ExprPtr>& keys, const Make& make) const {
    PhysicalPlanPtr input = plan(child);
    std::vector<ExprPtr> list = referencesTo(input->output());
    std::vector<ExprPtr> columns;
    for (const ExprPtr& key : keys) {
      columns.push_back(expr::sortKey(columnFor(key->children.front(), list), key->descending, key->nullsFirst));
    }
    PhysicalPlanPtr sorted = make(projected(std::move(input), std::move(list)), std::move(columns));
    return projected(std::move(sorted), referencesTo(child->output()));
  }

  PhysicalPlanPtr planSort(const SortPlan& logical) const {
    return withSortColumns(logical.child(), logical.keys, [&](PhysicalPlanPtr input, std::vector<ExprPtr> keys) {
      const bool exchange = logical.global && input->distribution().kind != Distribution::Kind::kSingle;
      if (exchange) input = steps::Exchange::byRange(std::move(input), keys, reducersFor(*logical.child()));
      return std::make_shared<const steps::Sort>(std::move(input), std::move(keys), logical.global);
    });
  }

  PhysicalPlanPtr planLimit(const LimitPlan& logical) const {
    const PlanPtr& child = logical.child();
    if (child->kind() == PlanKind::kSort && as<SortPlan>(child)->global) {
      const auto sort = as<SortPlan>(child);
      return withSortColumns(sort->child(), sort->keys, [&](PhysicalPlanPtr input, std::vector<ExprPtr> keys) {
        return std::make_shared<const steps::TopRows>(std::move(input), std::move(keys), logical.rows);
      });
    }
    PhysicalPlanPtr input = plan(child);
    if (input->distribution().kind != Distribution::Kind::kSingle) {
      input = steps::Exchange::toOne(std::make_shared<const steps::LocalLimit>(std::move(input), logical.rows));
    }
    return std::make_shared<const steps::LocalLimit>(std::move(input), logical.rows, true);
  }

  PhysicalPlanPtr planRepartition(const RepartitionPlan& logical) const {
    PhysicalPlanPtr input = plan(logical.child());
    const int number = logical.numPartitions.value_or(reducersFor(*logical.child()));
    switch (logical.how) {
      case RepartitionPlan::How::kCoalesce: return std::make_shared<const steps::Coalesce>(std::move(input), number);
      case RepartitionPlan::How::kByContent: return steps::Exchange::byContent(std::move(input), number);
      default: break;
    }
    std::vector<ExprPtr> list = referencesTo(input->output());
    std::vector<ExprPtr> keys;
    for (const ExprPtr& key : logical.keys) keys.push_back(columnFor(key, list));
    PhysicalPlanPtr exchanged =
        steps::Exchange::byHash(projected(std::move(input), std::move(list)), keys, number, false);
    return projected(std::move(exchanged), referencesTo(logical.output()));
  }

  PhysicalPlanPtr planGenerate(const std::shared_ptr<const GeneratePlan>& logical) const {
    return std::make_shared<const steps::Generate>(plan(logical->child()), logical);
  }

  bool isSmall(const Plan& side) const {
    const auto bytes = estimatedBytes(side);
    return bytes && *bytes <= options_.broadcastBytes;
  }

  // `wanted` are the columns that come out, some of the join's in their order.
  PhysicalPlanPtr planJoin(const JoinPlan& logical, const Attributes& wanted) const;

  const PlannerOptions& options_;
};

// Which side may be sent to everybody: the rows of the other are streamed, each by one task, so only they can be kept
// all.
bool mayBroadcastLeft(JoinType type) { return type == JoinType::kInner || type == JoinType::kRight; }
bool mayBroadcastRight(JoinType type) { return type != JoinType::kRight && type != JoinType::kFull; }

PhysicalPlanPtr Planner::planJoin(const JoinPlan& logical, const Attributes& wanted) const {
  const JoinSides sides{logical.child(0)->output(), logical.child(1)->output()};
  JoinKeys keys = findJoinKeys(logical.condition, sides);
  PhysicalPlanPtr left = projected(plan(logical.child(0)), sides.leftList(keys));
  PhysicalPlanPtr right = projected(plan(logical.child(1)), sides.rightList(keys));
  steps::JoinedBy by{.type = logical.type, .leftKeys = keys.left, .rightKeys = keys.right, .condition = keys.rest};
  const auto leftBytes = estimatedBytes(*logical.child(0));
  const auto rightBytes = estimatedBytes(*logical.child(1));
  const bool leftIsSmaller = leftBytes && (!rightBytes || *leftBytes < *rightBytes);
  const bool broadcastLeft = mayBroadcastLeft(by.type) && (by.leftKeys.empty() || isSmall(*logical.child(0)));
  const bool broadcastRight = mayBroadcastRight(by.type) && (by.leftKeys.empty() || isSmall(*logical.child(1)));
  by.broadcast = broadcastLeft || broadcastRight;
  by.buildLeft = by.broadcast ? broadcastLeft && (!broadcastRight || leftIsSmaller) : leftIsSmaller;
  if (!by.broadcast && by.leftKeys.empty()) {
    left = steps::Exchange::toOne(std::move(left));
    right = steps::Exchange::toOne(std::move(right));
  } else if (!by.broadcast) {
    const int number = std::max(reducersFor(*logical.child(0)), reducersFor(*logical.child(1)));
    left = steps::Exchange::byHash(std::move(left), referencesTo(by.leftKeys), number, false);
    right = steps::Exchange::byHash(std::move(right), referencesTo(by.rightKeys), number, false);
    by.sorted = options_.preferSortMerge;
    if (by.sorted) left = sortedBy(std::move(left), by.leftKeys);
    if (by.sorted) right = sortedBy(std::move(right), by.rightKeys);
  }
  Attributes output = joinOutput(left->output(), right->output(), by.type);
  std::erase_if(output, [&](const Attribute& column) { return findAttribute(wanted, column.id) == nullptr; });
  auto joined =
      std::make_shared<const steps::Join>(std::move(left), std::move(right), std::move(by), std::move(output));
  return projected(std::move(joined), referencesTo(wanted));
}

}  // namespace

PlannerOptions PlannerOptions::of(const SessionCore& session) {
  PlannerOptions options;
  options.cores = std::max(1, detail::defaultParallelism(session));
  if (const auto asked = session.conf().get(keys::kSqlShufflePartitions)) {
    options.shufflePartitions = static_cast<int>(*asked);
  }
  options.preferSortMerge = session.conf().get(keys::kSqlPreferSortMergeJoin);
  options.broadcastBytes = session.conf().get(keys::kSqlAutoBroadcastJoinThreshold).bytes();
  return options;
}

PhysicalPlanPtr planPhysical(const PlanPtr& plan, const PlannerOptions& options) { return Planner(options).plan(plan); }

}  // namespace ferro
