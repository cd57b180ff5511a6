// Puts one more step on a plan, as DataFrame's methods do: expressions are resolved, types made to fit, mistakes
// reported. Pure functions; any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ferro/engine/plan/plan.h"

namespace ferro::build {

// Aggregates without groups and explode() may be among the columns.
PlanPtr project(const PlanPtr& plan, const std::vector<ExprPtr>& list);
PlanPtr filter(const PlanPtr& plan, const ExprPtr& condition);
PlanPtr aggregate(const PlanPtr& plan, const std::vector<ExprPtr>& groupings, const std::vector<ExprPtr>& list);
// Keys may be columns that a select before has dropped.
PlanPtr sort(const PlanPtr& plan, const std::vector<ExprPtr>& keys, bool global);
// The first row of each combination of the keys.
PlanPtr distinct(const PlanPtr& plan, const Attributes& keys);
PlanPtr qualified(const PlanPtr& plan, const std::string& alias);

// inner, left, right, full, semi, anti, cross, and Spark's other spellings.
JoinType parseJoinType(std::string_view text);
PlanPtr join(const PlanPtr& left, const PlanPtr& right, const ExprPtr& condition, JoinType type);
PlanPtr joinUsing(const PlanPtr& left, const PlanPtr& right, const std::vector<std::string>& columns, JoinType type);
PlanPtr unionOf(const PlanPtr& left, const PlanPtr& right);
PlanPtr unionByName(const PlanPtr& left, const PlanPtr& right, bool allowMissingColumns);
// Rows without duplicates that are (kSemi), or are not (kAnti), in the other plan too; null equals null.
PlanPtr setOperation(const PlanPtr& left, const PlanPtr& right, JoinType type);

PlanPtr sample(const PlanPtr& plan, bool withReplacement, double fraction, std::optional<int64_t> seed);
std::vector<PlanPtr> randomSplit(const PlanPtr& plan, const std::vector<double>& weights, std::optional<int64_t> seed);
PlanPtr repartition(const PlanPtr& plan, RepartitionPlan::How how, int numPartitions, const std::vector<ExprPtr>& keys);

}  // namespace ferro::build
