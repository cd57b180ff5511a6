// Amounts as people like to read them: "1.2 s", "12.0 MiB", "80 %". Pure functions.
#pragma once

#include <cstdint>
#include <string>

namespace ferro {

std::string readableNanos(int64_t nanos);
// A clock of milliseconds knows nothing of shorter ones.
inline std::string readableMillis(int64_t millis) { return millis == 0 ? "0 ms" : readableNanos(millis * 1'000'000); }
std::string readableBytes(int64_t bytes);
// Of a whole that is not 0.
std::string readablePercent(double part, double whole);

}  // namespace ferro
