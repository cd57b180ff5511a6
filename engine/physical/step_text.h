// Pieces of explain()'s lines. Pure functions; any thread.
#pragma once

#include <string>
#include <vector>

#include "ferro/engine/plan/plan.h"

namespace ferro {

// [a#1, b#2L], with another separator where Spark has one.
std::string listText(const std::vector<ExprPtr>& expressions, const std::string& separator = ", ");
std::string listText(const Attributes& columns, const std::string& separator = ", ");

}  // namespace ferro
