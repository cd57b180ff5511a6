// The text form of durations in settings, with Spark's units. Pure functions on values.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "ferro/conf/time_unit.h"

namespace ferro {

// Reads `500us`, `100ms`, `3s`, `5m`, `5min`, `1h`, `1d`; a number alone counts `bareUnit`. Parts of a millisecond are
// dropped. Nothing when the text is no duration, is negative or fractional, or does not fit.
std::optional<std::chrono::milliseconds> parseDuration(std::string_view text,
                                                       TimeUnit bareUnit = TimeUnit::kMillisecond);

// The shortest exact form with its unit, such as `3s` or `1500ms`; reads back as the same duration.
std::string toText(std::chrono::milliseconds duration);

}  // namespace ferro
