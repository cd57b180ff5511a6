// Looking up columns by the names that users write. Case does not matter; a qualifier or a struct's field may be part
// of a name, and parts with dots of their own stand in `backquotes`. Pure functions; any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ferro/engine/plan/plan.h"

namespace ferro {

// `a.b` gives a and b; "`a.b`" gives a.b.
std::vector<std::string> nameParts(std::string_view name);
bool sameName(std::string_view a, std::string_view b);

// The column, or the field of a struct column, that a name stands for. Error kNotFound with the nearest names, or
// kInvalidArgument when several columns have it.
ExprPtr findColumn(const Attributes& columns, std::string_view name);
// Null when there is none; columns whose name, without any parts, is exactly this.
const Attribute* findByName(const Attributes& columns, std::string_view name);

}  // namespace ferro
