// How large a plan's result probably is, as far as that can be told before it runs. Pure functions; any thread.
#pragma once

#include <cstdint>
#include <optional>

#include "ferro/engine/plan/plan.h"

namespace ferro {

// Bytes; nothing when nobody knows.
std::optional<int64_t> estimatedBytes(const Plan& plan);
// The width that a row of these columns is taken to have.
int64_t estimatedRowBytes(const Attributes& columns);

}  // namespace ferro
