// Grouping: rows with equal keys become one, with aggregates of the others. In two steps with an exchange by the keys
// between them, or in one where equal keys are in one partition already. Driver threads call these.
#pragma once

#include <memory>
#include <vector>

#include "ferro/engine/driver.h"
#include "ferro/engine/exec/aggregates.h"
#include "ferro/engine/exec/batch_node.h"

namespace ferro {

// What is grouped by and computed. Positions are in the rows that come in; arguments have their resolved types.
// Travels.
struct AggregatePlan {
  std::vector<int> keys{};
  std::vector<AggregateSpec> aggregates{};
};

// The columns between the two steps: the keys, which are columns 0, 1, ..., then the partial results of each aggregate.
std::shared_ptr<arrow::Schema> partialSchema(const AggregatePlan& plan, const arrow::Schema& input);
// The columns in the end: the keys under their names, then one column for each aggregate, named like its function.
std::shared_ptr<arrow::Schema> resultSchema(const AggregatePlan& plan, const arrow::Schema& input);

// Gives partial results. It may give several rows for a key: when memory is short it gives what it has and starts anew,
// and where keys hardly repeat it stops looking for equal ones.
BatchNodePtr partialAggregate(const SessionPtr& session, const BatchNodePtr& rows, const AggregatePlan& plan);

// `partials` is an exchange of partialAggregate's rows by their keys, `input` the schema of the rows before that. The
// result's types are those of resultSchema(), its names the caller's. Without keys there is one row in each partition,
// even if nothing came in.
BatchNodePtr finalAggregate(const SessionPtr& session, const BatchNodePtr& partials, const AggregatePlan& plan,
                            std::shared_ptr<arrow::Schema> input, std::shared_ptr<arrow::Schema> result);

// Both in one, where equal keys are in one partition.
BatchNodePtr completeAggregate(const SessionPtr& session, const BatchNodePtr& rows, const AggregatePlan& plan,
                               std::shared_ptr<arrow::Schema> result);

}  // namespace ferro
