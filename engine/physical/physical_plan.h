// The physical plan: how a query is computed, step by step, with the exchanges between them. Its tree is what explain()
// draws; build() turns it into the lineage that runs. Immutable but for what a run found out; built on a driver thread.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "ferro/engine/driver.h"
#include "ferro/engine/exec/batch_node.h"
#include "ferro/engine/exec/counted_rows.h"
#include "ferro/engine/plan/plan.h"

namespace ferro {

class PhysicalPlan;
using PhysicalPlanPtr = std::shared_ptr<const PhysicalPlan>;

// How the rows of a step are spread over its partitions.
struct Distribution {
  enum class Kind : uint8_t { kUnknown, kSingle, kHashed };
  Kind kind = Kind::kUnknown;
  std::vector<AttributeId> keys{};  // kHashed: rows with equal values of these meet in one partition
};

class PhysicalPlan {
 public:
  virtual ~PhysicalPlan() = default;
  PhysicalPlan(const PhysicalPlan&) = delete;
  PhysicalPlan& operator=(const PhysicalPlan&) = delete;

  const std::vector<PhysicalPlanPtr>& children() const { return children_; }
  const PhysicalPlanPtr& child(size_t index = 0) const { return children_[index]; }
  const Attributes& output() const { return output_; }
  const Distribution& distribution() const { return distribution_; }
  // One line for explain(), without its children.
  virtual std::string describe() const = 0;

  // The step's node, made at the first call, its children's before it. May run jobs: samples, broadcasts, the map sides
  // of exchanges whose sizes decide what follows.
  const BatchNodePtr& node(const SessionPtr& session) const;
  // Null before that.
  BatchNodePtr nodeIfMade() const;
  // How many rows it gave in the last run; none before the first.
  std::optional<int64_t> rowsOfLastRun() const;

 protected:
  PhysicalPlan(std::vector<PhysicalPlanPtr> children, Attributes output, Distribution distribution);
  virtual BatchNodePtr build(const SessionPtr& session) const = 0;

 private:
  const std::vector<PhysicalPlanPtr> children_;
  const Attributes output_;
  const Distribution distribution_;
  mutable std::mutex mutex_;
  mutable BatchNodePtr node_;
  mutable std::optional<RowCounter> counter_;  // from when the node is made
};

// As explain() draws it; after a run with the rows that each step gave.
std::string treeText(const PhysicalPlan& plan);

// The position of a column in a step's output. An internal error when it is not there.
int positionOf(const Attributes& columns, AttributeId id);
// An expression over a step's columns, by their positions: what can travel.
ExprPtr bindTo(const ExprPtr& expression, const Attributes& columns);
std::vector<ExprPtr> bindTo(const std::vector<ExprPtr>& expressions, const Attributes& columns);

}  // namespace ferro
