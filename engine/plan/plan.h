// The logical plan: what a DataFrame means, before anybody decides how it is computed. Nodes are immutable and
// resolved: each knows its output columns, and its expressions refer to its children's columns by attribute id. Shared
// freely between plans; any thread may read one.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ferro/engine/exec/join_type.h"
#include "ferro/engine/expr/expr.h"
#include "ferro/engine/plan/relation.h"

namespace ferro {

class Plan;
using PlanPtr = std::shared_ptr<const Plan>;

// A column of a plan. Two columns are the same if their ids are, whatever they are called.
struct Attribute {
  AttributeId id = -1;
  std::string name;
  TypePtr type;
  bool nullable = true;
  std::string qualifier{};  // the alias of the DataFrame it came from
  std::shared_ptr<const std::string> metadata{};

  ExprPtr reference() const { return expr::attribute(id, name, type, nullable, metadata); }
};
using Attributes = std::vector<Attribute>;

AttributeId newAttributeId();
// What an alias or attribute of a select list gives.
Attribute attributeOf(const Expr& named);
const Attribute* findAttribute(const Attributes& attributes, AttributeId id);
std::shared_ptr<arrow::Schema> schemaOf(const Attributes& attributes);

enum class PlanKind : uint8_t {
  kRelation,
  kProject,
  kFilter,
  kAggregate,
  kJoin,
  kSort,
  kLimit,
  kUnion,
  kSample,
  kRepartition,
  kGenerate,
  kCached,
  kAlias,
};

std::string_view joinTypeName(JoinType type);  // as explain() says it: Inner, LeftOuter, ...

class Plan {
 public:
  virtual ~Plan() = default;
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;

  PlanKind kind() const { return kind_; }
  const std::vector<PlanPtr>& children() const { return children_; }
  const PlanPtr& child(size_t index = 0) const { return children_[index]; }
  const Attributes& output() const { return output_; }

  // The same step over other children.
  virtual PlanPtr withChildren(std::vector<PlanPtr> children) const = 0;
  // One line for explain(), without its children.
  virtual std::string describe() const = 0;

 protected:
  Plan(PlanKind kind, std::vector<PlanPtr> children, Attributes output);

 private:
  PlanKind kind_;
  std::vector<PlanPtr> children_;
  Attributes output_;
};

class RelationPlan final : public Plan {
 public:
  RelationPlan(RelationPtr relation, Attributes output, std::vector<int> columns, std::vector<ExprPtr> filters,
               std::optional<int64_t> limit = {});
  // All of it, with new attributes.
  static PlanPtr of(RelationPtr relation);

  PlanPtr withChildren(std::vector<PlanPtr> children) const override;
  std::string describe() const override;

  const RelationPtr relation;
  const std::vector<int> columns;      // positions in the relation, one for each output
  const std::vector<ExprPtr> filters;  // over the relation's columns as kInput: hints for skipping
  const std::optional<int64_t> limit;
};

class ProjectPlan final : public Plan {
 public:
  ProjectPlan(PlanPtr child, std::vector<ExprPtr> list);
  PlanPtr withChildren(std::vector<PlanPtr> children) const override;
  std::string describe() const override;
  const std::vector<ExprPtr> list;  // attributes and aliases
};

class FilterPlan final : public Plan {
 public:
  FilterPlan(PlanPtr child, ExprPtr condition);
  PlanPtr withChildren(std::vector<PlanPtr> children) const override;
  std::string describe() const override;
  const ExprPtr condition;
};

class GroupByPlan final : public Plan {
 public:
  GroupByPlan(PlanPtr child, std::vector<ExprPtr> groupings, std::vector<ExprPtr> list);
  PlanPtr withChildren(std::vector<PlanPtr> children) const override;
  std::string describe() const override;
  const std::vector<ExprPtr> groupings;
  const std::vector<ExprPtr> list;  // attributes and aliases, of groupings and of aggregates
};

class JoinPlan final : public Plan {
 public:
  JoinPlan(PlanPtr left, PlanPtr right, JoinType type, ExprPtr condition);
  PlanPtr withChildren(std::vector<PlanPtr> children) const override;
  std::string describe() const override;
  const JoinType type;
  const ExprPtr condition;  // null: every pair
};

class SortPlan final : public Plan {
 public:
  SortPlan(PlanPtr child, std::vector<ExprPtr> keys, bool global);
  PlanPtr withChildren(std::vector<PlanPtr> children) const override;
  std::string describe() const override;
  const std::vector<ExprPtr> keys;  // kSortKey
  const bool global;                // false: within each partition
};

class LimitPlan final : public Plan {
 public:
  LimitPlan(PlanPtr child, int64_t rows);
  PlanPtr withChildren(std::vector<PlanPtr> children) const override;
  std::string describe() const override;
  const int64_t rows;
};

class UnionPlan final : public Plan {
 public:
  // The children have the same types, column by column.
  UnionPlan(std::vector<PlanPtr> children, Attributes output);
  PlanPtr withChildren(std::vector<PlanPtr> children) const override;
  std::string describe() const override;
};

class SamplePlan final : public Plan {
 public:
  SamplePlan(PlanPtr child, double lowerBound, double upperBound, bool withReplacement, int64_t seed);
  PlanPtr withChildren(std::vector<PlanPtr> children) const override;
  std::string describe() const override;
  const double lowerBound, upperBound;
  const bool withReplacement;
  const int64_t seed;
};

class RepartitionPlan final : public Plan {
 public:
  enum class How : uint8_t { kCoalesce, kByContent, kByKeys };
  RepartitionPlan(PlanPtr child, How how, std::optional<int> numPartitions, std::vector<ExprPtr> keys);
  PlanPtr withChildren(std::vector<PlanPtr> children) const override;
  std::string describe() const override;
  const How how;
  const std::optional<int> numPartitions;
  const std::vector<ExprPtr> keys;
};

class GeneratePlan final : public Plan {
 public:
  // Every row of the child repeated for each element; `generated` come behind the child's columns.
  GeneratePlan(PlanPtr child, ExprPtr generator, Attributes generated);
  PlanPtr withChildren(std::vector<PlanPtr> children) const override;
  std::string describe() const override;
  const ExprPtr generator;  // a call of explode, explode_outer, posexplode or posexplode_outer
  const Attributes generated;
};

// The same columns with a name to qualify them by.
class AliasPlan final : public Plan {
 public:
  AliasPlan(PlanPtr child, std::string alias);
  PlanPtr withChildren(std::vector<PlanPtr> children) const override;
  std::string describe() const override;
  const std::string alias;
};

// Rows that a node of a lineage gives: what was cached or checkpointed. The node is made when it is first asked for.
class CachedPlan final : public Plan {
 public:
  using MakeNode = std::function<BatchNodePtr()>;
  CachedPlan(MakeNode node, Attributes output, std::string name);
  PlanPtr withChildren(std::vector<PlanPtr> children) const override;
  std::string describe() const override;
  const MakeNode node;
  const std::string name;
};

// The tree with `+- ` and `:- `, as explain() draws it.
std::string treeText(const Plan& plan);

// Replaces plans from the leaves up; replace(plan) gives another plan, or the one it was given.
template <class Replace>
PlanPtr transformUp(const PlanPtr& plan, const Replace& replace) {
  std::vector<PlanPtr> children;
  children.reserve(plan->children().size());
  bool changed = false;
  for (const PlanPtr& child : plan->children()) {
    children.push_back(transformUp(child, replace));
    changed |= children.back() != child;
  }
  return replace(changed ? plan->withChildren(std::move(children)) : plan);
}

}  // namespace ferro
