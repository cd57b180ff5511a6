#include "ferro/engine/io/formats/partition_columns.h"

#include <algorithm>
#include <cctype>
#include <charconv>

#include <arrow/scalar.h>
#include <arrow/type.h>
#include <arrow/util/decimal.h>

#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro/engine/expr/time_text.h"
#include "ferro/engine/types/data_types.h"

namespace ferro {
namespace {

// The classes of values, from the narrowest on.
enum class Kind { kNull, kInt, kLong, kDecimal, kDouble, kDate, kTimestamp, kString };

template <class Number>
bool isNumber(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return !text.empty() && error == std::errc() && end == text.data() + text.size();
}

bool isLongInteger(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  return !text.empty() && text.size() <= 38 &&
         std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
}

Kind kindOf(const PartitionValue& value) {
  if (!value) return Kind::kNull;
  if (isNumber<int32_t>(*value)) return Kind::kInt;
  if (isNumber<int64_t>(*value)) return Kind::kLong;
  if (isLongInteger(*value)) return Kind::kDecimal;
  if (isNumber<double>(*value)) return Kind::kDouble;
  const bool dateLike = value->size() >= 10 && (*value)[4] == '-' && (*value)[7] == '-';
  if (dateLike && value->size() == 10 && parseDate(*value)) return Kind::kDate;
  if (dateLike && value->size() > 10 && parseTimestamp(*value)) return Kind::kTimestamp;
  return Kind::kString;
}

Kind merged(Kind a, Kind b) {
  const Kind low = std::min(a, b);
  const Kind high = std::max(a, b);
  if (low == Kind::kNull || low == high) return high;
  const bool numbers = high <= Kind::kDouble;
  const bool times = low >= Kind::kDate && high <= Kind::kTimestamp;
  return numbers || times ? high : Kind::kString;
}

int hexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string unescaped(std::string_view text) {
  std::string plain;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size() && hexDigit(text[i + 1]) >= 0 && hexDigit(text[i + 2]) >= 0) {
      plain.push_back(static_cast<char>(hexDigit(text[i + 1]) * 16 + hexDigit(text[i + 2])));
      i += 2;
    } else {
      plain.push_back(text[i]);
    }
  }
  return plain;
}

// Hive escapes what some file system or its own syntax would take for something else.
std::string escaped(std::string_view text) {
  constexpr std::string_view kSpecial = "\"#%'*/:=?\\\x7F{[]^";
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string name;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && kSpecial.find(c) == std::string_view::npos) {
      name.push_back(c);
    } else {
      name.append({'%', kDigits[byte >> 4], kDigits[byte & 15]});
    }
  }
  return name;
}

std::shared_ptr<arrow::Scalar> timeScalar(const std::string& value, const std::shared_ptr<arrow::DataType>& type,
                                          const TimeZone& zone) {
  if (type->id() == arrow::Type::DATE32) {
    const auto days = parseDate(value);
    return days ? std::make_shared<arrow::Date32Scalar>(*days) : nullptr;
  }
  const auto micros = parseTimestamp(value, zone);
  return micros ? std::make_shared<arrow::TimestampScalar>(*micros, type) : nullptr;
}

std::shared_ptr<arrow::Scalar> decimalScalar(const std::string& value, const arrow::Decimal128Type& type) {
  arrow::Decimal128 decimal;
  int32_t precision = 0;
  int32_t scale = 0;
  if (!arrow::Decimal128::FromString(value, &decimal, &precision, &scale).ok()) return nullptr;
  const auto rescaled = decimal.Rescale(scale, type.scale());
  if (!rescaled.ok() || !rescaled->FitsInPrecision(type.precision())) return nullptr;
  return std::make_shared<arrow::Decimal128Scalar>(*rescaled, arrow::decimal128(type.precision(), type.scale()));
}

std::shared_ptr<arrow::Scalar> scalarOf(const std::string& value, const std::shared_ptr<arrow::DataType>& type,
                                        const TimeZone& zone) {
  switch (type->id()) {
    case arrow::Type::STRING: return std::make_shared<arrow::StringScalar>(value);
    case arrow::Type::DATE32:
    case arrow::Type::TIMESTAMP: return timeScalar(value, type, zone);
    case arrow::Type::DECIMAL128: return decimalScalar(value, static_cast<const arrow::Decimal128Type&>(*type));
    default: {
      const std::string_view digits = value.starts_with('+') ? std::string_view(value).substr(1) : value;
      auto parsed = arrow::Scalar::Parse(type, digits);
      return parsed.ok() ? *parsed : nullptr;
    }
  }
}

}  // namespace

std::optional<std::pair<std::string, PartitionValue>> parsePartitionDirectory(std::string_view name) {
  const size_t equals = name.find('=');
  if (equals == std::string_view::npos || equals == 0) return std::nullopt;
  PartitionValue value = unescaped(name.substr(equals + 1));
  if (*value == kNullPartition) value.reset();
  return std::make_pair(unescaped(name.substr(0, equals)), std::move(value));
}

std::string partitionDirectory(std::string_view column, const PartitionValue& value) {
  const bool isNull = !value || value->empty();
  return escaped(column) + "=" + (isNull ? std::string(kNullPartition) : escaped(*value));
}

std::shared_ptr<arrow::DataType> inferPartitionType(const std::vector<PartitionValue>& values) {
  Kind kind = Kind::kNull;
  for (const PartitionValue& value : values) kind = merged(kind, kindOf(value));
  switch (kind) {
    case Kind::kInt: return arrow::int32();
    case Kind::kLong: return arrow::int64();
    case Kind::kDecimal: return arrow::decimal128(38, 0);
    case Kind::kDouble: return arrow::float64();
    case Kind::kDate: return arrow::date32();
    case Kind::kTimestamp: return parseType("timestamp");
    default: return arrow::utf8();
  }
}

std::shared_ptr<arrow::Scalar> partitionScalar(std::string_view column, const PartitionValue& value,
                                               const std::shared_ptr<arrow::DataType>& type, const TimeZone& zone) {
  if (!value) return arrow::MakeNullScalar(type);
  if (auto scalar = scalarOf(*value, type, zone)) return scalar;
  throw Error(ErrorCode::kMalformedData, "partition directory " + partitionDirectory(column, value) +
                                             " does not hold a value of type " + sqlName(*type) +
                                             "; give that column another type in the schema");
}

}  // namespace ferro
