// The nodes that compile() makes trees of. Immutable; any thread may evaluate them. Private to compile(). For .cc
// files: it parses Arrow headers.
#pragma once

#include <memory>
#include <vector>

#include "ferro/engine/expr/evaluator.h"
#include "ferro/engine/expr/functions.h"

namespace ferro {

using EvaluatorPtr = std::unique_ptr<const Evaluator>;

// A call of a function that takes all its arguments.
EvaluatorPtr makeCall(const Expr& call, const ScalarFunction& function);
EvaluatorPtr makeUserCall(const Expr& call);

// The forms that evaluate an argument only for the rows that need it: and, or, case, if, coalesce, nvl, ifnull.
EvaluatorPtr makeLogic(const Expr& call);
EvaluatorPtr makeCase(const Expr& call);
EvaluatorPtr makeCoalesce(const Expr& call);

}  // namespace ferro
