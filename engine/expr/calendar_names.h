// The English names of months and days, as Java has them for Locale.US. Constants; any thread.
#pragma once

#include <array>
#include <string_view>

namespace ferro {

inline constexpr std::array<std::string_view, 12> kMonthNames{"January",   "February", "March",    "April",
                                                              "May",       "June",     "July",     "August",
                                                              "September", "October",  "November", "December"};
inline constexpr std::array<std::string_view, 7> kDayNames{"Monday", "Tuesday",  "Wednesday", "Thursday",
                                                           "Friday", "Saturday", "Sunday"};
inline constexpr std::array<std::string_view, 2> kHalfDayNames{"AM", "PM"};

inline constexpr std::string_view shortName(std::string_view name) { return name.substr(0, 3); }

}  // namespace ferro
