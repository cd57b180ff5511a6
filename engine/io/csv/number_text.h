// Numbers from text, as Java reads them, which is what Spark does: a sign of either kind, `1d`, `Infinity`, hexadecimal
// doubles, spaces around doubles. Pure functions; any thread may call them. Texts may be read 16 bytes beyond their
// ends, and are not empty.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace ferro {

__extension__ using Int128 = __int128;
__extension__ using UnsignedInt128 = unsigned __int128;

bool parseIntegerCarefully(std::string_view text, int64_t& value);
bool parseDoubleCarefully(std::string_view text, double& value);
bool parseFloat(std::string_view text, float& value);
// With commas left out, rounded half up to `scale` digits behind the point; false when it has more digits than
// `precision` then.
bool parseDecimal(std::string_view text, int precision, int scale, Int128& value);
// How many digits a whole number without fraction has, written as a decimal with no positive scale; 0 for other texts.
int digitsOfWholeDecimal(std::string_view text);

namespace detail {

inline uint64_t eightBytes(const char* text) {
  uint64_t bytes = 0;
  std::memcpy(&bytes, text, sizeof(bytes));
  return bytes;
}

// The number that up to eight digits mean, of which there is at least one; false when one of them is none.
inline bool parseEightDigits(const char* text, size_t length, uint64_t& value) {
  uint64_t digits = (eightBytes(text) ^ 0x3030303030303030) << (64 - 8 * length);
  if (((digits + 0x7676767676767676) | digits) & 0x8080808080808080) return false;
  digits = digits * 10 + (digits >> 8);
  value = (((digits & 0x000000FF000000FF) * 0x000F424000000064) +
           ((digits >> 16 & 0x000000FF000000FF) * 0x0000271000000001)) >>
          32;
  return true;
}

inline constexpr double kPowersOfTen[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                          1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

}  // namespace detail

inline bool parseInteger(const char* text, size_t length, int64_t& value) {
  uint64_t high = 0;
  if (length <= 8) {
    if (!detail::parseEightDigits(text, length, high)) return parseIntegerCarefully({text, length}, value);
    value = static_cast<int64_t>(high);
    return true;
  }
  uint64_t low = 0;
  if (length > 16 || !detail::parseEightDigits(text, length - 8, high) ||
      !detail::parseEightDigits(text + length - 8, 8, low)) {
    return parseIntegerCarefully({text, length}, value);
  }
  value = static_cast<int64_t>(high * 100'000'000 + low);
  return true;
}

// Up to 15 digits with a point somewhere: then the digits and the power of ten are exact as doubles, and so is their
// quotient but for its one rounding.
bool parsePlainDouble(const char* text, size_t length, double& value);

inline bool parseDouble(const char* text, size_t length, double& value) {
  return parsePlainDouble(text, length, value) || parseDoubleCarefully({text, length}, value);
}

}  // namespace ferro
