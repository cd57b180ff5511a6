// What a duration without a unit counts, in the text of a setting.
#pragma once

namespace ferro {

enum class TimeUnit { kMillisecond, kSecond };

}  // namespace ferro
