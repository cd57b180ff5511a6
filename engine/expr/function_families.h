// The families of functions that make up the table. Each is a constant list that lives in the family's own source.
#pragma once

#include <span>

#include "ferro/engine/expr/functions.h"

namespace ferro {

std::span<const ScalarFunction> arithmeticFunctions();
std::span<const ScalarFunction> arrayFunctions();
std::span<const ScalarFunction> comparisonFunctions();
std::span<const ScalarFunction> conditionalFunctions();
std::span<const ScalarFunction> dateFunctions();
std::span<const ScalarFunction> datePartFunctions();
std::span<const ScalarFunction> hashFunctions();
std::span<const ScalarFunction> logicFunctions();
std::span<const ScalarFunction> mathFunctions();
std::span<const ScalarFunction> nestedFunctions();
std::span<const ScalarFunction> partitionFunctions();
std::span<const ScalarFunction> regexFunctions();
std::span<const ScalarFunction> roundingFunctions();
std::span<const ScalarFunction> stringFunctions();
std::span<const ScalarFunction> stringMatchFunctions();
std::span<const ScalarFunction> stringShapeFunctions();
std::span<const ScalarFunction> timeTextFunctions();
std::span<const ScalarFunction> timeZoneFunctions();

}  // namespace ferro
