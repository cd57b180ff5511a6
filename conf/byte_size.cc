#include "ferro/conf/byte_size.h"

#include <array>

#include "ferro/conf/number_with_unit.h"

namespace ferro {
namespace {

struct ByteUnitName {
  std::string_view shortName;
  std::string_view longName;
  int64_t bytes;
};

constexpr std::array<ByteUnitName, 6> kByteUnits = {{{"p", "pb", int64_t{1} << 50},
                                                     {"t", "tb", int64_t{1} << 40},
                                                     {"g", "gb", int64_t{1} << 30},
                                                     {"m", "mb", int64_t{1} << 20},
                                                     {"k", "kb", int64_t{1} << 10},
                                                     {"b", "b", 1}}};

int64_t bytesIn(ByteUnit unit) {
  switch (unit) {
    case ByteUnit::kByte: return 1;
    case ByteUnit::kKibibyte: return int64_t{1} << 10;
    case ByteUnit::kMebibyte: return int64_t{1} << 20;
  }
  return 1;
}

std::optional<int64_t> bytesIn(std::string_view unit, ByteUnit bareUnit) {
  if (unit.empty()) return bytesIn(bareUnit);
  for (const ByteUnitName& known : kByteUnits) {
    if (unit == known.shortName || unit == known.longName) return known.bytes;
  }
  return std::nullopt;
}

}  // namespace

std::optional<ByteSize> parseByteSize(std::string_view text, ByteUnit bareUnit) {
  std::optional<detail::NumberWithUnit> parts = detail::splitNumberAndUnit(text);
  if (!parts) return std::nullopt;
  std::optional<int64_t> unit = bytesIn(parts->unit, bareUnit);
  if (!unit) return std::nullopt;
  std::optional<int64_t> bytes = detail::scaled(parts->number, *unit);
  if (!bytes) return std::nullopt;
  return ByteSize(*bytes);
}

std::string toText(ByteSize size) {
  for (const ByteUnitName& unit : kByteUnits) {
    if (size.bytes() != 0 && size.bytes() % unit.bytes == 0) {
      return std::to_string(size.bytes() / unit.bytes) + std::string(unit.shortName);
    }
  }
  return "0b";
}

}  // namespace ferro
