// Makes a logical plan cheaper without changing what it gives. Each rule is a pure function from plan to plan in a file
// of its own; any thread.
#pragma once

#include "ferro/engine/expr/time_zone.h"
#include "ferro/engine/plan/plan.h"

namespace ferro {

// `zone` is the session's.
PlanPtr optimize(const PlanPtr& plan, const TimeZonePtr& zone = TimeZone::utc());

namespace rules {

// Names that only helped resolving.
PlanPtr removeAliases(const PlanPtr& plan);
// What does not depend on any row is computed now; conditions that are always true go.
PlanPtr foldConstants(const PlanPtr& plan, const TimeZonePtr& zone);
ExprPtr foldConstants(const ExprPtr& expression, const TimeZonePtr& zone);
// Filters move towards the sources, and into them.
PlanPtr pushFilters(const PlanPtr& plan);
// Sources and joins give only the columns that somebody above needs.
PlanPtr pruneColumns(const PlanPtr& plan);
// Two selects in a row become one, and one that changes nothing goes.
PlanPtr collapseProjects(const PlanPtr& plan);
// Limits move towards the sources as far as order allows.
PlanPtr pushLimits(const PlanPtr& plan);
// Chains of inner joins begin with the smallest tables.
PlanPtr reorderJoins(const PlanPtr& plan);
// Aggregates of distinct values become aggregates over groups of them.
PlanPtr rewriteDistinctAggregates(const PlanPtr& plan);

}  // namespace rules
}  // namespace ferro
