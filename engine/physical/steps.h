// The steps that a physical plan is made of. Each says what it is for explain() and how it is built; what runs is in
// exec/. Immutable; made by the planner.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ferro/engine/exec/aggregates.h"
#include "ferro/engine/exec/exchange.h"
#include "ferro/engine/exec/join.h"
#include "ferro/engine/physical/physical_plan.h"

namespace ferro::steps {

// A source: files or a table in memory.
class Scan final : public PhysicalPlan {
 public:
  explicit Scan(std::shared_ptr<const RelationPlan> plan);
  std::string describe() const override;

 private:
  BatchNodePtr build(const SessionPtr& session) const override;
  const std::shared_ptr<const RelationPlan> plan_;
};

// A node that exists already.
class Existing final : public PhysicalPlan {
 public:
  explicit Existing(std::shared_ptr<const CachedPlan> plan);
  std::string describe() const override;

 private:
  BatchNodePtr build(const SessionPtr& session) const override;
  const std::shared_ptr<const CachedPlan> plan_;
};

class Project final : public PhysicalPlan {
 public:
  Project(PhysicalPlanPtr child, std::vector<ExprPtr> list);
  std::string describe() const override;

 private:
  BatchNodePtr build(const SessionPtr& session) const override;
  const std::vector<ExprPtr> list_;
};

class Filter final : public PhysicalPlan {
 public:
  Filter(PhysicalPlanPtr child, ExprPtr condition);
  std::string describe() const override;

 private:
  BatchNodePtr build(const SessionPtr& session) const override;
  const ExprPtr condition_;
};

class Sample final : public PhysicalPlan {
 public:
  Sample(PhysicalPlanPtr child, std::shared_ptr<const SamplePlan> plan);
  std::string describe() const override;

 private:
  BatchNodePtr build(const SessionPtr& session) const override;
  const std::shared_ptr<const SamplePlan> plan_;
};

class Generate final : public PhysicalPlan {
 public:
  Generate(PhysicalPlanPtr child, std::shared_ptr<const GeneratePlan> plan);
  std::string describe() const override;

 private:
  BatchNodePtr build(const SessionPtr& session) const override;
  const std::shared_ptr<const GeneratePlan> plan_;
};

class Union final : public PhysicalPlan {
 public:
  Union(std::vector<PhysicalPlanPtr> children, Attributes output);
  std::string describe() const override;

 private:
  BatchNodePtr build(const SessionPtr& session) const override;
};

class Coalesce final : public PhysicalPlan {
 public:
  Coalesce(PhysicalPlanPtr child, int numPartitions);
  std::string describe() const override;

 private:
  BatchNodePtr build(const SessionPtr& session) const override;
  const int numPartitions_;
};

// At most so many rows of each partition.
class LocalLimit final : public PhysicalPlan {
 public:
  LocalLimit(PhysicalPlanPtr child, int64_t rows, bool isGlobal = false);
  std::string describe() const override;
  int64_t rows() const { return rows_; }
  // Of a limit over all partitions: the step that cuts each of them, before they are brought together; null otherwise.
  const PhysicalPlan* limited() const;

 private:
  BatchNodePtr build(const SessionPtr& session) const override;
  const int64_t rows_;
  const bool isGlobal_;  // there is one partition, so the limit is everybody's
};

// The border between two stages.
class Exchange final : public PhysicalPlan {
 public:
  static PhysicalPlanPtr toOne(PhysicalPlanPtr child);
  static PhysicalPlanPtr byHash(PhysicalPlanPtr child, std::vector<ExprPtr> keys, int numPartitions,
                                bool mayMerge = true);
  static PhysicalPlanPtr byRange(PhysicalPlanPtr child, std::vector<ExprPtr> sortKeys, int numPartitions);
  static PhysicalPlanPtr byContent(PhysicalPlanPtr child, int numPartitions);

  enum class How : uint8_t { kToOne, kByHash, kByRange, kByContent };
  Exchange(PhysicalPlanPtr child, How how, std::vector<ExprPtr> keys, int numPartitions, bool mayMerge = false);
  std::string describe() const override;

  // The map side alone, for a step that reads two exchanges alike. Of kByHash only.
  ExchangePtr mapSide(const SessionPtr& session) const;

 private:
  BatchNodePtr build(const SessionPtr& session) const override;
  const How how_;
  const std::vector<ExprPtr> keys_;  // attributes, or sort keys of attributes
  const int numPartitions_;
  const bool mayMerge_;  // nobody asked for exactly that many partitions
};

class Sort final : public PhysicalPlan {
 public:
  // Keys are sort keys of attributes.
  Sort(PhysicalPlanPtr child, std::vector<ExprPtr> keys, bool global);
  std::string describe() const override;

 private:
  BatchNodePtr build(const SessionPtr& session) const override;
  const std::vector<ExprPtr> keys_;
  const bool global_;
};

// The first rows of an order, without ordering the rest.
class TopRows final : public PhysicalPlan {
 public:
  TopRows(PhysicalPlanPtr child, std::vector<ExprPtr> keys, int64_t rows);
  std::string describe() const override;

 private:
  BatchNodePtr build(const SessionPtr& session) const override;
  const std::vector<ExprPtr> keys_;
  const int64_t rows_;
};

// Grouping keys and aggregates over columns: what partial and final steps share.
struct Grouping {
  Attributes input;                       // the rows that are grouped
  Attributes keys;                        // of the input
  std::vector<ExprPtr> calls;             // resolved aggregates, whose column arguments are attributes of the input
  std::vector<AggregateSpec> aggregates;  // with their positions in the input
  Attributes results;                     // one for each aggregate
};

class PartialAggregate final : public PhysicalPlan {
 public:
  PartialAggregate(PhysicalPlanPtr child, std::shared_ptr<const Grouping> grouping);
  std::string describe() const override;

 private:
  BatchNodePtr build(const SessionPtr& session) const override;
  const std::shared_ptr<const Grouping> grouping_;
};

// Of partial results, or (complete) of the rows themselves.
class FinalAggregate final : public PhysicalPlan {
 public:
  FinalAggregate(PhysicalPlanPtr child, std::shared_ptr<const Grouping> grouping, bool complete);
  std::string describe() const override;

 private:
  BatchNodePtr build(const SessionPtr& session) const override;
  const std::shared_ptr<const Grouping> grouping_;
  const bool complete_;
};

// What is joined, whichever way that is done.
struct JoinedBy {
  JoinType type = JoinType::kInner;
  Attributes leftKeys{};
  Attributes rightKeys{};
  ExprPtr condition{};     // beyond the keys, over both sides' columns; null for none
  bool broadcast = false;  // one side goes whole to every executor; else both were spread by the keys
  bool buildLeft = false;  // which side the table is made of
  bool sorted = false;     // both sides, by the keys, so that they can be merged
};

class Join final : public PhysicalPlan {
 public:
  Join(PhysicalPlanPtr left, PhysicalPlanPtr right, JoinedBy by, Attributes output);
  std::string describe() const override;

 private:
  BatchNodePtr build(const SessionPtr& session) const override;
  BatchNodePtr buildSpread(const SessionPtr& session, const JoinSpec& spec) const;
  const JoinedBy by_;
};

}  // namespace ferro::steps
