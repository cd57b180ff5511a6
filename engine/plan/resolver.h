// Turns the expressions that users write into resolved ones over a plan's columns: names become attributes, functions
// get their types and casts, stars become columns. What does not fit is an Error that says where. Pure functions; any
// thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ferro/engine/exec/aggregates.h"
#include "ferro/engine/plan/plan.h"

namespace ferro {

ExprPtr resolve(const ExprPtr& expression, const Attributes& input);
// A select list: stars expanded, every entry an attribute or an alias with an id of its own.
std::vector<ExprPtr> resolveList(const std::vector<ExprPtr>& list, const Attributes& input);
// A condition: anything that is not boolean is an error that names the operation.
ExprPtr resolveCondition(const ExprPtr& condition, const Attributes& input, std::string_view operation);
// Keys of an order; what is no kSortKey yet ascends.
std::vector<ExprPtr> resolveSortKeys(const std::vector<ExprPtr>& keys, const Attributes& input);

// An entry of a select list from a resolved expression: `written` is what its name is taken from.
ExprPtr named(const ExprPtr& resolved, const Expr& written);

bool isAggregateCall(const Expr& node);
bool containsAggregate(const Expr& expression);
bool isGeneratorCall(const Expr& node);
// explode(m) AS (k, v): a call of this name, of the generator and its columns' names.
constexpr std::string_view kGeneratorNames = "generator_names";

// The aggregate that a resolved call stands for; its columns are left to whoever knows the rows below.
AggregateSpec aggregateSpecOf(const Expr& call);

}  // namespace ferro
