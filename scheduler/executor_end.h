// Why executors go though nothing is wrong, as ExecutorRemoved says it; any other reason is a loss.
#pragma once

#include <string_view>

namespace ferro {

inline constexpr std::string_view kExecutorWasIdle = "idle";
inline constexpr std::string_view kApplicationEnded = "the application ended";

}  // namespace ferro
