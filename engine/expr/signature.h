// Resolves calls from the short text in the function table, which is enough for most functions:
//   "string, int, int? -> string"   the last argument may be left out
//   "numeric, numeric* -> same"     any number of more arguments; the result is of the first argument's type
//   "any -> boolean!"               the result is never null
//   "double -> double?"             the result may be null even when no argument is
// Types are SQL names and the classes `any`, `numeric`, `integral` and `narrow` (a whole number up to int). Pure
// functions; any thread.
#pragma once

#include <string>

#include "ferro/engine/expr/functions.h"

namespace ferro {

ResolvedCall resolveBySignature(const CallSite& call);

// The call as error messages show it: `substring(name, 1)`.
std::string callText(const CallSite& call);
bool anyNullable(const CallSite& call);

// Errors that name the function, what it was given and what it takes.
[[noreturn]] void throwWrongCount(const CallSite& call, const std::string& takes);
[[noreturn]] void throwWrongType(const CallSite& call, size_t argument, const std::string& takes);
[[noreturn]] void throwDifferentTypes(const CallSite& call);
// The same of an operator between two.
[[noreturn]] void throwDifferentOperands(const CallSite& call);

// The type that all arguments from `first` on have in common; throws when there is none.
TypePtr commonArgumentType(const CallSite& call, size_t first = 0, size_t step = 1);

}  // namespace ferro
