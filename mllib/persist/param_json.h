// Parameters as Spark's metadata has them: numbers, texts, lists, and NaN and infinities as texts. Pure functions; any
// thread.
#pragma once

#include "ferro/mllib/params/param_value.h"
#include "ferro/mllib/persist/json.h"

namespace ferro::ml {

JsonValue toJson(const ParamValue& value);
// Error kMalformedData when it is no parameter's value; `where` says whose it is.
ParamValue paramOfJson(const JsonValue& json, std::string_view where);

}  // namespace ferro::ml
