// Settings that are durations. Included where such keys are declared.
#pragma once

#include <chrono>

#include "ferro/conf/conf_value.h"

namespace ferro {

template <>
inline constexpr bool detail::kIsDuration<std::chrono::milliseconds> = true;

template <>
std::optional<std::chrono::milliseconds> parseConfValue<std::chrono::milliseconds>(const ConfKeyBase& key,
                                                                                   std::string_view text);

}  // namespace ferro
