#include "ferro/engine/exec/exchange.h"
#include "ferro/engine/exec/exchange_sizes.h"
#include "ferro/engine/exec/sort.h"
#include "ferro/engine/physical/step_text.h"
#include "ferro/engine/physical/steps.h"

namespace ferro::steps {
namespace {

// Reducers are put together until they have this much to read, as long as every core has something to do.
constexpr int64_t kMergedBytes = 64 << 20;

std::vector<SortKey> positionsOf(const std::vector<ExprPtr>& keys, const Attributes& columns) {
  std::vector<SortKey> positions;
  for (const ExprPtr& key : keys) {
    positions.push_back({positionOf(columns, key->child().attribute), key->descending, key->nullsFirst});
  }
  return positions;
}

Distribution distributionOf(Exchange::How how, const std::vector<ExprPtr>& keys) {
  if (how == Exchange::How::kToOne) return {Distribution::Kind::kSingle, {}};
  if (how != Exchange::How::kByHash) return {};
  Distribution distribution{Distribution::Kind::kHashed, {}};
  for (const ExprPtr& key : keys) distribution.keys.push_back(key->attribute);
  return distribution;
}

std::string withoutBrackets(const std::string& list) { return list.substr(1, list.size() - 2); }

}  // namespace

Exchange::Exchange(PhysicalPlanPtr child, How how, std::vector<ExprPtr> keys, int numPartitions, bool mayMerge)
    : PhysicalPlan({child}, child->output(), distributionOf(how, keys)),
      how_(how),
      keys_(std::move(keys)),
      numPartitions_(numPartitions),
      mayMerge_(mayMerge) {}

PhysicalPlanPtr Exchange::toOne(PhysicalPlanPtr child) {
  return std::make_shared<const Exchange>(std::move(child), How::kToOne, std::vector<ExprPtr>(), 1);
}

PhysicalPlanPtr Exchange::byHash(PhysicalPlanPtr child, std::vector<ExprPtr> keys, int numPartitions, bool mayMerge) {
  return std::make_shared<const Exchange>(std::move(child), How::kByHash, std::move(keys), numPartitions, mayMerge);
}

PhysicalPlanPtr Exchange::byRange(PhysicalPlanPtr child, std::vector<ExprPtr> sortKeys, int numPartitions) {
  return std::make_shared<const Exchange>(std::move(child), How::kByRange, std::move(sortKeys), numPartitions);
}

PhysicalPlanPtr Exchange::byContent(PhysicalPlanPtr child, int numPartitions) {
  return std::make_shared<const Exchange>(std::move(child), How::kByContent, std::vector<ExprPtr>(), numPartitions);
}

std::string Exchange::describe() const {
  const std::string number = std::to_string(numPartitions_);
  const std::string keys = withoutBrackets(listText(keys_));
  switch (how_) {
    case How::kToOne: return "Exchange SinglePartition, ENSURE_REQUIREMENTS";
    case How::kByHash: return "Exchange hashpartitioning(" + keys + ", " + number + "), ENSURE_REQUIREMENTS";
    case How::kByRange: return "Exchange rangepartitioning(" + keys + ", " + number + "), ENSURE_REQUIREMENTS";
    case How::kByContent: return "Exchange RoundRobinPartitioning(" + number + "), REPARTITION_BY_NUM";
  }
  return {};
}

BatchNodePtr Exchange::build(const SessionPtr& session) const {
  const BatchNodePtr& rows = child()->node(session);
  switch (how_) {
    case How::kToOne: return exchangeToOne(session, rows);
    case How::kByContent: return exchangeByContent(session, rows, numPartitions_);
    case How::kByRange: return exchangeByRange(session, rows, positionsOf(keys_, child()->output()), numPartitions_);
    case How::kByHash: break;
  }
  const ExchangePtr exchange = mapSide(session);
  if (!mayMerge_) return readExchange(session, exchange);
  const auto bytes = runMapSide(session, exchange);
  return readExchange(session, exchange,
                      mergeReducers(bytes, rows->numPartitions(), kMergedBytes, detail::defaultParallelism(*session)));
}

ExchangePtr Exchange::mapSide(const SessionPtr& session) const {
  ExchangeSpec spec{.spreading = Spreading::kByHash, .numPartitions = numPartitions_};
  for (const ExprPtr& key : keys_) spec.keys.push_back(positionOf(child()->output(), key->attribute));
  return makeExchange(session, child()->node(session), std::move(spec));
}

Sort::Sort(PhysicalPlanPtr child, std::vector<ExprPtr> keys, bool global)
    : PhysicalPlan({child}, child->output(), child->distribution()), keys_(std::move(keys)), global_(global) {}

std::string Sort::describe() const { return "Sort " + listText(keys_) + (global_ ? ", true, 0" : ", false, 0"); }

BatchNodePtr Sort::build(const SessionPtr& session) const {
  return sortBatches(session, child()->node(session), positionsOf(keys_, child()->output()));
}

TopRows::TopRows(PhysicalPlanPtr child, std::vector<ExprPtr> keys, int64_t rows)
    : PhysicalPlan({child}, child->output(), {Distribution::Kind::kSingle, {}}), keys_(std::move(keys)), rows_(rows) {}

std::string TopRows::describe() const {
  return "TakeOrderedAndProject(limit=" + std::to_string(rows_) + ", orderBy=" + listText(keys_, ",") +
         ", output=" + listText(output(), ",") + ")";
}

BatchNodePtr TopRows::build(const SessionPtr& session) const {
  const auto keys = positionsOf(keys_, child()->output());
  const BatchNodePtr& rows = child()->node(session);
  const BatchNodePtr best = topRows(session, rows, keys, rows_);
  if (rows->numPartitions() == 1) return best;
  return topRows(session, exchangeToOne(session, best), keys, rows_);
}

}  // namespace ferro::steps
