#include "ferro/engine/expr/special_time.h"

#include <chrono>

#include <arrow/scalar.h>
#include <arrow/type.h>

#include "ferro/common/letter_case.h"
#include "ferro/common/text.h"
#include "ferro/engine/expr/calendar.h"
#include "ferro/engine/expr/type_coercion.h"

namespace ferro {

std::optional<std::string> specialTimeWord(std::string_view text) {
  text = trim(text);
  for (const std::string_view word : {"epoch", "now", "today", "tomorrow", "yesterday"}) {
    if (!startsWithIgnoringCase(text, word)) continue;
    const std::string_view zone = trim(text.substr(word.size()));
    if (!zone.empty() && (word == "now" || !TimeZone::find(zone))) return std::nullopt;
    return std::string(word);
  }
  return std::nullopt;
}

std::shared_ptr<arrow::Scalar> specialTime(std::string_view text, const TypePtr& type, const TimeZone& zone) {
  const auto word = specialTimeWord(text);
  if (!word) return nullptr;
  const auto now =
      std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::system_clock::now().time_since_epoch())
          .count();
  const int64_t today = floorDivide(zone.toLocal(now), kMicrosPerDay);
  const int64_t day = *word == "epoch" ? 0 : *word == "yesterday" ? today - 1 : *word == "tomorrow" ? today + 1 : today;
  if (isDate(*type)) return std::make_shared<arrow::Date32Scalar>(static_cast<int32_t>(day));
  const bool isInstant = hasTimeZone(*type);
  int64_t micros = day * kMicrosPerDay;
  if (*word == "now") {
    micros = isInstant ? now : zone.toLocal(now);
  } else if (*word != "epoch" && isInstant) {
    micros = zone.toInstant(micros);
  }
  return std::make_shared<arrow::TimestampScalar>(micros, type);
}

}  // namespace ferro
