#include "ferro/scheduler/summary/readable.h"

#include <array>
#include <cstdio>

namespace ferro {

namespace {

std::string withUnit(double amount, const char* unit) {
  std::array<char, 48> text;
  const int length = std::snprintf(text.data(), text.size(), amount < 100 ? "%.1f %s" : "%.0f %s", amount, unit);
  return {text.data(), static_cast<size_t>(length)};
}

}  // namespace

std::string readableNanos(int64_t nanos) {
  const auto amount = static_cast<double>(nanos);
  if (amount < 1e6) return withUnit(amount / 1e3, "us");
  if (amount < 1e9) return withUnit(amount / 1e6, "ms");
  if (amount < 120e9) return withUnit(amount / 1e9, "s");
  if (amount < 7200e9) return withUnit(amount / 60e9, "min");
  return withUnit(amount / 3600e9, "h");
}

std::string readableBytes(int64_t bytes) {
  auto amount = static_cast<double>(bytes);
  if (bytes < 1024) return std::to_string(bytes) + " B";
  for (const char* unit : {"KiB", "MiB", "GiB"}) {
    amount /= 1024;
    if (amount < 1024) return withUnit(amount, unit);
  }
  return withUnit(amount / 1024, "TiB");
}

std::string readablePercent(double part, double whole) {
  std::array<char, 32> text;
  const int length = std::snprintf(text.data(), text.size(), "%.0f %%", 100 * part / whole);
  return {text.data(), static_cast<size_t>(length)};
}

}  // namespace ferro
