// Conditions taken apart and put together, and which columns they stand on. Pure functions; any thread.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "ferro/engine/plan/plan.h"

namespace ferro {

using AttributeSet = std::set<AttributeId>;

// The parts of a chain of ANDs.
std::vector<ExprPtr> conjuncts(const ExprPtr& condition);
// Null for no parts.
ExprPtr conjunction(const std::vector<ExprPtr>& parts);

AttributeSet referencesOf(const Expr& expression);
void addReferences(const Expr& expression, AttributeSet& references);
AttributeSet outputSet(const Plan& plan);
bool isSubset(const AttributeSet& part, const AttributeSet& whole);

// The expression with the select list's values in place of their names.
ExprPtr substitute(const ExprPtr& expression, const std::vector<ExprPtr>& list);
// Whether every value of the select list may be computed more than once, or not at all.
bool isRepeatable(const std::vector<ExprPtr>& list);

bool isTrue(const Expr& expression);

}  // namespace ferro
