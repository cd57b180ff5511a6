// The types of arithmetic operators. Pure functions; any thread.
#pragma once

#include "ferro/engine/expr/functions.h"

namespace ferro {

// Of + - * / % pmod and the try_ forms.
ResolvedCall resolveArithmetic(const CallSite& call);

}  // namespace ferro
