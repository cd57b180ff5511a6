// The words that Spark takes for dates and timestamps in literals and in casts of constants: epoch, now, today,
// yesterday, tomorrow. Pure but for the clock; any thread.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "ferro/engine/expr/expr.h"
#include "ferro/engine/expr/time_zone.h"

namespace ferro {

// The word in lower case, when the text is one. A time zone may stand behind it, which means nothing.
std::optional<std::string> specialTimeWord(std::string_view text);

// Its value now, as a date or timestamp; null when the text is none.
std::shared_ptr<arrow::Scalar> specialTime(std::string_view text, const TypePtr& type, const TimeZone& zone);

}  // namespace ferro
